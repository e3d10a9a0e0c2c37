package io.grizzlythrift.client.balance;

import io.grizzlythrift.strategy.internal.util.Bounds;
import java.time.Duration;

/**
 * Options that decide when a server is ejected, so that it gets no calls for a while, and how it gets calls again.
 * Immutable. The only server of a client is never ejected.
 *
 * <p>A server is ejected:
 *
 * <ul>
 *   <li>After several failures in a row. A failure is an attempt to connect that failed, a connection that ended with
 *       calls, or a call that timed out. A server that drains, exceptions of handlers, and cancelled calls are not
 *       failures.
 *   <li>If the success rate of its calls is bad in comparison with that of all servers. Here, each call counts as a
 *       failure that timed out, was lost with its connection, was rejected for overload or its time in the queue, or
 *       whose reply is an exception that its method does not declare, or cannot be read.
 *   <li>If no caller waits any more for its calls in flight, and no byte came for the {@code callTimeout} of the
 *       client, at least 1 second.
 * </ul>
 *
 * <p>After a backoff, one call probes the server: a ping if {@code pingIdle} is set, otherwise a call of the user. If
 * it succeeds, the server gets calls again, few at first; if it fails, the server is ejected again. A oneway call
 * succeeds if no connection to the server ends within a second; unless the server was ejected for its connections,
 * oneway calls probe it only if there are no others. The backoff doubles
 * with each ejection up to a maximum, and is shortened at random by up to a half. While more than a certain part of all
 * servers is ejected, ejection is ignored, because then the servers are probably not at fault.
 */
public final class OutlierDetection {
    /** The maximum of {@link #withFailuresInRow}: {@value}. */
    public static final int MAX_FAILURES = 1_000;

    /** The maximum of {@link #withMinCalls}: {@value}. */
    public static final int MAX_CALLS = 1_000_000;

    /** The shortest time that can be set: 1 ms. */
    public static final Duration MIN_TIME = Duration.ofMillis(1);

    /** The longest time that can be set: 1 hour. */
    public static final Duration MAX_TIME = Duration.ofHours(1);

    private static final OutlierDetection DEFAULTS = new OutlierDetection(
            5,
            0.8,
            50,
            Duration.ofSeconds(10),
            Duration.ofMillis(500),
            Duration.ofSeconds(10),
            Duration.ofSeconds(10),
            0.5);
    private static final OutlierDetection OFF = new OutlierDetection(
            Integer.MAX_VALUE,
            0,
            Integer.MAX_VALUE,
            Duration.ofSeconds(10),
            Duration.ofMillis(500),
            Duration.ofSeconds(30),
            Duration.ZERO,
            0.5);

    private final int failuresInRow;
    private final double successRate;
    private final int minCalls;
    private final Duration interval;
    private final Duration initialBackoff;
    private final Duration maxBackoff;
    private final Duration slowStart;
    private final double panicThreshold;

    private OutlierDetection(
            int failuresInRow,
            double successRate,
            int minCalls,
            Duration interval,
            Duration initialBackoff,
            Duration maxBackoff,
            Duration slowStart,
            double panicThreshold) {
        this.failuresInRow = failuresInRow;
        this.successRate = successRate;
        this.minCalls = minCalls;
        this.interval = interval;
        this.initialBackoff = initialBackoff;
        this.maxBackoff = maxBackoff;
        this.slowStart = slowStart;
        this.panicThreshold = panicThreshold;
    }

    /** {@return the default options, which eject servers} */
    public static OutlierDetection create() {
        return DEFAULTS;
    }

    /** {@return options that eject no server and turn slow start off} */
    public static OutlierDetection off() {
        return OFF;
    }

    /**
     * Returns these options with another number of failures in a row that eject a server. Default: 5.
     *
     * @param failures 1 to {@value #MAX_FAILURES}
     * @return new options
     * @throws IllegalArgumentException if out of bounds
     */
    public OutlierDetection withFailuresInRow(int failures) {
        return new OutlierDetection(
                Bounds.requireBetween("failuresInRow", failures, 1, MAX_FAILURES),
                successRate,
                minCalls,
                interval,
                initialBackoff,
                maxBackoff,
                slowStart,
                panicThreshold);
    }

    /**
     * Returns these options with another threshold for success rates. Default: 0.8.
     *
     * @param rate the fraction of the success rate of all servers that a server must reach, 0 to 1; with 0, no server
     *     is ejected for its rate
     * @return new options
     * @throws IllegalArgumentException if out of bounds
     */
    public OutlierDetection withSuccessRate(double rate) {
        return new OutlierDetection(
                failuresInRow,
                Bounds.requireBetween("successRate", rate, 0, 1),
                minCalls,
                interval,
                initialBackoff,
                maxBackoff,
                slowStart,
                panicThreshold);
    }

    /**
     * Returns these options with another minimum number of calls for a success rate to count. Default: 50.
     *
     * @param calls the number of calls of one server in one interval, 1 to {@value #MAX_CALLS}
     * @return new options
     * @throws IllegalArgumentException if out of bounds
     */
    public OutlierDetection withMinCalls(int calls) {
        return new OutlierDetection(
                failuresInRow,
                successRate,
                Bounds.requireBetween("minCalls", calls, 1, MAX_CALLS),
                interval,
                initialBackoff,
                maxBackoff,
                slowStart,
                panicThreshold);
    }

    /**
     * Returns these options with another interval over which success rates are measured. Default: 10 s.
     *
     * @param time 1 ms to 1 hour
     * @return new options
     * @throws IllegalArgumentException if out of bounds
     */
    public OutlierDetection withInterval(Duration time) {
        return new OutlierDetection(
                failuresInRow,
                successRate,
                minCalls,
                Bounds.requireBetween("interval", time, MIN_TIME, MAX_TIME),
                initialBackoff,
                maxBackoff,
                slowStart,
                panicThreshold);
    }

    /**
     * Returns these options with another backoff of ejected servers. Default: 500 ms, up to 10 s.
     *
     * @param initial the backoff after the first ejection, 1 ms to 1 hour
     * @param max the longest backoff, from the initial one to 1 hour
     * @return new options
     * @throws IllegalArgumentException if out of bounds
     */
    public OutlierDetection withBackoff(Duration initial, Duration max) {
        Bounds.requireBetween("initial backoff", initial, MIN_TIME, MAX_TIME);
        return new OutlierDetection(
                failuresInRow,
                successRate,
                minCalls,
                interval,
                initial,
                Bounds.requireBetween("max backoff", max, initial, MAX_TIME),
                slowStart,
                panicThreshold);
    }

    /**
     * Returns these options with another duration of the slow start, during which the weight of a server rises from a
     * tenth to its full value. It applies to servers that were ejected, and to servers that are new while others are in
     * use. Default: 10 s.
     *
     * @param time zero to 1 hour; zero for no slow start
     * @return new options
     * @throws IllegalArgumentException if out of bounds
     */
    public OutlierDetection withSlowStart(Duration time) {
        return new OutlierDetection(
                failuresInRow,
                successRate,
                minCalls,
                interval,
                initialBackoff,
                maxBackoff,
                Bounds.requireBetween("slowStart", time, Duration.ZERO, MAX_TIME),
                panicThreshold);
    }

    /**
     * Returns these options with another panic threshold: if more than this fraction of all servers is ejected, all of
     * them get calls, unless the client has a zone and at least half of the servers there work. Default: 0.5.
     *
     * @param part 0 to 1; with 0, ejected servers always get calls; with 1, only if there is no other server
     * @return new options
     * @throws IllegalArgumentException if out of bounds
     */
    public OutlierDetection withPanicThreshold(double part) {
        return new OutlierDetection(
                failuresInRow,
                successRate,
                minCalls,
                interval,
                initialBackoff,
                maxBackoff,
                slowStart,
                Bounds.requireBetween("panicThreshold", part, 0, 1));
    }

    /** {@return the number of failures in a row that eject a server} */
    public int failuresInRow() {
        return failuresInRow;
    }

    /** {@return the fraction of the success rate of all servers that a server must reach} */
    public double successRate() {
        return successRate;
    }

    /** {@return the minimum number of calls for a success rate to count} */
    public int minCalls() {
        return minCalls;
    }

    /** {@return the interval over which success rates are measured} */
    public Duration interval() {
        return interval;
    }

    /** {@return the backoff after the first ejection} */
    public Duration initialBackoff() {
        return initialBackoff;
    }

    /** {@return the longest backoff} */
    public Duration maxBackoff() {
        return maxBackoff;
    }

    /** {@return the time during which the weight of a server rises to its full value; zero for no slow start} */
    public Duration slowStart() {
        return slowStart;
    }

    /** {@return the fraction of ejected servers above which ejection is ignored} */
    public double panicThreshold() {
        return panicThreshold;
    }

    @Override
    public String toString() {
        return "OutlierDetection[failuresInRow=" + failuresInRow + ", successRate=" + successRate + ", minCalls="
                + minCalls
                + ", interval=" + interval + ", backoff=" + initialBackoff + " to " + maxBackoff + ", slowStart="
                + slowStart + ", panicThreshold=" + panicThreshold + "]";
    }
}
