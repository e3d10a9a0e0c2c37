package io.grizzlythrift.client.health;

import io.grizzlythrift.client.balance.OutlierDetection;
import io.grizzlythrift.client.io.TimerThread;
import io.grizzlythrift.client.retry.ExponentialBackoff;
import io.grizzlythrift.log.LogLimiter;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.BooleanSupplier;
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
 * <p>A good reply readmits an ejected server only if its call began after the ejection. It may be any call: a ping, the
 * call that took the probe, or one that was sent although the server is ejected. After an ejection for anything but the
 * success rate, any reply will do. A oneway call that probes the server readmits it if no connection to the server ends
 * within a second.
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

    /** Why a server is ejected. */
    private enum Reason {
        /** Connections could not be opened, or ended with calls. */
        CONNECTIONS,
        /** Calls had no reply. */
        SILENCE,
        /** Its success rate is bad. */
        RATE
    }

    /** How long no connection may end after a oneway probe. */
    static final long ONEWAY_PROBE_NANOS = TimeUnit.SECONDS.toNanos(1);

    private static final String STALLED = "no call of those in flight had a reply";

    private static final long NOT_WARMING = Long.MIN_VALUE;

    private final OutlierDetection options;
    private final ExponentialBackoff backoff;
    private final LongSupplier clock;
    private final long probeNanos;
    private final Runnable onChange;
    private final TimerThread.Timer timer;
    private final PeakEwma latency = new PeakEwma();
    private final SuccessRate successRate = new SuccessRate();
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
    private volatile Reason reason = Reason.CONNECTIONS;

    // Guarded by the lock of this object.
    private int ejectionsInRow;
    private long readmittedAt;
    private long probeOfferedAt;

    /** Whether a oneway call has taken the probe, and no connection has ended since. */
    private boolean onewayProbe;

    /** Whether the last failure was one to connect. */
    private boolean unreachable;

    private final String client;
    private final String endpoint;
    private final LogLimiter log = new LogLimiter(System::nanoTime);

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
        timer = timers.timer(this::probeTimer);
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
        return reason == Reason.SILENCE && state == State.EJECTED;
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

    /** {@return the fraction of the server's recent calls that did not fail, above 0, up to 1} */
    public double successRate() {
        return successRate.value();
    }

    /** Makes the server look better while nothing is measured, so that it is tried again. */
    public void decay(long now) {
        latency.decay(now);
        successRate.decay(now);
    }

    // ---- ends of calls and connections

    /**
     * Records good replies that came at the same time.
     *
     * @param calls their number, more than 0
     * @param latencyNanos the average latency of their calls
     * @param newestBegun when the last of these calls began
     * @param now when the replies came
     */
    public void succeeded(int calls, long latencyNanos, long newestBegun, long now) {
        successRate.good(calls, now);
        if (successRate.isLow()) {
            latency.addLonger(latencyNanos, now);
        } else {
            latency.add(latencyNanos, now);
        }
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

    /**
     * Records the reply to a call whose outcome was recorded before: it was abandoned, or timed out.
     *
     * @param good whether the reply is a good one
     */
    public void repliedLate(long begun, boolean good, long now) {
        latency.addLonger(now - begun, now);
        if (good && state != State.OPEN && begun - ejectedAt > 0) {
            readmit();
        }
    }

    /** Records a reply that is not a good one: an exception that is not declared, or a rejection. */
    public void repliedBadly(long begun, long now) {
        lost(now);
        if (state == State.OPEN || begun - ejectedAt <= 0) {
            return;
        }
        if (reason != Reason.RATE) {
            readmit(); // it replies, which it did not when it was ejected
        } else if (state == State.PROBING) {
            eject(Reason.RATE, now, "the probe failed");
        }
    }

    /** Records that a reply that was recorded as good is unusable. */
    public void revokeReply(long now) {
        successRate.revoke(now);
        latency.keep(now);
        if (mayEject) {
            succeeded.decrement();
            failed.increment();
        }
    }

    /** Records a call that failed because its connection ended. */
    public void lost(long now) {
        successRate.failed(now);
        latency.keep(now);
        if (mayEject) {
            failed.increment();
        }
    }

    /** Records that the caller abandoned a call that was sent: it has taken at least this time. */
    public void abandoned(long nanos, long now) {
        latency.addLonger(nanos, now);
    }

    /** Records that a call timed out after it was sent. */
    public void timedOut(long nanos, long begun, String failure) {
        long now = clock.getAsLong();
        lost(now);
        latency.raise(nanos, now);
        if (state == State.OPEN || begun - ejectedAt > 0) { // not one of the calls for which it was ejected
            failedInRow(failure, Reason.SILENCE, now);
        }
    }

    /** Records that a connection could not be opened. */
    public void connectFailed(String failure) {
        synchronized (this) {
            unreachable = true;
        }
        failedInRow(failure, Reason.CONNECTIONS, clock.getAsLong());
    }

    /** Records that a connection ended while it had calls, or before it was useful. */
    public void connectionLost(String failure) {
        synchronized (this) {
            unreachable = false;
        }
        failedInRow(failure, Reason.CONNECTIONS, clock.getAsLong());
    }

    /** Records that the server closed a connection that had no calls. */
    public void connectionClosed(String how) {
        boolean probed;
        synchronized (this) {
            probed = onewayProbe;
        }
        if (probed) { // perhaps the server closes every connection on which it gets a call
            connectionLost(how);
        }
    }

    /**
     * Ejects the server because no reply came for a long time. Calls avoid it already; ejection adds the probe that
     * finds out when it replies again.
     */
    public void stalled() {
        if (mayEject && state != State.EJECTED) {
            lastFailure = STALLED;
            eject(Reason.SILENCE, clock.getAsLong(), STALLED);
        }
    }

    /**
     * Records that a connection was opened. A server that is ejected because of its connections is probed at once if it
     * could not be connected before. If it was connected and the connection ended, another one proves nothing.
     */
    public void connected() {
        boolean offer;
        synchronized (this) {
            offer = state == State.EJECTED && reason == Reason.CONNECTIONS && unreachable;
            unreachable = false;
        }
        if (offer) {
            offerProbe();
        }
    }

    private void failedInRow(String failure, Reason kind, long now) {
        lastFailure = failure;
        int failures = failuresInRow.incrementAndGet();
        if (mayEject && (failures >= options.failuresInRow() || state == State.PROBING)) {
            eject(kind, now, failures + " failures in a row");
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
        eject(Reason.RATE, clock.getAsLong(), lastFailure);
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

    private void eject(Reason why, long now, String logged) {
        long pause;
        synchronized (this) {
            if (state == State.EJECTED || !mayEject) {
                return;
            }
            if (state == State.OPEN && now - readmittedAt > options.maxBackoff().toNanos()) {
                ejectionsInRow = 0;
            }
            state = State.EJECTED;
            reason = why;
            ejections++;
            ejectedAt = now;
            probeOffered = false;
            onewayProbe = false;
            failuresInRow.set(0);
            pause = backoff.nanos(ejectionsInRow++, ThreadLocalRandom.current().nextDouble());
            timer.set(now + pause);
        }
        log.log(suppressed -> LOG.warn(
                "client '{}': {} gets no calls for {} ms: {}{}",
                client,
                endpoint,
                TimeUnit.NANOSECONDS.toMillis(pause),
                logged,
                LogLimiter.suffix(suppressed)));
        onChange.run();
    }

    /** A backoff is over, or a call that took the probe had no result. Runs on the timer thread. */
    private void probeTimer() {
        if (!readmitIf(() -> onewayProbe)) {
            offerProbe();
        }
    }

    /** Lets one call probe the server. Runs on the timer thread, or after a connection was opened. */
    private void offerProbe() {
        synchronized (this) {
            if (state == State.OPEN) {
                return;
            }
            if (state != State.PROBING) {
                probeOfferedAt = clock.getAsLong();
            }
            state = State.PROBING;
            probeOffered = true;
            onewayProbe = false;
            timer.cancel();
        }
        onChange.run();
    }

    /**
     * Takes the probe if one is offered. Returns true if the caller must probe the server now. Whether a oneway call
     * runs is never known, so if the server did not reply, or failed calls, other calls come first.
     *
     * @param oneway whether a oneway call is the probe
     */
    public boolean takeProbe(boolean oneway) {
        if (!probeOffered) {
            return false;
        }
        synchronized (this) {
            if (!probeOffered || state != State.PROBING) {
                return false;
            }
            long now = clock.getAsLong();
            if (oneway && reason != Reason.CONNECTIONS && now - probeOfferedAt < probeNanos) {
                return false;
            }
            probeOffered = false;
            onewayProbe = oneway;
            // in case the call ends without a verdict: it may be cancelled
            timer.set(now + (oneway ? Math.min(probeNanos, ONEWAY_PROBE_NANOS) : probeNanos));
            return true;
        }
    }

    private void readmit() {
        readmitIf(() -> true);
    }

    /**
     * Readmits the server unless it is open, or the condition, which is checked with the lock held, does not hold. Returns
     * whether it did.
     */
    private boolean readmitIf(BooleanSupplier condition) {
        synchronized (this) {
            if (state == State.OPEN || !condition.getAsBoolean()) {
                return false;
            }
            state = State.OPEN;
            timer.cancel();
            probeOffered = false;
            onewayProbe = false;
            failuresInRow.set(0);
            readmittedAt = clock.getAsLong();
            latency.reset();
            successRate.reset();
        }
        warm();
        LOG.info("client '{}': {} gets calls again", client, endpoint);
        onChange.run();
        return true;
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
