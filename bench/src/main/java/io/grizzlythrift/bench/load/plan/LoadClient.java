package io.grizzlythrift.bench.load.plan;

import java.io.IOException;
import org.HdrHistogram.Histogram;

/**
 * A client of the comparison. It connects, and then calls as fast as replies arrive, or at its plan's rate, until
 * closed.
 */
public interface LoadClient extends AutoCloseable {
    /**
     * Opens all connections and starts calling on its own threads. Must be closed even if this fails.
     *
     * @throws IOException if a connection cannot be opened
     */
    void start() throws IOException;

    /**
     * Returns the number of right replies since the start. Replies that were just read may be missing.
     *
     * @return a number that never decreases
     */
    long calls();

    /**
     * Returns the errors since the start.
     *
     * @return live counters
     */
    LoadErrors errors();

    /**
     * Starts or stops recording latencies.
     *
     * @param on whether replies from now on are recorded
     */
    void record(boolean on);

    /** Ends the calls, closes the connections and waits for the threads. */
    @Override
    void close();

    /**
     * Returns the latencies of the recorded replies, in nanoseconds.
     *
     * @return a histogram that the caller may change; complete only after {@link #close()}
     */
    Histogram latencies();
}
