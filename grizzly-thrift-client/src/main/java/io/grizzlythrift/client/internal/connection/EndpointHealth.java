package io.grizzlythrift.client.internal.connection;

import io.grizzlythrift.client.balance.OutlierDetection;
import io.grizzlythrift.client.internal.io.TimerThread;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.LongSupplier;

/**
 * What the calls of one server have shown about it: its latency and success rate, by which a balancer compares servers, and
 * whether it gets calls at all ({@link Ejection}).
 *
 * <p>Thread-safe. A success costs one read of each of a few fields, and an addition.
 */
public final class EndpointHealth {
    private final OutlierDetection options;
    private final LongSupplier clock;
    private final LongSupplier leastReplyNanos;
    private final Ejection ejection;
    private final SlowStart slowStart;
    private final PeakEwma latency = new PeakEwma();
    private final SuccessRate successRate = new SuccessRate();

    // Since the last comparison with other servers.
    private final LongAdder succeeded = new LongAdder();
    private final LongAdder failed = new LongAdder();

    /**
     * Creates the health of a server about which nothing is known yet.
     *
     * @param client the name of the client, for the log
     * @param endpoint host and port, for the log
     * @param logLimits limit the log over all servers
     * @param probeNanos the time after which another call may take the probe if the first one has no result
     * @param leastReplyNanos returns how long the fastest of all servers takes to reply; {@link Long#MAX_VALUE} if none has
     * @param onChange runs after {@link Ejection#isOut} or {@link Ejection#isProbing} changed, without a lock held
     */
    public EndpointHealth(
            String client,
            String endpoint,
            ServerLogLimits logLimits,
            OutlierDetection options,
            LongSupplier clock,
            TimerThread timers,
            long probeNanos,
            LongSupplier leastReplyNanos,
            Runnable onChange) {
        this.options = options;
        this.clock = clock;
        this.leastReplyNanos = leastReplyNanos;
        slowStart = new SlowStart(options.slowStart(), clock);
        ejection = new Ejection(
                client, endpoint, logLimits, options, clock, timers, probeNanos, this::startAgain, onChange);
    }

    private void startAgain() {
        latency.reset();
        successRate.reset();
        slowStart.begin();
    }

    // ---- what is known

    /** {@return whether the server gets calls} */
    public Ejection ejection() {
        return ejection;
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

    /** Begins the slow start, if it is on. */
    public void warm() {
        slowStart.begin();
    }

    /** {@return whether the server is in its slow start, with less than its full weight} */
    public boolean isWarming() {
        return weightFactor() < 1;
    }

    /** {@return the fraction of its weight that the server has now, above 0, up to 1} */
    public double weightFactor() {
        return slowStart.weightFactor();
    }

    // ---- ends of calls

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
        if (ejection.mayEject()) {
            succeeded.add(calls);
        }
        ejection.succeeded(newestBegun);
    }

    /**
     * Records the reply to a call whose outcome was recorded before: it was abandoned, or timed out.
     *
     * @param good whether the reply is a good one
     */
    public void repliedLate(long begun, boolean good, long now) {
        latency.addLate(now - begun, now);
        if (good) {
            ejection.readmitAfter(begun);
        }
    }

    /** Records a reply to a ping, which shows only that the server replies, not how well. */
    public void repliedToPing(long begun) {
        ejection.repliedToPing(begun);
    }

    /** Records a reply that is not a good one: an exception that is not declared, or a rejection. */
    public void repliedBadly(long begun, long now) {
        lost(now);
        ejection.repliedBadly(begun, now);
    }

    /**
     * Records that a reply that was recorded as good, or is about to be, cannot be read.
     *
     * @param begun when its call began
     */
    public void revokeReply(long begun, long now) {
        ejection.revokeReply(begun, now);
        successRate.revoke(now);
        latency.revoke(now);
        if (ejection.mayEject()) {
            succeeded.decrement();
            failed.increment();
        }
    }

    /** Records a call that failed because its connection ended. */
    public void lost(long now) {
        successRate.failed(now);
        latency.keep(now);
        if (ejection.mayEject()) {
            failed.increment();
        }
    }

    /** Records that the caller abandoned a call that was sent: it has taken at least this time. */
    public void abandoned(long nanos, long now) {
        latency.addLonger(nanos, now);
    }

    /**
     * Records that a call timed out after it was sent. A call whose caller waited for less time than the fastest server takes
     * says nothing about this one: no server could have replied in time.
     */
    public void timedOut(long nanos, long begun, String failure) {
        long now = clock.getAsLong();
        if (nanos < leastReplyNanos.getAsLong()) {
            latency.keep(now);
            return;
        }
        lost(now);
        latency.raise(nanos, now);
        ejection.timedOut(begun, failure, now);
    }

    // ---- comparison with the other servers

    /**
     * Compares the success rate since the last comparison with that of all servers, and resets it.
     *
     * @return whether the server was ejected
     */
    public boolean compareRate(double rateOfAll) {
        long good = succeeded.sumThenReset();
        long bad = failed.sumThenReset();
        long calls = good + bad;
        if (!ejection.mayEject() || ejection.isOut() || calls < options.minCalls()) {
            return false;
        }
        if ((double) good / calls >= options.successRate() * rateOfAll) {
            return false;
        }
        ejection.eject(Ejection.Reason.RATE, bad + " of " + calls + " calls failed");
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
}
