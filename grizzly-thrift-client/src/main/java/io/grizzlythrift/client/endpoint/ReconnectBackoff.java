package io.grizzlythrift.client.endpoint;

import io.grizzlythrift.client.config.ThriftClientConfig;
import io.grizzlythrift.client.context.ClientContext;
import io.grizzlythrift.client.io.TimerThread;
import java.util.concurrent.ThreadLocalRandom;

/**
 * When the next attempt to connect to one server may be made: after each failure in a row, a backoff that doubles. Guarded by the
 * lock of {@link EndpointConnections}.
 */
final class ReconnectBackoff {
    private final ClientContext context;
    private final TimerThread.Timer timer;
    private long until;
    private int failures;

    /** @param onEnd runs on the timer thread after each backoff */
    ReconnectBackoff(ClientContext context, Runnable onEnd) {
        this.context = context;
        timer = context.threads().timers().timer(onEnd);
    }

    /** {@return whether an attempt may be made now} */
    boolean isOver() {
        return context.now() >= until;
    }

    /** {@return when the next attempt may be made} */
    long until() {
        return until;
    }

    /** {@return the number of failures in a row} */
    int failures() {
        return failures;
    }

    /** An attempt failed. */
    void begin() {
        until = context.now() + nanos(failures, ThreadLocalRandom.current().nextDouble());
        failures++;
        timer.set(until);
    }

    /** An attempt was of use: the next failure counts as the first. */
    void reset() {
        failures = 0;
    }

    /** {@return the longest backoff after another failure} */
    long longest() {
        return nanos(failures, 0);
    }

    /**
     * Returns the backoff after a number of failures in a row: it doubles with each failure, and is shortened at random
     * by up to a half.
     */
    long nanos(int failuresBefore, double random) {
        ThriftClientConfig config = context.config();
        long first = config.initialReconnectBackoff().toNanos();
        long largest = config.maxReconnectBackoff().toNanos();
        int doublings = Math.min(failuresBefore, Long.SIZE - 1);
        long pause = first > largest >> doublings ? largest : first << doublings;
        return pause - (long) (pause * random / 2);
    }
}
