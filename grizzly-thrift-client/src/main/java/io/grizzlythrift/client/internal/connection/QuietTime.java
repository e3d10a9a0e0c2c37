package io.grizzlythrift.client.internal.connection;

/** How long a connection has received no byte while something held. For one thread. */
final class QuietTime {
    private final long maxGapNanos;
    private int readsBefore = -1;
    private long since;
    private long checkedAt;

    /**
     * Creates the time of a connection that has not been checked.
     *
     * @param maxGapNanos the longest time between two calls of {@link #nanos} that counts; after a longer one, during which
     *     nobody looked or the process stood still, the time begins again
     */
    QuietTime(long maxGapNanos) {
        this.maxGapNanos = maxGapNanos;
    }

    /**
     * Returns this time in nanoseconds; 0 if it does not hold, or a byte came. Must be called periodically.
     *
     * @param holds whether it holds now
     * @param reads the number of reads from the connection
     */
    long nanos(boolean holds, int reads, long now) {
        if (!holds || reads != readsBefore || now - checkedAt > maxGapNanos) {
            readsBefore = reads;
            since = now;
        }
        checkedAt = now;
        return now - since;
    }
}
