package io.grizzlythrift.exchange;

import java.util.concurrent.CompletableFuture;
import org.glassfish.grizzly.Connection;

/**
 * The way back of one message: of {@link #reply} and {@link #fail} one is called, once. On any thread, that of the
 * handler as a rule, so neither may wait.
 */
public interface MessageExchange {
    /**
     * The connection that the message came over.
     *
     * @return for the context of the call, and to be terminated if the peer takes no bytes
     */
    Connection<?> connection();

    /**
     * Sends the reply. That of a oneway call is empty, and sent before the handler runs: the peer is not to wait for it,
     * so the bytes are to be on their way when this returns.
     *
     * @param array holds it; it may be written to once this returns
     * @param offset where it begins
     * @param length its length; 0 for a oneway call
     * @return completes, in whichever way, when the socket has taken the last byte or the peer is gone
     */
    CompletableFuture<Void> reply(byte[] array, int offset, int length);

    /**
     * Tells the peer that there is no reply, and ends the connection once the peer can know.
     *
     * @param failure what is wrong
     * @param reason the same in words, printable, for the peer to read
     */
    void fail(MessageFailure failure, String reason);
}
