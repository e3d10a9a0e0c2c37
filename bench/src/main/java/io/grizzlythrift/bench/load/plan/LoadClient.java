package io.grizzlythrift.bench.load.plan;

import java.io.IOException;
import org.HdrHistogram.Histogram;

/** A client of the comparison: connects, then calls as fast as replies come, or at its plan's rate, until it is closed. */
public interface LoadClient extends AutoCloseable {
    /**
     * Opens all connections and begins to call on threads of its own. Closed even if that fails.
     *
     * @throws IOException if a connection cannot be opened
     */
    void start() throws IOException;

    /**
     * Replies that were right, since the start. May lag behind by what a client has just read.
     *
     * @return a number that only grows
     */
    long calls();

    /**
     * What went wrong since the start.
     *
     * @return live counters
     */
    LoadErrors errors();

    /**
     * Begins or ends to record latencies.
     *
     * @param on whether replies from now on are recorded
     */
    void record(boolean on);

    /** Ends the calls, closes the connections and waits for the threads. */
    @Override
    void close();

    /**
     * The latencies of the recorded replies, in nanoseconds.
     *
     * @return a histogram of its own; complete only after {@link #close()}
     */
    Histogram latencies();
}
