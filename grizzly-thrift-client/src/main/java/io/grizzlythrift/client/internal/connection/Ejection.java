package io.grizzlythrift.client.internal.connection;

import io.grizzlythrift.client.balance.OutlierDetection;
import io.grizzlythrift.client.internal.io.TimerThread;
import io.grizzlythrift.strategy.internal.util.LogLimiter;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BooleanSupplier;
import java.util.function.LongSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Whether one server gets calls.
 *
 * <pre>
 *   OPEN --failures in a row, bad success rate--> EJECTED --backoff--> PROBING --success--> OPEN
 *                                                    ^                    |
 *                                                    +------failure-------+
 * </pre>
 *
 * <p>A good reply readmits an ejected server only if its call began after the ejection. It may be any call: the one that
 * took the probe, or one that was sent although the server is ejected. If it turns out that the reply cannot be read, the
 * server is ejected again. After an ejection for anything but the success rate, any reply will do, even to a ping. A oneway
 * call that probes the server readmits it if no connection to the server ends within a second.
 *
 * <p>Thread-safe: the lock of this object guards changes of the state, which are rare.
 */
public final class Ejection {
    private static final Logger LOG = LoggerFactory.getLogger(EndpointHealth.class);

    /** Which calls the server should get: all, none, or one probe. */
    private enum State {
        OPEN,
        EJECTED,
        PROBING
    }

    /** Why a server is ejected. */
    enum Reason {
        /** Connections could not be opened, or ended with calls. */
        CONNECTIONS,
        /** Calls had no reply. */
        SILENCE,
        /** Its success rate is bad. */
        RATE
    }

    /** How long no connection may end after a oneway probe. */
    static final long ONEWAY_PROBE_NANOS = TimeUnit.SECONDS.toNanos(1);

    private final String client;
    private final String endpoint;
    private final OutlierDetection options;
    private final ExponentialBackoff backoff;
    private final LongSupplier clock;
    private final long probeNanos;
    private final Runnable onReadmission;
    private final Runnable onChange;
    private final TimerThread.Timer timer;
    private final ServerLogLimits logLimits;
    private final AtomicInteger failuresInRow = new AtomicInteger();
    private volatile State state = State.OPEN;
    private volatile Reason reason = Reason.CONNECTIONS;
    private volatile boolean mayEject;
    private volatile long ejectedAt;
    private volatile long ejections;
    private volatile String lastFailure = "";
    private volatile boolean probeOffered;

    // Guarded by the lock of this object.
    private int ejectionsInRow;
    private long readmittedAt;

    /** When the call began whose good reply was the last to readmit the server; meaningful after an ejection. */
    private long readmittedBy;

    private long probeOfferedAt;

    /** Whether a oneway call has taken the probe, and no connection has ended since. */
    private boolean onewayProbe;

    /** Whether the last failure was one to connect. */
    private boolean unreachable;

    /**
     * Creates the state of a server that gets calls.
     *
     * @param client the name of the client, for the log
     * @param endpoint host and port, for the log
     * @param logLimits limit the log over all servers
     * @param probeNanos the time after which another call may take the probe if the first one has no result
     * @param onReadmission runs with the lock held; must be quick
     * @param onChange runs after {@link #isOut} or {@link #isProbing} changed, without a lock held
     */
    Ejection(
            String client,
            String endpoint,
            ServerLogLimits logLimits,
            OutlierDetection options,
            LongSupplier clock,
            TimerThread timers,
            long probeNanos,
            Runnable onReadmission,
            Runnable onChange) {
        this.client = client;
        this.endpoint = endpoint;
        this.logLimits = logLimits;
        this.options = options;
        backoff = new ExponentialBackoff(options.initialBackoff(), options.maxBackoff());
        this.clock = clock;
        this.probeNanos = probeNanos;
        this.onReadmission = onReadmission;
        this.onChange = onChange;
        timer = timers.timer(this::probeTimer);
    }

    /** Sets whether the server may be ejected: not if it is the only one. */
    public void mayEject(boolean may) {
        synchronized (this) {
            mayEject = may;
        }
        if (!may) {
            readmit();
        }
    }

    boolean mayEject() {
        return mayEject;
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

    /** {@return whether only a call can probe the server: a ping says nothing about a bad success rate} */
    public boolean needsCall() {
        return reason == Reason.RATE && state != State.OPEN;
    }

    /** {@return how often the server was ejected} */
    public long ejections() {
        return ejections;
    }

    /** {@return the last failure, which may contain text of the peer; empty if there was none} */
    public String lastFailure() {
        return lastFailure;
    }

    // ---- ends of calls and connections

    /** Records a good reply to a call that began at this time. */
    void succeeded(long begun) {
        endFailuresInRow();
        if (mayEject) {
            readmitAfter(begun);
        }
    }

    /** Records a reply to a ping that began at this time: the server replies. */
    void repliedToPing(long begun) {
        endFailuresInRow();
        if (reason != Reason.RATE) {
            readmitAfter(begun);
        }
    }

    private void endFailuresInRow() {
        if (failuresInRow.get() != 0) { // even for the only server: others may be added later
            failuresInRow.set(0);
        }
    }

    /** Readmits the server if it was ejected before this time. */
    void readmitAfter(long begun) {
        if (state != State.OPEN && begun - ejectedAt > 0) {
            readmitIf(() -> {
                readmittedBy = begun;
                return true;
            });
        }
    }

    /** Records that a reply that was recorded as good, or is about to be, cannot be read. Its call began at this time. */
    void revokeReply(long begun, long now) {
        boolean hasReadmitted;
        synchronized (this) {
            hasReadmitted = state == State.OPEN && ejections > 0 && begun == readmittedBy;
            if (state == State.EJECTED && reason == Reason.RATE) {
                ejectedAt = now; // the reply will not readmit it
            }
        }
        if (hasReadmitted && reason == Reason.RATE) {
            eject(Reason.RATE, now, "its reply cannot be read");
        } else {
            repliedBadly(begun, now);
        }
    }

    /** Records a reply that is not a good one. */
    void repliedBadly(long begun, long now) {
        if (state == State.OPEN || begun - ejectedAt <= 0) {
            return;
        }
        if (reason != Reason.RATE) {
            readmit(); // it replies, which it did not when it was ejected
        } else if (state == State.PROBING) {
            eject(Reason.RATE, now, "the probe failed");
        }
    }

    /** Records that a call that began at this time timed out after it was sent. */
    void timedOut(long begun, String failure, long now) {
        if (state == State.OPEN || begun - ejectedAt > 0) { // not one of the calls for which it was ejected
            failedInRow(failure, Reason.SILENCE, now);
        }
    }

    /** Records that a connection could not be opened. */
    public void connectFailed(String failure) {
        connectionFailed(failure, true);
    }

    /** Records that a connection ended while it had calls, or before it was useful. */
    public void connectionLost(String failure) {
        connectionFailed(failure, false);
    }

    private void connectionFailed(String failure, boolean connect) {
        synchronized (this) {
            unreachable = connect;
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

    // ---- changes of the state

    /**
     * Ejects the server because no reply came for a long time. Calls avoid it already; ejection adds the probe that
     * finds out when it replies again.
     */
    public void stalled() {
        eject(Reason.SILENCE, "no call of those in flight had a reply");
    }

    /** Ejects the server, unless it is already ejected. */
    void eject(Reason why, String failure) {
        if (mayEject && state != State.EJECTED) {
            lastFailure = failure;
            eject(why, clock.getAsLong(), failure);
        }
    }

    private void eject(Reason why, long now, String logged) {
        long pause;
        boolean again;
        synchronized (this) {
            if (state == State.EJECTED || !mayEject) {
                return;
            }
            again = state == State.PROBING;
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
        long pauseMillis = TimeUnit.NANOSECONDS.toMillis(pause);
        if (again) {
            LOG.debug("client '{}': {} gets no calls for another {} ms: {}", client, endpoint, pauseMillis, logged);
        } else {
            logLimits
                    .ejected()
                    .log(suppressed -> LOG.warn(
                            "client '{}': {} gets no calls for {} ms: {}{}",
                            client,
                            endpoint,
                            pauseMillis,
                            logged,
                            LogLimiter.suffix(suppressed)));
        }
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
            onReadmission.run();
        }
        logLimits
                .readmitted()
                .log(suppressed -> LOG.info(
                        "client '{}': {} gets calls again{}", client, endpoint, LogLimiter.suffix(suppressed)));
        onChange.run();
        return true;
    }

    /** Cancels the timer. */
    public void close() {
        timer.cancel();
    }
}
