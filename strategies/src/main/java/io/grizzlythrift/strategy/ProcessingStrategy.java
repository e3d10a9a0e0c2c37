package io.grizzlythrift.strategy;

import org.jvnet.hk2.annotations.Contract;

/**
 * Decides which threads read connections and which run calls. An immutable description: one instance may serve any
 * number of servers, each with threads of its own.
 *
 * <p>In an HK2 locator the strategies are found by name
 * ({@code locator.getService(ProcessingStrategy.class, "worker-thread")}), the ones of users as well as the three of
 * this package.
 */
@Contract
public interface ProcessingStrategy {
    /**
     * The name under which this strategy is chosen by configuration.
     *
     * @return for example {@code worker-thread}
     */
    String name();

    /**
     * How many selector threads suit this strategy on this machine when the user does not say.
     *
     * @return at least 1
     */
    int defaultSelectorThreads();

    /**
     * Checks that this strategy can serve a number of selectors. The default accepts any.
     *
     * @param selectorThreads at least 1
     * @throws IllegalArgumentException if it cannot; the message names the number and the bound
     */
    default void checkSelectorThreads(int selectorThreads) {}

    /**
     * Starts the threads of one server.
     *
     * @param serverName leads the name of every thread
     * @param selectorThreads how many selectors the transport will have, at least 1
     * @return running threads, to be installed into a transport before that starts
     * @throws IllegalArgumentException if this strategy cannot serve that many selectors; no thread was started then
     */
    StrategyThreads start(String serverName, int selectorThreads);
}
