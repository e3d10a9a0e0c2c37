package io.grizzlythrift.strategy.spi;

import io.grizzlythrift.strategy.internal.queue.MethodPace;

/**
 * One call of a {@link CallBatch}.
 *
 * <p>Only the library implements it: methods may be added in any version.
 */
public interface Call {
    /**
     * Runs the user's code on the current thread, which has {@linkplain CallBatch#claim() claimed} the call. Does not
     * throw: a failure is sent to the caller as a reply. The reply is buffered until {@link CallBatch#flush()}, or sent
     * earlier.
     */
    void run();

    /**
     * Returns how quick the calls of the same method have been. For the thread that has claimed the call and not run it.
     *
     * @return the result of {@link StrategyThreads#learn} for its method; null if the method is not known
     */
    @SuppressWarnings("exports") // for strategies of this library
    default MethodPace pace() {
        return null;
    }
}
