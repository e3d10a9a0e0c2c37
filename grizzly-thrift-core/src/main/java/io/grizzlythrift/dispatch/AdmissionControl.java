package io.grizzlythrift.dispatch;

import io.grizzlythrift.limits.LimitType;
import io.grizzlythrift.limits.ServerLimits;
import io.grizzlythrift.memory.MemoryAccount;
import io.grizzlythrift.metrics.recorder.LimitReporter;
import io.grizzlythrift.strategy.FairShare;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.LongSupplier;

/**
 * Decides which calls of a server may run: as many at a time as the limit says, none that has waited for too long, and
 * none at all while the server drains.
 *
 * <p>Of the places for calls, a connection has its {@link FairShare}.
 */
public final class AdmissionControl {
    private final int maxInFlight;
    private final long queueTimeoutNanos;
    private final LimitReporter events;

    /** Calls that were admitted and have not ended. */
    private final AtomicInteger inFlight = new AtomicInteger();

    private volatile String refusal;

    /**
     * Makes a control with nothing in flight.
     *
     * @param hasQueue whether calls wait in a queue, so that queueTimeout holds
     */
    public AdmissionControl(ServerLimits limits, boolean hasQueue, LimitReporter events) {
        maxInFlight = limits.maxInFlight();
        queueTimeoutNanos = hasQueue ? limits.queueTimeout().toNanos() : Long.MAX_VALUE;
        this.events = events;
    }

    /** From now on every call is refused. */
    void refuseAll(String reason) {
        refusal = reason;
    }

    /** Why all calls are refused, or null if they are not. */
    String refusalOfAll() {
        return refusal;
    }

    /**
     * Admits the first of a number of calls, as many as there is room for. Each must be reported to {@link #ended}.
     *
     * @param ofConnection asked how many calls the connection has in flight without these, if that matters
     */
    public int admit(int calls, LongSupplier ofConnection) {
        while (true) {
            int before = inFlight.get();
            int admitted = room(before, calls, ofConnection);
            if (inFlight.compareAndSet(before, before + admitted)) {
                int refused = calls - admitted;
                if (refused > 0) {
                    countRefused(refused);
                }
                return admitted;
            }
        }
    }

    /** Throws nothing: other calls of the same read were admitted, and must end. */
    @SuppressWarnings("EmptyCatch") // without memory for a line there is none for another one
    private void countRefused(int calls) {
        try {
            events.reached(LimitType.MAX_IN_FLIGHT, calls, () -> "calls are refused: " + tooMany());
        } catch (Throwable noMemoryForALine) {
            // The calls are refused with a reply, which is what counts.
        }
    }

    /**
     * How many of some calls may be admitted. While half of the places are free, no connection can have more in flight
     * than it may.
     */
    private int room(int before, int calls, LongSupplier ofConnection) {
        if (calls <= maxInFlight / 2 - before) {
            return calls;
        }
        return FairShare.of(maxInFlight, maxInFlight - before, calls, ofConnection.getAsLong());
    }

    /** What a call is told that was not admitted. */
    String tooMany() {
        return "as many calls are in flight as may be, maxInFlight is " + maxInFlight;
    }

    /** What a call is told that has waited for so long, or null if it may run. */
    String refusalAfter(long waitedNanos) {
        if (!isOverdue(waitedNanos)) {
            return null;
        }
        String reason = overdue(waitedNanos);
        countOverdue(1, reason);
        return reason;
    }

    boolean isOverdue(long waitedNanos) {
        return waitedNanos > queueTimeoutNanos;
    }

    /** What a call is told that has waited for too long. */
    String overdue(long waitedNanos) {
        return "it waited for " + TimeUnit.NANOSECONDS.toMillis(waitedNanos) + " ms, queueTimeout is "
                + TimeUnit.NANOSECONDS.toMillis(queueTimeoutNanos) + " ms";
    }

    void countOverdue(int calls, String reason) {
        if (calls > 0) {
            events.reached(LimitType.QUEUE_TIMEOUT, calls, () -> "a call is refused: " + reason);
        }
    }

    /** What a call is told whose connection has let too many replies wait. */
    String tooMuchHeld(MemoryAccount memory) {
        String reason = memory.describe();
        events.reached(LimitType.BUFFERED_BYTES_CALL_REJECTED, 1, () -> "a call is refused: " + reason);
        return reason;
    }

    /** Admitted calls ran or were refused later. */
    public void ended(int calls) {
        inFlight.addAndGet(-calls);
    }

    public int inFlight() {
        return inFlight.get();
    }
}
