package io.grizzlythrift.internal.dispatch;

import io.grizzlythrift.internal.call.RejectedCall.Reason;
import io.grizzlythrift.internal.memory.MemoryAccount;
import io.grizzlythrift.internal.metrics.LimitReporter;
import io.grizzlythrift.limits.LimitType;
import io.grizzlythrift.limits.ServerLimits;
import io.grizzlythrift.strategy.spi.QueuePolicy;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.LongSupplier;

/**
 * Decides which calls of a server may run: at most maxInFlight at a time, and none that has waited longer than its
 * {@link CallRoute} allows. Keeps the reason why a server that drains rejects calls. Methods with their own threads have their own {@link CallPlaces}: their
 * calls take no places from others.
 *
 * <p>Thread-safe.
 */
public final class AdmissionControl {
    private final QueuePolicy policy;
    private final LimitReporter limitReporter;
    private final CallPlaces main;

    /** The places of methods that have their own. */
    private final List<CallPlaces> own = new CopyOnWriteArrayList<>();

    /** Why all calls are rejected, or null. */
    private volatile String rejectAllReason;

    /**
     * Creates an admission control with no calls in flight.
     *
     * @param policy the policy of the queue; it also determines how many places each priority may use
     */
    public AdmissionControl(ServerLimits limits, QueuePolicy policy, LimitReporter limitReporter) {
        this.policy = policy;
        this.limitReporter = limitReporter;
        main = new CallPlaces(limits.maxInFlight(), policy, limitReporter, LimitType.MAX_IN_FLIGHT, "");
    }

    /** {@return counts and logs the limits of the server that are reached} */
    public LimitReporter limitReporter() {
        return limitReporter;
    }

    /** {@return the places of methods that have none of their own} */
    public CallPlaces mainPlaces() {
        return main;
    }

    /** Adds the places of one or several methods. */
    public CallPlaces addPlaces(int maxInFlight) {
        CallPlaces added =
                new CallPlaces(maxInFlight, policy, limitReporter, LimitType.METHOD_MAX_IN_FLIGHT, " of the method");
        own.add(added);
        return added;
    }

    /**
     * Sets how many calls of methods without their own places may be in flight from now on: this number or maxInFlight,
     * whichever is smaller.
     */
    public void limit(int calls) {
        main.limit(calls);
    }

    /** {@return how many calls of methods without their own places may be in flight now} */
    public int limit() {
        return main.limit();
    }

    /** Sets why calls are rejected from now on, except those that the {@link Dispatcher} admits during a drain. */
    public void rejectAll(String reason) {
        rejectAllReason = reason;
    }

    /**
     * {@return the reason for rejecting a call for which there is no room: a server that drains is not overloaded, its
     * callers only have to try another one}
     */
    public Reason noRoom() {
        return rejectAllReason == null ? Reason.OVERLOADED : Reason.DRAINING;
    }

    /** {@return why all calls are rejected, or null if they are not} */
    public String rejectAllReason() {
        return rejectAllReason;
    }

    /**
     * Admits as many calls of a connection as there is room for in the places of their route. Report each admitted call to
     * {@link #ended}.
     *
     * @param calls the number of calls to admit
     * @param priority the priority of the calls, as in {@link io.grizzlythrift.strategy.spi.CallBatch#priority()}
     * @param ofConnection supplies the number of other calls that the connection has in flight; read only if places of the
     *     server are scarce, and have no other routes beside them
     * @return the number of admitted calls; they are the first ones
     */
    public int admit(CallRoute route, CallOrigin origin, int calls, int priority, LongSupplier ofConnection) {
        if (route.ownPlaces() == null) {
            return main.admit(calls, priority, ofConnection);
        }
        AtomicInteger taken = route.flowOf(origin).queues().placesTaken();
        int admitted = route.ownPlaces().admit(calls, priority, taken::get);
        taken.addAndGet(admitted);
        return admitted;
    }

    private CallPlaces placesOf(CallRoute route) {
        CallPlaces ofMethod = route.ownPlaces();
        return ofMethod == null ? main : ofMethod;
    }

    /** Counts calls of a route that are not admitted. Throws nothing. */
    public void reject(CallRoute route, int calls) {
        placesOf(route).reject(calls);
    }

    /**
     * {@return the rejection message for one more call, or empty if there is room for it} Ignores the adaptive limit,
     * which is reached whenever the server is busy, and the places of methods that have their own.
     */
    public Optional<String> overload() {
        return main.isFull() ? Optional.of(main.fullMessage()) : Optional.empty();
    }

    /** {@return the rejection message for a call of a route over the limit} */
    public String inFlightMessage(CallRoute route) {
        return placesOf(route).fullMessage();
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

    /** Releases the places of admitted calls of a connection that have run, or were rejected later. */
    public void ended(CallRoute route, CallOrigin origin, int calls) {
        if (!route.leaveOwnPlaces(origin, calls)) {
            main.ended(calls);
        }
    }

    /** Releases the places of admitted calls of methods without their own places. */
    public void ended(int calls) {
        main.ended(calls);
    }

    /** {@return all admitted calls that have not ended} */
    public int inFlight() {
        int calls = main.inFlight();
        for (CallPlaces places : own) {
            calls += places.inFlight();
        }
        return calls;
    }
}
