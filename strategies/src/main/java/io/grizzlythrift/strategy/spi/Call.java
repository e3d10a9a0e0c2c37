package io.grizzlythrift.strategy.spi;

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
}
