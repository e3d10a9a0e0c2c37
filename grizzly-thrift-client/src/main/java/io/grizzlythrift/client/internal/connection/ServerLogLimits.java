package io.grizzlythrift.client.internal.connection;

import io.grizzlythrift.strategy.internal.util.LogLimiter;
import java.util.function.LongSupplier;

/**
 * Limits what a client logs about the states of its servers: of each kind of line {@value #LINES} at once, then one a second,
 * over all servers. A few servers are all named; in a fleet there are always some that fail.
 *
 * @param down a server has no connection
 * @param ejected a server gets no calls
 * @param readmitted a server gets calls again
 * @param silent a server no longer answers on a connection, which is replaced
 * @param left a server has closed its last connection as announced
 */
public record ServerLogLimits(
        LogLimiter down, LogLimiter ejected, LogLimiter readmitted, LogLimiter silent, LogLimiter left) {
    /** The number of lines of a kind that are written at once: {@value}. */
    public static final int LINES = 10;

    /** @param clock nanoseconds */
    public ServerLogLimits(LongSupplier clock) {
        this(limiter(clock), limiter(clock), limiter(clock), limiter(clock), limiter(clock));
    }

    private static LogLimiter limiter(LongSupplier clock) {
        return new LogLimiter(clock, LINES);
    }
}
