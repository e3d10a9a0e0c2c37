package io.grizzlythrift.client.health;

import io.grizzlythrift.client.balance.OutlierDetection;
import io.grizzlythrift.client.io.TimerThread;
import io.grizzlythrift.client.retry.ExponentialBackoff;
import io.grizzlythrift.log.LogLimiter;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.LongSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Decides whether one server should get calls, from how its previous calls ended.
 *
 * <pre>
 *   OPEN --failures in a row, bad success rate--> EJECTED --backoff--> PROBING --success--> OPEN, with a slow start
 *                                                    ^                    |
 *                                                    +------failure-------+
 * </pre>
 *
 * <p>A successful call readmits an ejected server only if the call began after the ejection. It may be any call: a
 * ping, the call that took the probe, or one that was sent although the server is ejected.
 *
 * <p>Thread-safe: the lock of this object guards changes of the state, which are rare. A success costs one read of each
 * of two fields, and an addition.
 */
public final class EndpointHealth {
    private static final Logger LOG = LoggerFactory.getLogger(EndpointHealth.class);

    /** Which calls the server should get: all, none, or one probe. */
    private enum State {
        OPEN,
        EJECTED,
        PROBING
    }

    /** The fraction of its weight with which a server starts. */
    static final double FIRST_WEIGHT = 0.1;

    private static final String STALLED = "no call of those in flight had a reply";

    private static final long NOT_WARMING = Long.MIN_VALUE;

    private final OutlierDetection options;
    private final ExponentialBackoff backoff;
    private final LongSupplier clock;
    private final long probeNanos;
    private final Runnable onChange;
    private final TimerThread.Timer timer;
    private final PeakEwma latency = new PeakEwma();
    private final AtomicInteger failuresInRow = new AtomicInteger();
    private final LongAdder succeeded = new LongAdder();
    private final LongAdder failed = new LongAdder();
    private volatile State state = State.OPEN;
    private volatile boolean mayEject;
    private volatile long warmingSince = NOT_WARMING;
    private volatile long ejectedAt;
    private volatile String lastFailure = "";
    private volatile boolean probeOffered;
    private volatile long ejections;

    // Guarded by the lock of this object.
    private int ejectionsInRow;
    private long readmittedAt;
    private boolean disconnected;

    private final String client;
    private final String endpoint;
    private final LogLimiter log = new LogLimiter(System::nanoTime);
    private volatile boolean silent;

    /**
     * Creates the health of a server about which nothing is known yet.
     *
     * @param client the name of the client, for the log
     * @param endpoint host and port, for the log
     * @param probeNanos the time after which another call may take the probe if the first one has no result
     * @param onChange runs after {@link #isOut} or {@link #isProbing} changed, without a lock held
     */
    public EndpointHealth(
            String client,
            String endpoint,
            OutlierDetection options,
            LongSupplier clock,
            TimerThread timers,
            long probeNanos,
            Runnable onChange) {
        this.client = client;
        this.endpoint = endpoint;
        this.options = options;
        backoff = new ExponentialBackoff(options.initialBackoff(), options.maxBackoff());
        this.clock = clock;
        this.probeNanos = probeNanos;
        this.onChange = onChange;
        timer = timers.timer(this::offerProbe);
    }

    /** Sets whether the server may be ejected: not if it is the only one. */
    public void mayEject(boolean others) {
        synchronized (this) {
            mayEject = others;
        }
        if (!others) {
            readmit();
        }
    }

    /** {@return whether the server should get no calls, except a probe} */
    public boolean isOut() {
        return state != State.OPEN;
    }

    /** {@return whether one call should probe the server} */
    public boolean isProbing() {
        return state == State.PROBING;
    }

    /** {@return whether the server was ejected because it did not reply: its connections are of no use} */
    public boolean isSilent() {
        return silent && state == State.EJECTED;
    }

    /** {@return whether the server is in its slow start, with less than its full weight} */
    public boolean isWarming() {
        return weightFactor() < 1;
    }

    /** {@return how often the server was ejected} */
    public long ejections() {
        return ejections;
    }

    /** {@return the last failure, which may contain text of the peer; empty if there was none} */
    public String lastFailure() {
        return lastFailure;
    }

    /** {@return the latency of the server's calls} */
    public PeakEwma latency() {
        return latency;
    }

    // ---- ends of calls and connections

    /**
     * Records calls whose replies came at the same time.
     *
     * @param calls the number of calls, more than 0
     * @param latencyNanos their average latency
     * @param newestBegun when the last of them began
     * @param now when the replies came
     */
    public void succeeded(int calls, long latencyNanos, long newestBegun, long now) {
        latency.add(latencyNanos, now);
        if (failuresInRow.get() != 0) { // even for the only server: others may be added later
            failuresInRow.set(0);
        }
        if (!mayEject) {
            return;
        }
        succeeded.add(calls);
        if (state != State.OPEN && newestBegun - ejectedAt > 0) {
            readmit();
        }
    }

    /** Records that the server rejected a call because it is overloaded. */
    public void rejected() {
        countFailure();
    }

    /** Records that a call failed because its connection ended. */
    public void callLost() {
        countFailure();
    }

    private void countFailure() {
        if (mayEject) {
            failed.increment();
        }
    }

    /** Records that a call timed out after it was sent. */
    public void timedOut(long nanos, long begun, String reason) {
        long now = clock.getAsLong();
        latency.add(nanos, now);
        countFailure();
        if (state == State.OPEN || begun - ejectedAt > 0) { // not one of the calls for which it was ejected
            failedInRow(reason, false, now);
        }
    }

    /** Records that a connection could not be opened, or ended while it had calls. */
    public void connectionFailed(String reason) {
        failedInRow(reason, true, clock.getAsLong());
    }

    /**
     * Ejects the server because no reply came for a long time. Calls avoid it already; ejection adds the probe that
     * finds out when it replies again.
     */
    public void stalled() {
        if (mayEject && state != State.EJECTED) {
            lastFailure = STALLED;
            silent = true;
            eject(false, clock.getAsLong(), STALLED);
        }
    }

    /** Records that a connection was opened. A server that was ejected because of its connections is probed at once. */
    public void connected() {
        boolean offer;
        synchronized (this) {
            offer = state == State.EJECTED && disconnected;
        }
        if (offer) {
            offerProbe();
        }
    }

    private void failedInRow(String reason, boolean ofConnection, long now) {
        lastFailure = reason;
        int failures = failuresInRow.incrementAndGet();
        if (mayEject && (failures >= options.failuresInRow() || state == State.PROBING)) {
            silent = !ofConnection;
            eject(ofConnection, now, failures + " failures in a row");
        }
    }

    /**
     * Compares the success rate since the last comparison with that of all servers, and resets it.
     *
     * @return whether the server was ejected
     */
    public boolean compareRate(double rateOfAll) {
        long good = succeeded.sumThenReset();
        long bad = failed.sumThenReset();
        long calls = good + bad;
        if (!mayEject || state != State.OPEN || calls < options.minCalls()) {
            return false;
        }
        if ((double) good / calls >= options.successRate() * rateOfAll) {
            return false;
        }
        lastFailure = bad + " of " + calls + " calls failed";
        silent = false;
        eject(false, clock.getAsLong(), lastFailure);
        return true;
    }

    /** {@return the number of calls that succeeded since the last comparison} */
    public long succeeded() {
        return succeeded.sum();
    }

    /** {@return the number of calls that failed since the last comparison} */
    public long failed() {
        return failed.sum();
    }

    // ---- changes of the state

    private void eject(boolean ofConnection, long now, String reason) {
        long pause;
        synchronized (this) {
            if (state == State.EJECTED || !mayEject) {
                return;
            }
            if (state == State.OPEN && now - readmittedAt > options.maxBackoff().toNanos()) {
                ejectionsInRow = 0;
            }
            state = State.EJECTED;
            disconnected = ofConnection;
            ejections++;
            ejectedAt = now;
            probeOffered = false;
            failuresInRow.set(0);
            pause = backoff.nanos(ejectionsInRow++, ThreadLocalRandom.current().nextDouble());
            timer.set(now + pause);
        }
        log.log(suppressed -> LOG.warn(
                "client '{}': {} gets no calls for {} ms: {}{}",
                client,
                endpoint,
                TimeUnit.NANOSECONDS.toMillis(pause),
                reason,
                LogLimiter.suffix(suppressed)));
        onChange.run();
    }

    /** Lets one call probe the server. Runs on the timer thread, or after a connection was opened. */
    private void offerProbe() {
        synchronized (this) {
            if (state == State.OPEN) {
                return;
            }
            state = State.PROBING;
            probeOffered = true;
            timer.cancel();
        }
        onChange.run();
    }

    /** Takes the probe if one is offered. Returns true if the caller must probe the server now. */
    public boolean takeProbe() {
        if (!probeOffered) {
            return false;
        }
        synchronized (this) {
            if (!probeOffered || state != State.PROBING) {
                return false;
            }
            probeOffered = false;
            timer.set(clock.getAsLong() + probeNanos); // in case the call ends without a verdict: it may be cancelled
            return true;
        }
    }

    private void readmit() {
        synchronized (this) {
            if (state == State.OPEN) {
                return;
            }
            state = State.OPEN;
            timer.cancel();
            probeOffered = false;
            failuresInRow.set(0);
            readmittedAt = clock.getAsLong();
            latency.reset();
        }
        warm();
        LOG.info("client '{}': {} gets calls again", client, endpoint);
        onChange.run();
    }

    /** Begins the slow start, if it is on. */
    public void warm() {
        warmingSince = options.slowStart().isZero() ? NOT_WARMING : clock.getAsLong();
    }

    /** {@return the fraction of its weight that the server has now, above 0, up to 1} */
    public double weightFactor() {
        long since = warmingSince;
        if (since == NOT_WARMING) {
            return 1;
        }
        double part = (double) (clock.getAsLong() - since) / options.slowStart().toNanos();
        if (part >= 1) {
            warmingSince = NOT_WARMING;
            return 1;
        }
        return FIRST_WEIGHT + (1 - FIRST_WEIGHT) * part;
    }

    /** Cancels the timer. */
    public void close() {
        timer.cancel();
    }
}
