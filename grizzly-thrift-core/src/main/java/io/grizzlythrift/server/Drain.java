package io.grizzlythrift.server;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/**
 * The end of a server's connections: each is closed once its calls are answered and its write queue is empty. The calls of a peer that is
 * gone may end as well.
 */
final class Drain {
    private final CompletableFuture<Void> closed;

    private Drain(CompletableFuture<Void> closed) {
        this.closed = closed;
    }

    /** Begins to close every connection of a filter, which must refuse calls already. */
    static Drain of(ThriftServerFilter filter) {
        List<CompletableFuture<?>> all = new ArrayList<>();
        for (ServerConnection connection : filter.connections()) {
            all.add(connection.line().whenIdle().thenRun(connection::closeAfterWrites));
            all.add(connection.whenClosed());
        }
        return new Drain(CompletableFuture.allOf(all.toArray(CompletableFuture[]::new)));
    }

    /** Waits for the end. Returns false if it did not come in time; an interrupt ends the wait and is kept. */
    boolean await(Duration grace) {
        try {
            closed.get(grace.toNanos(), TimeUnit.NANOSECONDS);
            return true;
        } catch (TimeoutException e) {
            return false;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return false;
        } catch (ExecutionException e) {
            throw new IllegalStateException("a connection could not be drained", e.getCause());
        }
    }
}
