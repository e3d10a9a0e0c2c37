package io.grizzlythrift.server;

import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Decides which calls of a server may run: as many at a time as the limit says, none that has waited for too long, and
 * none at all while the server drains.
 */
final class Admission {
    private final int maxInFlight;
    private final long queueTimeoutNanos;
    private final LimitEvents events;

    /** Calls that were admitted and have not ended. */
    private final AtomicInteger inFlight = new AtomicInteger();

    private volatile String refusal;

    Admission(ServerLimits limits, LimitEvents events) {
        maxInFlight = limits.maxInFlight();
        queueTimeoutNanos = limits.queueTimeout().toNanos();
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

    /** Admits the first of a number of calls, as many as there is room for. Each must be reported to {@link #ended}. */
    int admit(int calls) {
        int before = inFlight.getAndAdd(calls);
        int excess = before + calls - maxInFlight;
        if (excess <= 0) {
            return calls;
        }
        int refused = Math.min(calls, excess);
        inFlight.addAndGet(-refused);
        events.reached(ServerLimit.IN_FLIGHT, refused, () -> "calls are refused: " + tooMany());
        return calls - refused;
    }

    /** What a call is told that was not admitted. */
    String tooMany() {
        return "as many calls are in flight as may be, maxInFlight is " + maxInFlight;
    }

    /** What a call is told that has waited for so long, or null if it may run. */
    String refusalAfter(long waitedNanos) {
        if (waitedNanos <= queueTimeoutNanos) {
            return null;
        }
        String reason = "it waited for " + TimeUnit.NANOSECONDS.toMillis(waitedNanos) + " ms, queueTimeout is "
                + TimeUnit.NANOSECONDS.toMillis(queueTimeoutNanos) + " ms";
        events.reached(ServerLimit.QUEUE_TIME, 1, () -> "a call is refused: " + reason);
        return reason;
    }

    /** Admitted calls ran or were refused later. */
    void ended(int calls) {
        inFlight.addAndGet(-calls);
    }

    int inFlight() {
        return inFlight.get();
    }
}
