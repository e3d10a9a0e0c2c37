package io.grizzlythrift.client.discovery;

import io.grizzlythrift.strategy.internal.util.DaemonLoop;
import io.grizzlythrift.strategy.internal.util.FailureLog;
import java.time.Duration;
import java.util.Objects;
import java.util.function.LongSupplier;
import org.slf4j.LoggerFactory;

/**
 * A running {@link PollingResolver}: a thread that makes a lookup when one is due, and is parked in between.
 *
 * <p>Thread-safe: only that thread uses the mutable fields that are not volatile. Answers are delivered under the lock
 * of this object, and {@link #close} takes the same lock, so nothing is delivered after it returns.
 */
final class PollingResolution implements Resolver.Resolution {
    private final PollingResolver.Lookup lookup;
    private final long minNanos;
    private final long maxNanos;
    private final Resolver.Listener listener;
    private final LongSupplier clock;
    private final DaemonLoop loop;

    /** When the next lookup is due, and the earliest time to which {@link #refresh} may move it. */
    private long due;

    private long earliest;
    private long failurePause;
    private volatile boolean refresh;
    private volatile boolean closed;

    /**
     * Creates a resolution that does nothing until {@link #start}.
     *
     * @param clock returns nanoseconds
     */
    PollingResolution(
            String name,
            PollingResolver.Lookup lookup,
            Duration minInterval,
            Duration maxInterval,
            Resolver.Listener listener,
            LongSupplier clock) {
        this.lookup = lookup;
        this.listener = Objects.requireNonNull(listener, "listener");
        this.clock = clock;
        minNanos = minInterval.toNanos();
        maxNanos = maxInterval.toNanos();
        failurePause = minNanos;
        due = clock.getAsLong();
        earliest = due;
        loop = new DaemonLoop(
                "resolver-" + name,
                this::step,
                minNanos,
                new FailureLog(LoggerFactory.getLogger(PollingResolver.class), "servers could not be looked up"));
    }

    void start() {
        loop.start();
    }

    /** Makes a lookup if one is due. Returns the time until the next one in nanoseconds. */
    long step() {
        if (closed) {
            return DaemonLoop.UNTIL_WOKEN;
        }
        if (refresh) {
            refresh = false;
            due = earliest;
        }
        if (clock.getAsLong() - due >= 0) {
            long pause = lookUp();
            long now = clock.getAsLong();
            due = now + pause;
            earliest = now + minNanos;
        }
        return Math.max(1, due - clock.getAsLong());
    }

    /** Returns how long the answer is valid, or the pause after a failure, in nanoseconds. */
    private long lookUp() {
        PollingResolver.Answer answer;
        try {
            answer = Objects.requireNonNull(lookup.lookUp(), "the answer of the lookup");
        } catch (Exception e) {
            deliver(() -> listener.failed(e));
            long pause = failurePause;
            failurePause = Math.min(2 * pause, maxNanos);
            return pause;
        }
        failurePause = minNanos;
        deliver(() -> listener.resolved(answer.servers()));
        long valid = answer.validFor().compareTo(Duration.ofNanos(maxNanos)) < 0
                ? answer.validFor().toNanos()
                : maxNanos;
        return Math.max(minNanos, valid);
    }

    private synchronized void deliver(Runnable notice) {
        if (!closed) {
            notice.run();
        }
    }

    @Override
    public void refresh() {
        if (!refresh) { // wakes the thread once, however many connection attempts fail
            refresh = true;
            loop.wake();
        }
    }

    @Override
    public void close() {
        synchronized (this) {
            closed = true;
        }
        loop.close();
        loop.thread().interrupt();
    }
}
