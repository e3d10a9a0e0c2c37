package io.grizzlythrift.client.balance;

import io.grizzlythrift.option.Bounds;
import java.time.Duration;

/**
 * When a server of several gets no calls for a while, and how it gets them again. Immutable. Never applies to the only server of
 * a client.
 *
 * <p>A server is ejected after failures in a row: an attempt to connect that failed, a connection that ended with calls, or a
 * call that timed out. It is also ejected if the success rate of its calls is bad in comparison with that of all servers; there
 * rejections for overload count, too. And it is ejected if nobody waits for the calls that it has in flight, and no byte came
 * for the {@code callTimeout} of the client, at least 1 second. A server that drains, exceptions of handlers, and calls that are
 * cancelled are not failures.
 *
 * <p>After a backoff, which doubles with each ejection up to a maximum and is shortened at random by up to a half, one call
 * decides: a ping if {@code pingIdle} is set, otherwise a call of the user. If it succeeds, the server gets calls again, few at
 * first; if it fails, it is ejected again. While more than a part of all servers is ejected, ejection is ignored: then it
 * is not the servers that are at fault.
 */
public final class OutlierDetection {
    /** The most failures in a row that can be set: {@value}. */
    public static final int MAX_FAILURES = 1_000;

    /** The most calls that can be asked for before a success rate counts: {@value}. */
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

    /** {@return the defaults, which are on} */
    public static OutlierDetection create() {
        return DEFAULTS;
    }

    /** {@return detection that ejects no server, and no slow start} */
    public static OutlierDetection off() {
        return OFF;
    }

    /**
     * Returns this detection with another number of failures in a row. Default: 5.
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
     * Returns this detection with another threshold for success rates. Default: 0.8.
     *
     * @param rate the part of the success rate of all servers that one must reach, 0 to 1; 0 ejects none for its rate
     * @return new options
     * @throws IllegalArgumentException if out of bounds
     */
    public OutlierDetection withSuccessRate(double rate) {
        return new OutlierDetection(
                failuresInRow,
                FractionBounds.requireBetween("successRate", rate, 0, 1),
                minCalls,
                interval,
                initialBackoff,
                maxBackoff,
                slowStart,
                panicThreshold);
    }

    /**
     * Returns this detection with another minimum of calls for a success rate to count. Default: 50.
     *
     * @param calls of one server in one interval, 1 to {@value #MAX_CALLS}
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
     * Returns this detection with another time over which success rates are taken. Default: 10 s.
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
     * Returns this detection with another backoff of ejected servers. Default: 500 ms, up to 10 s.
     *
     * @param initial after the first ejection, 1 ms to 1 hour
     * @param max not less than the initial one, up to 1 hour
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
     * Returns this detection with another time in which the weight of a server rises from a tenth to its full value: of one that
     * was ejected, and of one that is new while others are in use. Default: 10 s.
     *
     * @param time zero, which is off, to 1 hour
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
     * Returns this detection with another panic threshold: if more than this part of all servers is ejected, all get calls. Default: 0.5.
     *
     * @param part 0 to 1; with 0, ejected servers get calls as well; with 1, only if there is no other server
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
                FractionBounds.requireBetween("panicThreshold", part, 0, 1));
    }

    /** {@return the number of failures in a row that eject a server} */
    public int failuresInRow() {
        return failuresInRow;
    }

    /** {@return the part of the success rate of all servers that one must reach} */
    public double successRate() {
        return successRate;
    }

    /** {@return how many calls it takes for a success rate to count} */
    public int minCalls() {
        return minCalls;
    }

    /** {@return the time over which success rates are taken} */
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

    /** {@return the time in which the weight of a server rises} */
    public Duration slowStart() {
        return slowStart;
    }

    /** {@return the part of ejected servers above which ejection is ignored} */
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
