package io.grizzlythrift.server;

import io.grizzlythrift.internal.connection.ConnectionLimiter;
import io.grizzlythrift.strategy.internal.util.ShutdownOnce;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;

/**
 * Drains a server. First calls are rejected, then its sockets stop listening: otherwise a peer that was asked to close would connect again,
 * perhaps just as they close. Then clients of this project are asked to close their connections, and their calls run
 * until they do. Calls of all other clients are rejected from the beginning; their connections close once every call
 * has a reply and the write queue is empty. Calls whose peer has disconnected also run to completion.
 */
final class Drain {
    /** How long to wait for a selector thread that a handler blocks, before the connections are drained anyway. */
    private static final Duration MAX_LISTENING = Duration.ofSeconds(1);

    /** This wait may take the grace divided by this number. */
    private static final int LISTENING_PART = 4;

    private Drain() {}

    /**
     * Drains the server and waits until it is drained or the grace expires.
     *
     * @param backlog the largest number of connections that wait to be accepted by a socket
     * @param rejection the text of the rejections
     * @return whether, within the grace, the sockets and all connections were closed and every call ended
     */
    static boolean run(
            ShutdownOnce shutdown,
            ConnectionLimiter connectionLimiter,
            int backlog,
            ThriftServerFilter filter,
            String rejection,
            Duration grace) {
        long begin = System.nanoTime();
        Duration part = grace.dividedBy(LISTENING_PART);
        Duration maxWait = part.compareTo(MAX_LISTENING) < 0 ? part : MAX_LISTENING;
        filter.rejectCalls(rejection);
        shutdown.awaitDrained(connectionLimiter.stopListening(backlog), maxWait);
        filter.drainConnections();
        CompletableFuture<Void> drained = connectionLimiter.whenAllClosed().thenCompose(allClosed -> filter.whenIdle());
        return shutdown.awaitDrained(drained, grace.minusNanos(System.nanoTime() - begin));
    }
}
