package io.grizzlythrift.client.internal.sasl;

import java.util.function.LongConsumer;

/** Runs what authentication must not do on a selector or a caller. */
public interface SaslThreads {
    /** Runs a step of a negotiation, which may block, on one of a bounded number of threads. */
    void runAuthentication(Runnable step);

    /** Runs a login that no negotiation waits for, on a thread of its own. */
    void runLogin(Runnable login);

    /**
     * Creates a timer.
     *
     * @param task runs on the timer thread; must not block
     * @return sets the timer to a number of nanoseconds from now
     */
    LongConsumer alarm(Runnable task);
}
