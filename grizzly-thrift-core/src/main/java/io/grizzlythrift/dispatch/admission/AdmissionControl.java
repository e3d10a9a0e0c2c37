package io.grizzlythrift.dispatch.admission;

import io.grizzlythrift.limits.LimitType;
import io.grizzlythrift.limits.ServerLimits;
import io.grizzlythrift.memory.MemoryAccount;
import io.grizzlythrift.metrics.recorder.LimitReporter;
import io.grizzlythrift.strategy.QueuePolicy;
import io.grizzlythrift.strategy.queue.FairShare;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.LongSupplier;

/**
 * Decides which calls of a server may run: at most maxInFlight at a time, none that has waited longer than {@link
 * QueueTime} allows, and none at all while the server drains. Each connection gets its {@link FairShare} of the places.
 *
 * <p>Thread-safe: calls are admitted with a compare-and-set of one counter, so the limit is never exceeded.
 */
public final class AdmissionControl {
    private final int maxInFlight;
    private final QueuePolicy policy;
    private final LimitReporter limitReporter;

    /** Admitted calls that have not ended. */
    private final AtomicInteger inFlight = new AtomicInteger();

    /** How many calls may be in flight now, at most {@link #maxInFlight}. */
    private volatile int limit;

    /** Why all calls are rejected, or null. */
    private volatile String rejectAllReason;

    /**
     * Creates a control with nothing in flight.
     *
     * @param policy of the queue, which calls in flight follow, too
     */
    public AdmissionControl(ServerLimits limits, QueuePolicy policy, LimitReporter limitReporter) {
        maxInFlight = limits.maxInFlight();
        limit = maxInFlight;
        this.policy = policy;
        this.limitReporter = limitReporter;
    }

    /** Sets how many calls may be in flight from now on, if that is less than maxInFlight. */
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
     * @param calls how many calls ask
     * @param priority of the calls, as in {@link io.grizzlythrift.strategy.CallBatch#priority()}
     * @param ofConnection supplies how many other calls the connection has in flight; read only if places are scarce
     * @return how many of them may run, the first ones
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
    @SuppressWarnings("EmptyCatch") // without memory to log there is none to report that
    public void reject(int calls) {
        try {
            LimitType reached = limit < maxInFlight ? LimitType.CONCURRENCY_LIMIT : LimitType.MAX_IN_FLIGHT;
            limitReporter.reached(reached, calls, () -> "calls are rejected: " + inFlightMessage());
        } catch (Throwable noMemoryToLog) {
            // The calls are still rejected with a reply, which matters more.
        }
    }

    /**
     * Returns how many calls may be admitted. While half of the places are free, no connection can exceed its fair
     * share, even of the places that are left to every priority, so its count is not needed.
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
     * {@return the rejection message for one more call, or empty if there is room for it} A limit that adapts does not count:
     * it is reached whenever there is enough to do.
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

    /** Checks the time in queue. Returns the rejection message, after it was counted, or null if the call may run. */
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
            limitReporter.reached(route.queueTime().limit(waitedNanos), calls, () -> "a call is rejected: " + reason);
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

    /** Frees the places of admitted calls that have run or were rejected later. */
    public void ended(int calls) {
        inFlight.addAndGet(-calls);
    }

    public int inFlight() {
        return inFlight.get();
    }
}
