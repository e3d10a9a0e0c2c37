package io.grizzlythrift.client.internal.endpoint;

import io.grizzlythrift.client.config.ThriftClientConfig;
import io.grizzlythrift.client.internal.connection.ClientContext;
import io.grizzlythrift.client.internal.connection.ExponentialBackoff;
import io.grizzlythrift.client.internal.io.TimerThread;
import java.util.concurrent.ThreadLocalRandom;

/**
 * Decides when the next attempt to connect to one server may be made: after a backoff that doubles with each consecutive
 * failure. Guarded by the lock of {@link EndpointConnections}.
 */
final class ReconnectBackoff {
    private final ClientContext context;
    private final TimerThread.Timer timer;
    private final ExponentialBackoff backoff;
    private long until;
    private int failures;

    /** @param onEnd runs on the timer thread after each backoff */
    ReconnectBackoff(ClientContext context, Runnable onEnd) {
        this.context = context;
        ThriftClientConfig config = context.config();
        backoff = new ExponentialBackoff(config.initialReconnectBackoff(), config.maxReconnectBackoff());
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

    /** {@return the number of consecutive failures} */
    int failures() {
        return failures;
    }

    /** Begins a backoff, because an attempt failed. */
    void begin() {
        until = context.now()
                + backoff.nanos(failures, ThreadLocalRandom.current().nextDouble());
        failures++;
        timer.set(until);
    }

    /** Records that an attempt was useful: the next failure counts as the first. */
    void reset() {
        failures = 0;
    }

    /** {@return the longest backoff that another failure may cause, in nanoseconds} */
    long longest() {
        return backoff.nanos(failures, 0);
    }
}
