package io.grizzlythrift.server;

import io.grizzlythrift.connection.ConnectionLimiter;
import io.grizzlythrift.thread.ShutdownOnce;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;

/**
 * Drains a server. First its sockets stop listening: a peer that was asked to close would otherwise connect again,
 * perhaps in the moment in which they close. Then our own clients are asked to close their connections, and their calls
 * run until they do. The calls of all others are rejected from the beginning, and their connections close once their
 * calls have replies, and their write queues are empty. Calls whose peer has disconnected run to their end as well.
 */
final class Drain {
    /** How long to wait for a selector thread that a handler blocks, before the connections are drained all the same. */
    private static final Duration MAX_LISTENING = Duration.ofSeconds(1);

    /** The part of the grace that this wait may take. */
    private static final int LISTENING_PART = 4;

    private Drain() {}

    /**
     * Drains, and waits for it.
     *
     * @param backlog the largest number of connections that wait to be accepted by a socket
     * @param rejection the text of the rejections
     * @return whether the sockets and all connections are closed and every call has ended, within the grace
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
