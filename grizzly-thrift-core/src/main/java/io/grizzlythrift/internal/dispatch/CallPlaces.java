package io.grizzlythrift.internal.dispatch;

import io.grizzlythrift.internal.metrics.LimitReporter;
import io.grizzlythrift.limits.LimitType;
import io.grizzlythrift.strategy.internal.queue.FairShare;
import io.grizzlythrift.strategy.spi.QueuePolicy;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.LongSupplier;

/**
 * The places of calls in flight: those of the server, or those of methods with {@link io.grizzlythrift.call.MethodOptions}. Each
 * connection gets its {@link FairShare} of them.
 *
 * <p>Thread-safe: calls are admitted with a compare-and-set of one counter, so the limit is never exceeded.
 */
public final class CallPlaces {
    private final int maxInFlight;
    private final QueuePolicy policy;
    private final LimitReporter limitReporter;
    private final LimitType limitType;
    private final String owner;

    /** Admitted calls that have not ended. */
    private final AtomicInteger inFlight = new AtomicInteger();

    /** The number of calls that may be in flight now, at most {@link #maxInFlight}. */
    private volatile int limit;

    /**
     * Creates places that are all free.
     *
     * @param policy determines how many places each priority may use
     * @param limitType counts the calls that find no place
     * @param owner for messages: follows {@code maxInFlight}
     */
    CallPlaces(int maxInFlight, QueuePolicy policy, LimitReporter limitReporter, LimitType limitType, String owner) {
        this.maxInFlight = maxInFlight;
        limit = maxInFlight;
        this.policy = policy;
        this.limitReporter = limitReporter;
        this.limitType = limitType;
        this.owner = owner;
    }

    /** Sets how many calls may be in flight from now on: this number or maxInFlight, whichever is smaller. */
    void limit(int calls) {
        limit = Math.min(calls, maxInFlight);
    }

    int limit() {
        return limit;
    }

    /**
     * Admits as many calls as there is room for. Report each admitted call to {@link #ended}.
     *
     * @param calls the number of calls to admit
     * @param priority the priority of the calls, as in {@link io.grizzlythrift.strategy.spi.CallBatch#priority()}
     * @param ofConnection supplies the number of other calls that the connection has in flight, in these places; read only if they
     *     are scarce
     * @return the number of admitted calls; they are the first ones
     */
    int admit(int calls, int priority, LongSupplier ofConnection) {
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
     * Counts calls that are not admitted. Throws nothing: other calls of the same read were admitted, and must end.
     */
    @SuppressWarnings("EmptyCatch") // if there is no memory to log, there is none to report that
    void reject(int calls) {
        try {
            LimitType reached = limit < maxInFlight ? LimitType.CONCURRENCY_LIMIT : limitType;
            limitReporter.reached(reached, calls, () -> "calls are rejected: " + fullMessage());
        } catch (Throwable noMemoryToLog) {
            // The calls are still rejected with a reply, which is more important.
        }
    }

    /** {@return whether no place is free, ignoring a limit below maxInFlight} */
    boolean isFull() {
        return inFlight.get() >= maxInFlight;
    }

    /** {@return the rejection message for a call that finds no place} */
    String fullMessage() {
        int places = limit;
        return "too many calls are in flight, "
                + (places < maxInFlight
                        ? "concurrencyLimit is " + places + " now"
                        : "maxInFlight" + owner + " is " + maxInFlight);
    }

    /** Releases the places of admitted calls that have run, or were rejected later. */
    public void ended(int calls) {
        inFlight.addAndGet(-calls);
    }

    int inFlight() {
        return inFlight.get();
    }
}
