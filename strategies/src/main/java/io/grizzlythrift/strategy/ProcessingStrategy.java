package io.grizzlythrift.strategy;

import io.grizzlythrift.strategy.spi.StrategyThreads;
import java.util.Objects;
import org.jvnet.hk2.annotations.Contract;

/**
 * Decides which threads read connections and which threads run calls. Implementations are immutable: one instance may be
 * used by any number of servers, and each server gets its own threads.
 *
 * <p>An HK2 locator finds strategies by name ({@code locator.getService(ProcessingStrategy.class, "worker-thread")}): those
 * of this package and those that users add. {@link #named} finds those of this package without a locator.
 */
@SuppressWarnings("exports") // HK2 is optional: a module that uses it requires it
@Contract
public interface ProcessingStrategy {
    /**
     * Returns a strategy of this library with its default options.
     *
     * @param name {@code same-thread}, {@code worker-thread}, {@code leader-follower}, {@code adaptive} or {@code
     *     virtual-thread}
     * @return a new strategy
     * @throws IllegalArgumentException if no strategy has this name; the message contains the name and all valid names
     */
    static ProcessingStrategy named(String name) {
        return switch (Objects.requireNonNull(name, "name")) {
            case SameThreadStrategy.NAME -> SameThreadStrategy.create();
            case WorkerThreadStrategy.NAME -> WorkerThreadStrategy.create();
            case LeaderFollowerStrategy.NAME -> LeaderFollowerStrategy.create();
            case AdaptiveStrategy.NAME -> AdaptiveStrategy.create();
            case VirtualThreadStrategy.NAME -> VirtualThreadStrategy.create();
            default ->
                throw new IllegalArgumentException("strategy is " + name + ", must be one of "
                        + String.join(
                                ", ",
                                SameThreadStrategy.NAME,
                                WorkerThreadStrategy.NAME,
                                LeaderFollowerStrategy.NAME,
                                AdaptiveStrategy.NAME,
                                VirtualThreadStrategy.NAME));
        };
    }

    /** {@return the name by which configuration selects this strategy, for example {@code worker-thread}} */
    String name();

    /**
     * Returns the number of selector threads to use on this machine if the user does not set one.
     *
     * @return at least 1
     */
    int defaultSelectorThreads();

    /**
     * Returns whether this strategy works only if its threads are {@linkplain StrategyThreads#install installed} into the
     * transport, because the threads that read also decide where calls run. Others also run the calls of a transport whose
     * threads belong to somebody else; {@link StrategyThreads#install} is then never called.
     *
     * @return false by default
     */
    default boolean requiresOwnTransport() {
        return false;
    }

    /**
     * Starts the threads of one server.
     *
     * @param serverName the prefix of every thread name
     * @param selectorThreads the number of selectors of the transport, at least 1
     * @return running threads, to be installed into a transport before it starts
     */
    StrategyThreads start(String serverName, int selectorThreads);
}
