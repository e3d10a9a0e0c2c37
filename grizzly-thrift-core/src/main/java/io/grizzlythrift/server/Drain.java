package io.grizzlythrift.server;

import io.grizzlythrift.connection.ConnectionLimiter;
import io.grizzlythrift.connection.ServerConnection;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/**
 * Drains the connections of a server. Our own clients are asked to close their connections, and their calls run until
 * they do. Any other connection closes once its calls have replies, the calls that arrive meanwhile are rejected, and
 * its write queue is empty. Calls whose peer has disconnected run to their end as well.
 */
final class Drain {
    private final CompletableFuture<Void> closed;

    private Drain(CompletableFuture<Void> closed) {
        this.closed = closed;
    }

    /** Starts to close the listening sockets and all connections of a filter, which must already reject calls. */
    static Drain of(ConnectionLimiter connectionLimiter, ThriftServerFilter filter) {
        CompletableFuture<Void> allConnectionsClosed = connectionLimiter.close();
        filter.connections().forEach(ServerConnection::drain);
        return new Drain(
                allConnectionsClosed.thenCompose(allClosed -> CompletableFuture.allOf(filter.connections().stream()
                        .map(connection -> connection.replyQueue().whenIdle())
                        .toArray(CompletableFuture[]::new))));
    }

    /**
     * Waits until all connections are drained. An interrupt ends the wait; the interrupt flag is set again.
     *
     * @param grace the longest time to wait
     * @param earlierGraceExpired ends the wait early when it completes
     * @return whether all connections are drained
     */
    boolean await(Duration grace, CompletableFuture<Void> earlierGraceExpired) {
        try {
            CompletableFuture.anyOf(closed, earlierGraceExpired)
                    .get(Math.max(0, grace.toNanos()), TimeUnit.NANOSECONDS);
        } catch (TimeoutException e) {
            return false;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } catch (ExecutionException e) {
            throw new IllegalStateException("a connection could not be drained", e.getCause());
        }
        return closed.isDone();
    }
}
