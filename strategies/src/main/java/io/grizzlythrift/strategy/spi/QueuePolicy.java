package io.grizzlythrift.strategy.spi;

import io.grizzlythrift.strategy.internal.queue.FairShare;
import java.time.Duration;
import java.util.Optional;

/**
 * How the queue of a strategy serves the batches that wait for a thread, beyond sharing threads fairly between flows.
 *
 * @param prioritized whether batches have different {@linkplain CallBatch#priority() priorities}. Each priority then leaves
 *     one place in sixteen of the queue to every higher one
 * @param overloadInterval how long batches must wait without interruption until {@link StrategyThreads#isOverloaded} returns
 *     true and the newest batches go first; empty for never
 */
public record QueuePolicy(boolean prioritized, Optional<Duration> overloadInterval) {
    /** First come, first served. */
    public static final QueuePolicy FIFO = new QueuePolicy(false, Optional.empty());

    /**
     * Returns how many of the places of a queue, or of any bounded resource, a priority leaves to higher ones.
     *
     * @param priority as in {@link CallBatch#priority()}
     * @param places the total number of places
     * @return 0 unless this policy is prioritized
     */
    public int reservedFrom(int priority, int places) {
        return prioritized ? FairShare.reservedFrom(priority, places) : 0;
    }
}
