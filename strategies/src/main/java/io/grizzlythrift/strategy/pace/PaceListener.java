package io.grizzlythrift.strategy.pace;

/** Is notified when the calls of a method begin to run on other threads. Called by the thread that ran the deciding call. */
public interface PaceListener {
    /** Calls of the method run on selector threads from now on. */
    void promoted(String method);

    /**
     * Calls of the method run on the pool from now on.
     *
     * @param slowNanos how long slow calls took, often a single one
     * @param waitNanos for how long calls have to be quick before the method is promoted again
     */
    void demoted(String method, long slowNanos, long waitNanos);
}
