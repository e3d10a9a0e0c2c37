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

    public static final List<Strategy> ALL = List.of(values());

    /** Those that run calls on the threads of a pool. */
    public static final List<Strategy> WITH_A_POOL = List.of(WORKER_THREAD, LEADER_FOLLOWER);

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
