package io.grizzlythrift.client.stub;

import io.grizzlythrift.client.call.CallFailedException;
import io.grizzlythrift.client.context.ClientContext;
import io.grizzlythrift.client.inflight.CallConnection;
import io.grizzlythrift.client.inflight.PendingCall;
import io.grizzlythrift.client.retry.HedgeDelay;
import java.util.ArrayList;
import java.util.List;
import org.apache.thrift.TException;

/**
 * The attempts at one call, if there may be more than one: retries, made after all attempts so far have failed, and hedges,
 * made while others are running. The first good reply ends the call; without one, the last attempt to end does.
 *
 * <pre>
 *   first attempt --failed, none is running--> retry --> ...        mayFollow: attempts, time and budget left?
 *        |
 *        +--no reply within the delay--> hedge, beside it --> ...
 *
 *   succeeded: the others are cancelled
 * </pre>
 *
 * <p>The three styles of calls differ in the thread on which this runs: for a blocking call, the thread that waits for it;
 * otherwise the thread on which attempts end and, for hedges, the selector thread of the connection.
 *
 * <p>Thread-safe: the lock of this object guards its fields. Attempts are started and cancelled without it: either the thread
 * that starts an attempt sees afterwards that the call is over, or the one that ends the call sees the connection of the
 * attempt.
 */
final class Attempts {
    private final Invocation invocation;
    private final ClientContext context;
    private final Retries retries;
    private final CallAttempt first;

    /** Null if the call is not hedged. */
    private final HedgeDelay delay;

    /** The delay as of the start of the call, in nanoseconds; {@link PendingCall#NO_HEDGE} for none. */
    private final long hedgeNanos;

    /** The attempts that have been started and have not ended. */
    private final List<CallAttempt> running = new ArrayList<>(2);

    private final List<CallAttempt> hedges = new ArrayList<>(1);

    /** The number of attempts that were started or are about to be, except those that moved on. */
    private int started = 1;

    /** The number of times that the call moved on because an endpoint could not be connected to. */
    private int moved;

    /** Whether the call has ended for its caller, or the caller has given up. */
    private boolean over;

    /** The attempt that ended the call. If its caller could not be notified for lack of memory, it ends once more. */
    private CallAttempt last;

    /** Why an attempt failed: of several failures, the most informative one. */
    private TException failure;

    private boolean cancelledAfterSending;

    /** Whether the first attempt took longer than the delay. */
    private boolean exceeded;

    private volatile long hedgeAt = PendingCall.NO_HEDGE;
    private volatile boolean waiterHedges;

    /** Creates the attempts of a call whose first attempt has failed. */
    Attempts(CallAttempt first) {
        this(first, null);
    }

    /** Creates the attempts of a call that is hedged after a delay. Called before the first attempt is started. */
    Attempts(CallAttempt first, HedgeDelay delay) {
        this.first = first;
        this.delay = delay;
        invocation = first.invocation();
        context = invocation.context();
        retries = invocation.stub().retries();
        hedgeNanos = delay == null ? PendingCall.NO_HEDGE : delay.nanos();
        running.add(first);
        setHedge();
    }

    /** {@return the attempts that have not ended} */
    synchronized List<CallAttempt> running() {
        return List.copyOf(running);
    }

    private synchronized boolean isOver() {
        return over;
    }

    /** An attempt has a good reply: cancels the others. Returns whether the caller gets it. */
    boolean succeeded(CallAttempt attempt) {
        List<CallAttempt> losers;
        synchronized (this) {
            running.remove(attempt);
            if (over) {
                return attempt == last;
            }
            over = true;
            last = attempt;
            losers = List.copyOf(running);
            running.clear();
            if (hedges.contains(attempt)) {
                context.completion().counters().countHedgeWon();
            }
            if (attempt == first && delay != null && !exceeded) {
                delay.took(context.now() - first.begun());
            }
        }
        losers.forEach(CallAttempt::cancel);
        return true;
    }

    /** An attempt ended without one. Returns the exception for the caller; null if there is another attempt or no caller. */
    TException failed(CallAttempt attempt, TException thrown) {
        if (Retries.isGoodReply(thrown)) {
            return succeeded(attempt) ? thrown : null;
        }
        CallAttempt next;
        synchronized (this) {
            running.remove(attempt);
            recordFailure(attempt, thrown);
            if (attempt == last) {
                return failure;
            }
            if (over || !running.isEmpty()) {
                return null;
            }
            if (!retries.mayFollow(attempt, thrown, started, moved) || !retries.take(thrown)) {
                over = true;
                last = attempt;
                return failure;
            }
            if (Retries.movesOn(thrown)) {
                moved++;
            } else {
                started++;
            }
            next = prepare(attempt, started - 1);
        }
        start(next);
        return null;
    }

    /**
     * Records the failure for the caller, which must say that the call may have run if any attempt may have. The failure of an
     * attempt that no endpoint took says less than the previous one.
     */
    private void recordFailure(CallAttempt attempt, TException thrown) {
        if (failure == null || failure == thrown) {
            failure = thrown;
        } else if (attempt.connection() == null || (mayHaveRun(failure) && !mayHaveRun(thrown))) {
            failure.addSuppressed(thrown);
        } else {
            thrown.addSuppressed(failure);
            failure = thrown;
        }
    }

    private static boolean mayHaveRun(TException thrown) {
        return !(thrown instanceof CallFailedException failed) || failed.mayHaveRun();
    }

    /**
     * Creates an attempt that avoids the connection of another one; it is started without the lock. Guarded by {@code this},
     * so that the call does not end after the token was taken and before the attempt is added.
     */
    private CallAttempt prepare(CallAttempt other, int before) {
        CallAttempt next = other.another(other.deadline() - context.now());
        next.inherited(other.inherited() == null ? null : other.inherited().again());
        next.avoid(other.connection());
        next.routingKey(other.routingKey());
        invocation.stub().addHeaders(next, before);
        running.add(next);
        setHedge();
        return next;
    }

    private void start(CallAttempt next) {
        invocation.stub().start(next);
        if (isOver()) {
            next.cancel();
        } else {
            watch();
        }
    }

    /** Abandons the call. */
    void cancel() {
        List<CallAttempt> all;
        synchronized (this) {
            over = true;
            all = List.copyOf(running);
            running.clear();
        }
        all.forEach(CallAttempt::cancel);
    }

    /** Abandons the running attempts. Returns false if one has ended by itself, which the caller must then examine. */
    boolean cancelRunning() {
        for (CallAttempt attempt : running()) {
            if (attempt.cancel()) {
                cancelled(attempt);
            }
        }
        return running().isEmpty();
    }

    private synchronized void cancelled(CallAttempt attempt) {
        running.remove(attempt);
        cancelledAfterSending |= attempt.state() == PendingCall.ABANDONED;
    }

    /** {@return whether the server may have run the call, once all attempts have ended without a reply} */
    synchronized boolean mayHaveRun() {
        return cancelledAfterSending || (failure != null && mayHaveRun(failure));
    }

    // ---- hedges

    /** Sets the time of the next hedge. Guarded by {@code this}. */
    private void setHedge() {
        hedgeAt = hedgeNanos == PendingCall.NO_HEDGE || started > retries.maxRetries()
                ? PendingCall.NO_HEDGE
                : context.now() + hedgeNanos;
    }

    /** {@return the time of the next hedge; {@link PendingCall#NO_HEDGE} if there is none} */
    long hedgeAt() {
        return hedgeAt;
    }

    /** Makes the connections of all attempts check for the next hedge in time: any attempt may end before it is due. */
    void watch() {
        long time = hedgeAt;
        if (time == PendingCall.NO_HEDGE) {
            return;
        }
        for (CallAttempt attempt : running()) {
            CallConnection connection = attempt.connection();
            if (connection != null) {
                connection.checkBy(time);
            }
        }
    }

    /** Returns whether a hedge is due; true only once for each. Runs on the timer thread. */
    synchronized boolean takeDue(long now) {
        if (hedgeAt > now) {
            return false;
        }
        hedgeAt = PendingCall.NO_HEDGE;
        return true;
    }

    /** Leaves the hedge that is due to the waiting thread. */
    void hedgeOnWaiter() {
        waiterHedges = true;
    }

    /** {@return whether the waiting thread must call {@link #hedge}; true only once for each hedge} Only for that thread. */
    boolean takeHedgeOnWaiter() {
        boolean hedge = waiterHedges;
        if (hedge) {
            waiterHedges = false;
        }
        return hedge;
    }

    /** The time for a hedge has come. */
    void hedge() {
        CallAttempt next = null;
        synchronized (this) {
            if (over || running.isEmpty()) {
                return;
            }
            if (!exceeded && running.contains(first)) {
                exceeded = true;
                delay.exceeded();
            }
            CallAttempt beside = running.get(running.size() - 1);
            if (!retries.hasPlaceForHedge(beside)) {
                setHedge(); // there may be one later
            } else if (started <= retries.maxRetries() && retries.takeHedge(beside)) {
                started++;
                next = prepare(beside, started - 1);
                hedges.add(next);
            } else {
                return;
            }
        }
        if (next == null) {
            watch();
        } else {
            start(next);
        }
    }
}
