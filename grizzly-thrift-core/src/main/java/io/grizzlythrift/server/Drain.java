package io.grizzlythrift.server;

import io.grizzlythrift.connection.ConnectionLimiter;
import io.grizzlythrift.connection.ServerConnection;
import java.util.concurrent.CompletableFuture;

/**
 * Drains the connections of a server. Our own clients are asked to close their connections, and their calls run until
 * they do. Any other connection closes once its calls have replies, the calls that arrive meanwhile are rejected, and
 * its write queue is empty. Calls whose peer has disconnected run to their end as well.
 */
final class Drain {
    private Drain() {}

    /**
     * Starts to close the listening sockets and all connections of a filter, which must already reject calls.
     *
     * @return completes when all connections are drained
     */
    static CompletableFuture<Void> start(ConnectionLimiter connectionLimiter, ThriftServerFilter filter) {
        CompletableFuture<Void> allConnectionsClosed = connectionLimiter.close();
        filter.connections().forEach(ServerConnection::drain);
        return allConnectionsClosed.thenCompose(allClosed -> CompletableFuture.allOf(filter.connections().stream()
                .map(connection -> connection.replyQueue().whenIdle())
                .toArray(CompletableFuture[]::new)));
    }
}
