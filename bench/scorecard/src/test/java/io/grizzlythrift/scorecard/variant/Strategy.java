package io.grizzlythrift.scorecard.variant;

import io.grizzlythrift.strategy.LeaderFollowerStrategy;
import io.grizzlythrift.strategy.ProcessingStrategy;
import io.grizzlythrift.strategy.SameThreadStrategy;
import io.grizzlythrift.strategy.WorkerThreadStrategy;
import java.util.List;
import java.util.Locale;

/** The strategies of the server under test. */
public enum Strategy {
    SAME_THREAD,
    WORKER_THREAD,
    LEADER_FOLLOWER;

    private static boolean alternate;

    /**
     * Returns the strategies that a variant of a row runs on, for a data provider: all of them; scaled down, the default one
     * and, in turns, one of the others, to save time.
     */
    public static synchronized List<Strategy> tested() {
        if (Sizes.SOAK) {
            return List.of(values());
        }
        alternate = !alternate;
        return List.of(WORKER_THREAD, alternate ? SAME_THREAD : LEADER_FOLLOWER);
    }

    /** Creates the strategy; without a pool, {@code threads} and {@code queueCapacity} are ignored. */
    public ProcessingStrategy create(int threads, int queueCapacity) {
        return switch (this) {
            case SAME_THREAD -> SameThreadStrategy.create();
            case WORKER_THREAD -> WorkerThreadStrategy.ofThreads(threads).withQueueCapacity(queueCapacity);
            case LEADER_FOLLOWER -> LeaderFollowerStrategy.ofThreads(threads).withQueueCapacity(queueCapacity);
        };
    }

    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }
}
