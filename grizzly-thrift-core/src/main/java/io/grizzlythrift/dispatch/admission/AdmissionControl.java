package io.grizzlythrift.dispatch.admission;

import io.grizzlythrift.limits.LimitType;
import io.grizzlythrift.limits.ServerLimits;
import io.grizzlythrift.memory.MemoryAccount;
import io.grizzlythrift.metrics.recorder.LimitReporter;
import io.grizzlythrift.strategy.queue.FairShare;
import io.grizzlythrift.strategy.spi.QueuePolicy;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.LongSupplier;

/**
 * Decides which calls of a server may run: at most maxInFlight at a time, none that has waited longer than its {@link
 * CallRoute} allows, and none while the server drains. Each connection gets its {@link FairShare} of the places.
 *
 * <p>Thread-safe: calls are admitted with a compare-and-set of one counter, so the limit is never exceeded.
 */
public final class AdmissionControl {
    private final int maxInFlight;
    private final QueuePolicy policy;
    private final LimitReporter limitReporter;

    /** Admitted calls that have not ended. */
    private final AtomicInteger inFlight = new AtomicInteger();

    /** The number of calls that may be in flight now, at most {@link #maxInFlight}. */
    private volatile int limit;

    /** Why all calls are rejected, or null. */
    private volatile String rejectAllReason;

    /**
     * Creates an admission control with no calls in flight.
     *
     * @param policy the policy of the queue; it also determines how many places each priority may use
     */
    public AdmissionControl(ServerLimits limits, QueuePolicy policy, LimitReporter limitReporter) {
        maxInFlight = limits.maxInFlight();
        limit = maxInFlight;
        this.policy = policy;
        this.limitReporter = limitReporter;
    }

    /** {@return counts and logs the limits of the server that are reached} */
    public LimitReporter limitReporter() {
        return limitReporter;
    }

    /** Sets how many calls may be in flight from now on: this number or maxInFlight, whichever is smaller. */
    public void limit(int calls) {
        limit = Math.min(calls, maxInFlight);
    }

    /** {@return how many calls may be in flight now} */
    public int limit() {
        return limit;
    }

    /** Rejects every call from now on. */
    public void rejectAll(String reason) {
        rejectAllReason = reason;
    }

    /** {@return why all calls are rejected, or null if they are not} */
    public String rejectAllReason() {
        return rejectAllReason;
    }

    /**
     * Admits as many calls as there is room for. Report each admitted call to {@link #ended}.
     *
     * @param calls the number of calls to admit
     * @param priority the priority of the calls, as in {@link io.grizzlythrift.strategy.spi.CallBatch#priority()}
     * @param ofConnection supplies the number of other calls that the connection has in flight; read only if places are
     *     scarce
     * @return the number of admitted calls; they are the first ones
     */
    public int admit(int calls, int priority, LongSupplier ofConnection) {
        while (true) {
            int before = inFlight.get();
            int admitted = room(before, calls, priority, ofConnection);
            if (inFlight.compareAndSet(before, before + admitted)) {
                int rejected = calls - admitted;
                if (rejected > 0) {
                    reject(rejected);
                }
                return admitted;
            }
        }
    }

    /**
     * Counts calls that are not admitted. Throws nothing: other calls of the same read were admitted, and must end.
     */
    @SuppressWarnings("EmptyCatch") // if there is no memory to log, there is none to report that
    public void reject(int calls) {
        try {
            LimitType reached = limit < maxInFlight ? LimitType.CONCURRENCY_LIMIT : LimitType.MAX_IN_FLIGHT;
            limitReporter.reached(reached, calls, () -> "calls are rejected: " + inFlightMessage());
        } catch (Throwable noMemoryToLog) {
            // The calls are still rejected with a reply, which is more important.
        }
    }

    /**
     * Returns how many calls may be admitted. While half of the places stay free, no connection can exceed its fair
     * share, even of the places that every priority may use, so its count is not needed.
     */
    private int room(int before, int calls, int priority, LongSupplier ofConnection) {
        int places = limit;
        if (calls <= places / 2 - before) {
            return calls;
        }
        int reserved = policy.reservedFrom(priority, places);
        return FairShare.of(places, places - before, reserved, calls, ofConnection.getAsLong());
    }

    /**
     * {@return the rejection message for one more call, or empty if there is room for it} Ignores the adaptive limit,
     * which is reached whenever the server is busy.
     */
    public Optional<String> overload() {
        return inFlight.get() < maxInFlight ? Optional.empty() : Optional.of(inFlightMessage());
    }

    /** {@return the rejection message for a call over the limit} */
    public String inFlightMessage() {
        int places = limit;
        return "too many calls are in flight, "
                + (places < maxInFlight ? "concurrencyLimit is " + places + " now" : "maxInFlight is " + maxInFlight);
    }

    /**
     * Checks the time in queue. Returns null if the call may run; otherwise counts it and returns the rejection
     * message.
     */
    public String checkQueueTime(CallRoute route, CallOrigin origin, long waitedNanos) {
        if (!route.isOverdue(origin, waitedNanos)) {
            return null;
        }
        String reason = route.overdueMessage(waitedNanos);
        countOverdue(route, 1, waitedNanos, reason);
        return reason;
    }

    public void countOverdue(CallRoute route, int calls, long waitedNanos, String reason) {
        if (calls > 0) {
            limitReporter.reached(route.limitReached(waitedNanos), calls, () -> "a call is rejected: " + reason);
        }
    }

    /** Counts a call whose deadline passed before it could start. */
    public void countExpired(long waitedNanos, long timeoutNanos) {
        limitReporter.reached(
                LimitType.CLIENT_TIMEOUT,
                1,
                () -> "a call is rejected: it waited for " + TimeUnit.NANOSECONDS.toMillis(waitedNanos)
                        + " ms, and its client gave it " + TimeUnit.NANOSECONDS.toMillis(timeoutNanos) + " ms");
    }

    /** Counts a call whose connection buffers too many bytes. Returns the rejection message. */
    public String bufferedBytesReached(MemoryAccount memory) {
        String reason = memory.describe();
        limitReporter.reached(LimitType.BUFFERED_BYTES_CALL_REJECTED, 1, () -> "a call is rejected: " + reason);
        return reason;
    }

    /** Releases the places of admitted calls that have run, or were rejected later. */
    public void ended(int calls) {
        inFlight.addAndGet(-calls);
    }

    public int inFlight() {
        return inFlight.get();
    }
}
