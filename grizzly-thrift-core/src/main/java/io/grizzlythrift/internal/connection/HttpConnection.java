package io.grizzlythrift.internal.connection;

import io.grizzlythrift.call.ReplyOrder;
import io.grizzlythrift.internal.reply.CopiedReplies;
import java.util.List;
import java.util.function.BooleanSupplier;

/**
 * Sends the responses of one connection. Each request gets the next position in the reply queue of the connection, which
 * writes the responses in the order of the requests.
 *
 * <p>The thread that reads accepts requests; any thread can respond. Both modify {@link #closing} under the lock of
 * this object, so no request is accepted after a response has announced the end of the connection.
 */
final class HttpConnection {
    /** Returned instead of a number if the connection is about to close, so that the requests are discarded. */
    static final long NONE = -1;

    private final ServerConnection connection;
    private final BooleanSupplier draining;
    private long newest = NONE;

    /** Whether the newest response can announce the end: it is not made yet, and is not an interim one. */
    private boolean newestMayBeLast;

    private boolean closing;

    /** @param draining returns whether peers must send further requests elsewhere */
    HttpConnection(ServerConnection connection, BooleanSupplier draining) {
        this.connection = connection;
        this.draining = draining;
        connection.replyQueue().setOrder(ReplyOrder.REQUEST);
        connection.expectHttp();
    }

    ServerConnection connection() {
        return connection;
    }

    /**
     * Accepts the requests of a read together: if one of their responses announces the end of the connection, it is the
     * last one.
     *
     * @param requests their number, at least 1
     * @param last whether no request may follow
     * @param interim whether the last of the responses is an interim one
     * @return the number of the first response; the others follow it. Or {@link #NONE}
     */
    synchronized long accept(int requests, boolean last, boolean interim) {
        if (closing) {
            return NONE;
        }
        closing = last;
        newestMayBeLast = !interim;
        long first = connection.replyQueue().accept(requests);
        newest = first + requests - 1;
        return first;
    }

    /** Sends an interim response. */
    void sendInterim(long number, byte[] response) {
        deliver(number, 1, response);
    }

    /**
     * Sends the response to a request, once per number. While the server drains, and when the connection is old, the
     * response to the newest request so far announces the end of the connection.
     *
     * @param method the method of the request
     */
    void send(long number, String method, Responses.Content content) {
        boolean last = isLast(number);
        deliver(number, 1, Responses.encode(content, method, last));
        if (last) {
            closeOnceReplied();
        }
    }

    /** Sends the response to an invalid request. If the peer does not close the connection then, its timeout does. */
    void sendRejection(long number, Responses.Content content) {
        deliver(number, 1, Responses.encode(content, "", true));
    }

    /**
     * Returns whether a response, which is about to be made, is the last one of the connection. If so, it must announce
     * that, and {@link #closeOnceReplied} must be called after it is delivered. Called once for each response.
     *
     * <p>Once the connection has to end, the newest request so far is the last one, and later ones are discarded: a peer
     * that always has several in flight would otherwise never learn of the end, nor which of them have run.
     */
    boolean isLast(long number) {
        boolean ends = connection.isAboutToClose() || draining.getAsBoolean();
        synchronized (this) {
            closing |= ends && newestMayBeLast;
            newestMayBeLast &= number != newest; // this one is made now
            return closing && number == newest;
        }
    }

    /** Closes the connection once all responses are sent. */
    void closeOnceReplied() {
        if (connection.isAboutToClose() && !draining.getAsBoolean()) {
            connection.retireAfterResponse();
        } else {
            connection.closeOnceReplied("after the last response");
        }
    }

    /** Delivers the responses to requests with consecutive numbers. */
    void deliver(long first, int requests, byte[] responses) {
        connection.replyQueue().deliver(List.of(new CopiedReplies(first, requests, responses)));
    }
}
