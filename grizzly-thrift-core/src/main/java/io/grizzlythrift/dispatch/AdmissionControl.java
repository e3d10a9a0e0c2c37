package io.grizzlythrift.dispatch;

import io.grizzlythrift.limits.LimitType;
import io.grizzlythrift.limits.ServerLimits;
import io.grizzlythrift.memory.MemoryAccount;
import io.grizzlythrift.metrics.recorder.LimitReporter;
import io.grizzlythrift.strategy.FairShare;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.LongSupplier;

/**
 * Decides which calls of a server may run: at most maxInFlight at a time, none that has waited longer than
 * queueTimeout, and none at all while the server drains. Each connection gets its {@link FairShare} of the places.
 *
 * <p>Thread-safe: calls are admitted with a compare-and-set of one counter, so the limit is never exceeded.
 */
public final class AdmissionControl {
    private final int maxInFlight;
    private final long queueTimeoutNanos;
    private final LimitReporter limitReporter;

    /** Admitted calls that have not ended. */
    private final AtomicInteger inFlight = new AtomicInteger();

    /** Why all calls are rejected, or null. */
    private volatile String rejectAllReason;

    /**
     * Makes a control with nothing in flight.
     *
     * @param hasQueue whether calls wait in a queue, so that queueTimeout applies
     */
    public AdmissionControl(ServerLimits limits, boolean hasQueue, LimitReporter limitReporter) {
        maxInFlight = limits.maxInFlight();
        queueTimeoutNanos = hasQueue ? limits.queueTimeout().toNanos() : Long.MAX_VALUE;
        this.limitReporter = limitReporter;
    }

    /** Rejects every call from now on. */
    void rejectAll(String reason) {
        rejectAllReason = reason;
    }

    /** {@return why all calls are rejected, or null if they are not} */
    String rejectAllReason() {
        return rejectAllReason;
    }

    /**
     * Admits as many calls as there is room for. Report each admitted call to {@link #ended}.
     *
     * @param calls how many calls ask
     * @param ofConnection supplies how many other calls the connection has in flight; read only if places are scarce
     * @return how many of them may run, the first ones
     */
    public int admit(int calls, LongSupplier ofConnection) {
        while (true) {
            int before = inFlight.get();
            int admitted = room(before, calls, ofConnection);
            if (inFlight.compareAndSet(before, before + admitted)) {
                int rejected = calls - admitted;
                if (rejected > 0) {
                    countOverLimit(rejected);
                }
                return admitted;
            }
        }
    }

    /** Throws nothing: other calls of the same read were admitted, and must end. */
    @SuppressWarnings("EmptyCatch") // without memory to log there is none to report that
    private void countOverLimit(int calls) {
        try {
            limitReporter.reached(LimitType.MAX_IN_FLIGHT, calls, () -> "calls are rejected: " + inFlightMessage());
        } catch (Throwable noMemoryToLog) {
            // The calls are still rejected with a reply, which matters more.
        }
    }

    /**
     * Returns how many calls may be admitted. While half of the places are free, no connection can exceed its fair
     * share, so its count is not needed.
     */
    private int room(int before, int calls, LongSupplier ofConnection) {
        if (calls <= maxInFlight / 2 - before) {
            return calls;
        }
        return FairShare.of(maxInFlight, maxInFlight - before, calls, ofConnection.getAsLong());
    }

    /** {@return the rejection message for one more call, or empty if there is room for it} */
    Optional<String> overload() {
        return inFlight.get() < maxInFlight ? Optional.empty() : Optional.of(inFlightMessage());
    }

    /** {@return the rejection message for a call over the limit} */
    String inFlightMessage() {
        return "too many calls are in flight, maxInFlight is " + maxInFlight;
    }

    /** Checks queueTimeout. Returns the rejection message, after it was counted, or null if the call may run. */
    String checkQueueTime(long waitedNanos) {
        if (!isOverdue(waitedNanos)) {
            return null;
        }
        String reason = queueTimeMessage(waitedNanos);
        countOverdue(1, reason);
        return reason;
    }

    boolean isOverdue(long waitedNanos) {
        return waitedNanos > queueTimeoutNanos;
    }

    /** {@return the rejection message for a call that waited longer than queueTimeout} */
    String queueTimeMessage(long waitedNanos) {
        return "it waited for " + TimeUnit.NANOSECONDS.toMillis(waitedNanos) + " ms, queueTimeout is "
                + TimeUnit.NANOSECONDS.toMillis(queueTimeoutNanos) + " ms";
    }

    void countOverdue(int calls, String reason) {
        if (calls > 0) {
            limitReporter.reached(LimitType.QUEUE_TIMEOUT, calls, () -> "a call is rejected: " + reason);
        }
    }

    /** Counts a call whose deadline passed before it could start. */
    void countExpired(long waitedNanos, long timeoutNanos) {
        limitReporter.reached(
                LimitType.CLIENT_TIMEOUT,
                1,
                () -> "a call is rejected: it waited for " + TimeUnit.NANOSECONDS.toMillis(waitedNanos)
                        + " ms, and its client gave it " + TimeUnit.NANOSECONDS.toMillis(timeoutNanos) + " ms");
    }

    /** Counts a call whose connection buffers too many bytes. Returns the rejection message. */
    String bufferedBytesReached(MemoryAccount memory) {
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
