package io.grizzlythrift.httpport;

import io.grizzlythrift.call.ReplyOrder;
import io.grizzlythrift.connection.ServerConnection;
import io.grizzlythrift.reply.CopiedReplies;
import java.util.List;
import java.util.function.BooleanSupplier;

/**
 * Sends the responses of one connection. Each request gets the next place in the reply queue of the connection, which
 * writes the responses in the order of the requests.
 *
 * <p>The thread that reads accepts requests; any thread can respond. Both modify {@link #closing} under the lock of
 * this object, so no request is accepted after a response has announced the end of the connection.
 */
final class HttpConnection {
    /** Returned instead of a number if the connection is about to close, so that the request is discarded. */
    static final long NONE = -1;

    private final ServerConnection connection;
    private final BooleanSupplier draining;
    private long newest = NONE;
    private boolean closing;

    /** @param draining returns whether peers must send further requests elsewhere */
    HttpConnection(ServerConnection connection, BooleanSupplier draining) {
        this.connection = connection;
        this.draining = draining;
        connection.replyQueue().setOrder(ReplyOrder.REQUEST);
    }

    ServerConnection connection() {
        return connection;
    }

    /**
     * Accepts a request.
     *
     * @param last whether no request may follow
     * @return the number of its response, or {@link #NONE}
     */
    synchronized long accept(boolean last) {
        if (closing) {
            return NONE;
        }
        closing = last;
        newest = connection.replyQueue().accept(1);
        return newest;
    }

    /** Sends an interim response. */
    void sendInterim(byte[] response) {
        long number = accept(false);
        if (number != NONE) {
            deliver(number, response);
        }
    }

    /**
     * Sends the response to a request, once per number. While the server drains, the response to the newest request
     * announces the end of the connection.
     *
     * @param method the method of the request
     */
    void send(long number, String method, Responses.Content content) {
        boolean last = isLast(number);
        deliver(number, Responses.encode(content, method, last));
        if (last) {
            connection.closeOnceReplied("after the last response");
        }
    }

    /** Sends the response to an invalid request. If the peer does not close the connection then, its timeout does. */
    void sendRejection(long number, Responses.Content content) {
        deliver(number, Responses.encode(content, "", true));
    }

    private boolean isLast(long number) {
        boolean drains = draining.getAsBoolean();
        synchronized (this) {
            if (drains && number == newest) {
                closing = true;
            }
            return closing && number == newest;
        }
    }

    private void deliver(long number, byte[] response) {
        connection.replyQueue().deliver(List.of(new CopiedReplies(number, 1, response)));
    }
}
