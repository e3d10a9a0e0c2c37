package io.grizzlythrift.client.internal.connection;

/** How long a connection has received no byte while something held. For one thread. */
final class QuietTime {
    private int readsBefore = -1;
    private long since;

    /**
     * Returns this time in nanoseconds; 0 if it does not hold, or a byte came. Must be called periodically.
     *
     * @param holds whether it holds now
     * @param reads the number of reads from the connection
     */
    long nanos(boolean holds, int reads, long now) {
        if (!holds || reads != readsBefore) {
            readsBefore = reads;
            since = now;
        }
        return now - since;
    }
}
