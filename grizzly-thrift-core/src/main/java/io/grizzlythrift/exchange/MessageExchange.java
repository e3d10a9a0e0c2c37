package io.grizzlythrift.exchange;

import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import org.glassfish.grizzly.Connection;

/**
 * Sends the reply to one message. Either {@link #reply} or {@link #fail} is called, once, unless the connection is
 * terminated first. Both are called on any thread, usually that of the handler, and must not block.
 */
public interface MessageExchange {
    /**
     * Returns the connection of the message.
     *
     * @return the connection, which the call context exposes; it is terminated if the peer reads no bytes
     */
    Connection<?> connection();

    /**
     * Returns the headers of the message, which {@link io.grizzlythrift.call.CallContext#headers()} exposes. Called on
     * the thread of the handler; for a oneway call, after its reply was sent.
     *
     * @return the values by name; read-only. Empty by default
     */
    default Map<String, List<String>> headers() {
        return Map.of();
    }

    /**
     * Sends the reply. The reply to a oneway call is empty and sent before its handler runs; flush it before this
     * method returns, so that the peer does not wait for the handler.
     *
     * @param array contains the reply; the caller may overwrite it after this method returns
     * @param offset the index of the first byte
     * @param length the number of bytes; 0 for a oneway call
     * @return a future that completes, normally or not, when the socket has taken the last byte or the peer is gone
     */
    CompletableFuture<Void> reply(byte[] array, int offset, int length);

    /**
     * Sends a failure instead of a reply, then closes the connection.
     *
     * @param failure the kind of failure
     * @param reason a printable description for the peer
     */
    void fail(MessageFailure failure, String reason);
}
