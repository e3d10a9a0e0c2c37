package io.grizzlythrift.spring.internal.server;

import io.grizzlythrift.strategy.AdaptiveStrategy;
import io.grizzlythrift.strategy.LeaderFollowerStrategy;
import io.grizzlythrift.strategy.ProcessingStrategy;
import io.grizzlythrift.strategy.SameThreadStrategy;
import io.grizzlythrift.strategy.VirtualThreadStrategy;
import io.grizzlythrift.strategy.WorkerThreadStrategy;
import java.util.Optional;

/** The strategies by name. */
final class Strategies {
    private Strategies() {}

    /** {@return the strategy that Spring Boot's virtual threads ask for; empty to keep that of the builder} */
    static Optional<ProcessingStrategy> byDefault(boolean virtualThreads, boolean threadsAreSet) {
        return virtualThreads && !threadsAreSet ? Optional.of(VirtualThreadStrategy.create()) : Optional.empty();
    }

    static String nameOfDefault(boolean virtualThreads) {
        return virtualThreads ? VirtualThreadStrategy.NAME : WorkerThreadStrategy.NAME;
    }

    static ProcessingStrategy of(String name) {
        return switch (name) {
            case SameThreadStrategy.NAME -> SameThreadStrategy.create();
            case WorkerThreadStrategy.NAME -> WorkerThreadStrategy.create();
            case LeaderFollowerStrategy.NAME -> LeaderFollowerStrategy.create();
            case AdaptiveStrategy.NAME -> AdaptiveStrategy.create();
            case VirtualThreadStrategy.NAME -> VirtualThreadStrategy.create();
            default -> throw new IllegalArgumentException("there is no such strategy, only " + names());
        };
    }

    static ProcessingStrategy of(String name, int threads) {
        return switch (name) {
            case WorkerThreadStrategy.NAME -> WorkerThreadStrategy.ofThreads(threads);
            case LeaderFollowerStrategy.NAME -> LeaderFollowerStrategy.ofThreads(threads);
            case AdaptiveStrategy.NAME -> AdaptiveStrategy.ofThreads(threads);
            case VirtualThreadStrategy.NAME -> VirtualThreadStrategy.ofThreads(threads);
            default -> throw new IllegalArgumentException("the strategy " + name + " has no threads of its own");
        };
    }

    private static String names() {
        return String.join(
                ", ",
                SameThreadStrategy.NAME,
                WorkerThreadStrategy.NAME,
                LeaderFollowerStrategy.NAME,
                AdaptiveStrategy.NAME,
                VirtualThreadStrategy.NAME);
    }
}
