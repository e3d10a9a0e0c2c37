package io.grizzlythrift.strategy.internal.queue;

/** Is notified when the calls of a method move to other threads. Called by the thread that ran the deciding call. */
public interface PaceListener {
    /** Calls of the method run on selector threads from now on. */
    void promoted(String method);

    /**
     * Calls of the method run on the pool from now on.
     *
     * @param slowNanos how long the slow calls took; often there was only one
     * @param waitNanos how long calls must be quick before the method is promoted again
     */
    void demoted(String method, long slowNanos, long waitNanos);
}
