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
 * The attempts at one call, if there may be more than one: retries, after the attempts before have failed, and hedges, beside
 * them. The first good reply ends the call; otherwise the attempt that ends last does.
 *
 * <pre>
 *   first attempt --failed, none is running--> retry --> ...        mayFollow: attempts, time and budget left?
 *        |
 *        +--no reply for the delay--> hedge, beside it --> ...
 *
 *   succeeded: the others are cancelled
 * </pre>
 *
 * <p>The three styles differ in the thread on which this runs: the one that waits for a blocking call; otherwise the one on
 * which attempts end, and the selector thread of the connection for hedges. Thread-safe: the lock of this object guards its
 * fields. Attempts are started and cancelled without it: either the thread that starts an attempt sees afterwards that the
 * call is over, or the one that ends the call sees the connection of the attempt.
 */
final class Attempts {
    private final Invocation invocation;
    private final ClientContext context;
    private final Retries retries;
    private final CallAttempt first;

    /** Null if the call is not hedged. */
    private final HedgeDelay delay;

    /** The delay when the call started, in nanoseconds; {@link PendingCall#NO_HEDGE} for ever. */
    private final long hedgeNanos;

    /** The attempts that were started and have not ended. */
    private final List<CallAttempt> running = new ArrayList<>(2);

    private final List<CallAttempt> hedges = new ArrayList<>(1);

    /** How many attempts were started, or are about to be, without those that moved on. */
    private int started = 1;

    /** How often the call moved on, because an endpoint could not be connected. */
    private int moved;

    /** Whether the caller has its end, or has given up. */
    private boolean over;

    /** The attempt whose end is that of the call: if its caller cannot be told for want of memory, it ends once more. */
    private CallAttempt last;

    /** Why an attempt failed; of several, that which tells most. */
    private TException failure;

    private boolean cancelledAfterSending;

    /** Whether the first attempt took longer than the delay. */
    private boolean exceeded;

    private volatile long hedgeAt = PendingCall.NO_HEDGE;
    private volatile boolean waiterHedges;

    /** Makes the attempts of a call whose first one has failed. */
    Attempts(CallAttempt first) {
        this(first, null);
    }

    /** Makes the attempts of a call that is hedged after a delay. Before the first one is started. */
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

    /** An attempt ended otherwise. Returns what the caller gets; null if there is another attempt, or nobody waits. */
    TException failed(CallAttempt attempt, TException thrown) {
        if (Retries.isGoodReply(thrown)) {
            return succeeded(attempt) ? thrown : null;
        }
        CallAttempt next;
        synchronized (this) {
            running.remove(attempt);
            noteFailure(attempt, thrown);
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
     * Keeps the failure for the caller, which must say that the call may have run if any attempt may have. An attempt that no
     * endpoint took says less than the one before it.
     */
    private void noteFailure(CallAttempt attempt, TException thrown) {
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
     * Makes an attempt that avoids the connection of another one, to be started without the lock. Guarded by {@code this}, so
     * that the call does not end between the token and the attempt.
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

    /** Abandons what runs. Returns false if an attempt ended by itself, and is to be looked at. */
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

    /** Has the connections of all attempts check the time of the next hedge: any attempt may end before it. */
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

    /** Returns whether a hedge is due, and that only once. Runs on the timer thread. */
    synchronized boolean takeDue(long now) {
        if (hedgeAt > now) {
            return false;
        }
        hedgeAt = PendingCall.NO_HEDGE;
        return true;
    }

    /** Leaves the hedge that is due to the thread that waits. */
    void hedgeOnWaiter() {
        waiterHedges = true;
    }

    /** {@return whether the waiting thread is to call {@link #hedge}, and that only once} Only for that thread. */
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
