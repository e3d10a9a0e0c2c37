package io.grizzlythrift.internal.http;

import io.grizzlythrift.internal.dispatch.CallTranscoder;
import io.grizzlythrift.internal.dispatch.ConnectionServices;
import io.grizzlythrift.internal.dispatch.ResponseHead;
import io.grizzlythrift.internal.json.JsonRoute;
import io.grizzlythrift.internal.memory.MemoryAccount;
import io.grizzlythrift.internal.message.ProcessorTable;
import io.grizzlythrift.internal.security.CallDenial;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;

/**
 * One request and its response. A reply, a failure and the end of the peer compete for the response; the first one wins,
 * and the others do nothing. Any thread may call the methods; none blocks on the peer.
 */
public interface HttpExchange {
    /**
     * Sends the reply. Called once, usually by the thread of the handler.
     *
     * @param head the head of the response
     * @param array contains the reply; the caller may overwrite it after this method returns
     * @param length the number of bytes; 0 for a oneway call, which is sent at once, because its handler runs next
     * @return a future that completes when the last byte was sent or the peer is gone
     */
    CompletableFuture<Void> reply(ResponseHead head, byte[] array, int offset, int length);

    /**
     * Sends a printable reason instead of a reply, then closes the connection, if it can be closed.
     *
     * @param status the status of HTTP
     */
    void fail(int status, String reason);

    /**
     * Sends the reason why the caller must not make the call, instead of a reply. The connection stays open.
     *
     * @return a future that completes when the last byte was sent or the peer is gone
     */
    CompletableFuture<Void> deny(CallDenial denial);

    /**
     * Terminates the exchange at once, because the peer is slow or uses too much memory: terminates the connection or,
     * if the HTTP server does not let us, fails if no reply was sent yet.
     *
     * @param status the status of HTTP for a failure
     */
    void terminate(int status, String reason);

    /** {@return whether the peer is still there, as far as is known} */
    boolean isOpen();

    /** {@return the bytes of the reply that wait to be written} */
    int unsentBytes();

    /** {@return the peer, for messages} */
    Object peer();

    /** {@return the services of the connection; empty if the user's factory failed} */
    Optional<ProcessorTable> services(ConnectionServices services);

    /** {@return what the head of the request asks for; empty if the body is a message of Thrift} */
    Optional<JsonRoute> route();

    /**
     * Creates the call of this request. Called at most once.
     *
     * @param transcoder as for {@link ExchangeCall}
     */
    ExchangeCall newCall(HttpService service, ProcessorTable services, MemoryAccount memory, CallTranscoder transcoder);
}
