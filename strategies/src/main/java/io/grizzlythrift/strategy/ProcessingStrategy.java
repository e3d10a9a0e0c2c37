package io.grizzlythrift.strategy;

import org.jvnet.hk2.annotations.Contract;

/**
 * Decides which threads read connections and which threads run calls. Implementations are immutable: one instance may be
 * used by any number of servers, and each server gets its own threads.
 *
 * <p>An HK2 locator finds strategies by name ({@code locator.getService(ProcessingStrategy.class, "worker-thread")}): the
 * three of this package and those that users add.
 */
@SuppressWarnings("exports") // HK2 is optional: a module that uses it requires it
@Contract
public interface ProcessingStrategy {
    /** {@return the name by which configuration selects this strategy, for example {@code worker-thread}} */
    String name();

    /**
     * Returns the number of selector threads to use on this machine if the user does not set one.
     *
     * @return at least 1
     */
    int defaultSelectorThreads();

    /**
     * Checks that this strategy supports a number of selectors. The default implementation accepts any.
     *
     * @param selectorThreads at least 1
     * @throws IllegalArgumentException if it does not; the message contains the number and the bound
     */
    default void checkSelectorThreads(int selectorThreads) {}

    /**
     * Starts the threads of one server.
     *
     * @param serverName the prefix of every thread name
     * @param selectorThreads the number of selectors of the transport, at least 1
     * @return running threads, to be installed into a transport before it starts
     * @throws IllegalArgumentException if this strategy does not support that many selectors; no thread is started then
     */
    StrategyThreads start(String serverName, int selectorThreads);
}
