package io.grizzlythrift.internal.memory;

/**
 * The connection behind a {@link MemoryAccount}, which pauses or terminates itself when memory is scarce. Any thread
 * may call the methods, unless documented otherwise; no lock is held.
 */
public interface MemoryOwner {
    /**
     * Pauses reading until {@link MemoryAccount#mayResumeReading()}, because the connection uses more than its share.
     * Called by the reading thread.
     *
     * @param reason the reason, for the log
     */
    void pauseReading(String reason);

    /**
     * Terminates the connection at once and drops its pending writes, because the budget is exceeded and this
     * connection uses the most.
     *
     * @param reason the reason, for the log
     */
    void terminateForMemory(String reason);
}
