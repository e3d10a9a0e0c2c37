package io.grizzlythrift.server;

import io.grizzlythrift.connection.ConnectionLimiter;
import io.grizzlythrift.connection.ServerConnection;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/**
 * The end of a server's connections: each is closed once its calls are answered, what has arrived is read and refused,
 * and its write queue is empty. The calls of a peer that is gone may end as well.
 */
final class Drain {
    private final CompletableFuture<Void> closed;

    private Drain(CompletableFuture<Void> closed) {
        this.closed = closed;
    }

    /** Begins to end listening and to close every connection of a filter, which must refuse calls already. */
    static Drain of(ConnectionLimiter connectionLimiter, ThriftServerFilter filter) {
        filter.connections().forEach(ServerConnection::drain);
        return new Drain(connectionLimiter
                .close()
                .thenCompose(allClosed -> CompletableFuture.allOf(filter.connections().stream()
                        .map(connection -> connection.replyQueue().whenIdle())
                        .toArray(CompletableFuture[]::new))));
    }

    /**
     * Waits for the end, at most for the grace, and not once {@code cutOff} is complete. An interrupt ends the wait and
     * is kept.
     *
     * @return whether the end has come
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
