package io.grizzlythrift.memory;

/** What a budget asks of the connection behind a {@link MemoryAccount}. Called by any thread, without a lock held. */
public interface MemoryOwner {
    /**
     * The connection holds more than it may for now: it is not to be read until {@link MemoryAccount#mayResumeReading()}.
     * Called by the thread that reads it.
     *
     * @param reason for the log
     */
    void pauseReading(String reason);

    /**
     * The budget is used up, and no connection holds more. Ends the connection at once, with everything that waits to
     * be written.
     *
     * @param reason for the log
     */
    void terminateForMemory(String reason);
}
