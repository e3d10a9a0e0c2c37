package io.grizzlythrift.client.internal.stub;

import io.grizzlythrift.client.call.CallFailedException;
import io.grizzlythrift.client.internal.call.CallConnection;
import io.grizzlythrift.client.internal.call.LiveCounters;
import io.grizzlythrift.client.internal.call.PendingCall;
import io.grizzlythrift.client.internal.connection.ClientContext;
import java.util.ArrayList;
import java.util.List;
import org.apache.thrift.TException;

/**
 * The attempts at one call, if there may be more than one: retries, after the earlier attempts have failed, and hedges, beside
 * running ones. The first good reply ends the call; otherwise the attempt that ends last does.
 *
 * <pre>
 *   first attempt --failed, no other runs--> retry --> ...          mayFollow: attempts, time and budget left?
 *        |
 *        +--no reply within the delay--> hedge, beside it --> ...
 *
 *   one succeeded: the others are cancelled
 * </pre>
 *
 * <p>For a blocking call, this runs on the thread that waits for it. For the other two styles, it runs where their callbacks
 * do: on a selector thread, on the executor for callbacks, or on the calling thread if the call fails at once; hedges are
 * started on the selector thread of the connection. Thread-safe: the lock of this object guards its
 * fields. Attempts are started and cancelled without the lock: either the thread that starts an attempt then sees that the call
 * is over, or the thread that ends the call sees the connection of the attempt.
 */
final class Attempts {
    private final ClientCall call;
    private final ClientContext context;
    private final Retries retries;
    private final Attempt first;

    /** Null if the call is not hedged. */
    private final HedgeDelay delay;

    /** The delay in nanoseconds, as of the start of the call; {@link PendingCall#NO_HEDGE} if there is none. */
    private final long hedgeNanos;

    /** The attempts that were started, or are about to be, and have not ended. */
    private final List<Attempt> running = new ArrayList<>(2);

    private final List<Attempt> hedges = new ArrayList<>(1);

    /** How many attempts were started, or are about to be, not counting those that moved on to another endpoint. */
    private int started = 1;

    /** How often the call moved on to another endpoint because connecting failed. */
    private int moved;

    /** Whether the outcome of the call is decided, or the caller has abandoned it. */
    private boolean over;

    /** The attempt that decided the outcome. It ends again if its caller could not be notified for lack of memory. */
    private Attempt last;

    /** Why the attempts failed: of several failures, the one for the caller. */
    private TException failure;

    private boolean cancelledAfterSending;

    /** Whether the first attempt took longer than the delay. */
    private boolean exceeded;

    private volatile long hedgeAt = PendingCall.NO_HEDGE;
    private volatile boolean waiterHedges;

    /** Creates the attempts at a call whose first one has failed. */
    Attempts(Attempt first) {
        this(first, null);
    }

    /** Creates the attempts at a call that is hedged after a delay. Called before the first one is started. */
    Attempts(Attempt first, HedgeDelay delay) {
        this.first = first;
        this.delay = delay;
        call = first.call();
        context = call.context();
        retries = call.stub().retries();
        hedgeNanos = delay == null ? PendingCall.NO_HEDGE : delay.nanos();
        running.add(first);
        setHedge();
    }

    /** {@return the attempts that have not ended} */
    synchronized List<Attempt> running() {
        return List.copyOf(running);
    }

    private synchronized boolean isOver() {
        return over;
    }

    /** An attempt has a good reply: cancels the others. Returns whether to deliver the reply to the caller. */
    boolean succeeded(Attempt attempt) {
        List<Attempt> losers;
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
                context.completion().counters().count(LiveCounters.Event.HEDGE_WON);
            }
            if (attempt == first && delay != null && !exceeded) {
                delay.took(context.now() - first.begun());
            }
        }
        losers.forEach(call::discard);
        return true;
    }

    /** An attempt failed. Returns the exception for the caller; null if another attempt runs, or the call is already over. */
    TException failed(Attempt attempt, TException thrown) {
        if (Retries.isGoodReply(thrown)) {
            return succeeded(attempt) ? thrown : null;
        }
        Attempt next;
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
        start(next, attempt.connection());
        return null;
    }

    /**
     * Chooses the failure for the caller, which must say that the call may have run if any attempt may have. The failure of an
     * attempt that no endpoint took says less than an earlier one.
     */
    private void recordFailure(Attempt attempt, TException thrown) {
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
     * Creates an attempt after, or beside, another one, to be started without the lock. Guarded by {@code this}, so
     * that the call does not end after a token was taken and before the attempt exists.
     *
     * @param before the number of attempts before this one, not counting those that moved on
     */
    private Attempt prepare(Attempt other, int before) {
        Attempt next = new Attempt(call, other.deadline() - context.now());
        next.inherited(other.inherited() == null ? null : other.inherited().again());
        next.routingKey(other.routingKey());
        call.stub().settings().addHeaders(next, before);
        running.add(next);
        setHedge();
        return next;
    }

    private void start(Attempt next, CallConnection avoided) {
        next.avoid(avoided);
        call.stub().start(next);
        if (isOver()) {
            call.discard(next);
        } else {
            watch();
        }
    }

    /** Abandons the call. */
    void cancel() {
        List<Attempt> all;
        synchronized (this) {
            over = true;
            all = List.copyOf(running);
            running.clear();
        }
        all.forEach(call::discard);
    }

    /** Abandons the running attempts. Returns false if one ended by itself: its outcome must be handled. */
    boolean cancelRunning() {
        for (Attempt attempt : running()) {
            if (attempt.cancel()) {
                cancelled(attempt);
            }
        }
        return running().isEmpty();
    }

    private synchronized void cancelled(Attempt attempt) {
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

    /** {@return the time of the next hedge; {@link PendingCall#NO_HEDGE} for never} */
    long hedgeAt() {
        return hedgeAt;
    }

    /** Makes the connections of all attempts check for the next hedge: any one attempt may end before it is due. */
    void watch() {
        long time = hedgeAt;
        if (time == PendingCall.NO_HEDGE) {
            return;
        }
        for (Attempt attempt : running()) {
            CallConnection connection = attempt.connection();
            if (connection != null) {
                connection.checkBy(time);
            }
        }
    }

    /** Returns whether a hedge is due; true once per hedge. Runs on the timer thread. */
    synchronized boolean takeDue(long now) {
        if (hedgeAt > now) {
            return false;
        }
        hedgeAt = PendingCall.NO_HEDGE;
        return true;
    }

    /** Leaves a due hedge to the waiting thread. */
    void hedgeOnWaiter() {
        waiterHedges = true;
    }

    /** {@return whether the waiting thread is to call {@link #hedge}; true once per hedge} Only for that thread. */
    boolean takeHedgeOnWaiter() {
        boolean hedge = waiterHedges;
        if (hedge) {
            waiterHedges = false;
        }
        return hedge;
    }

    /** A hedge is due: starts it if there is a place for it and attempts, time and budget are left. */
    void hedge() {
        Attempt next = null;
        Attempt beside;
        boolean isRepeatable = call.isRepeatable();
        synchronized (this) {
            if (over || running.isEmpty()) {
                return;
            }
            if (!exceeded && running.contains(first)) {
                exceeded = true;
                delay.exceeded();
            }
            if (!isRepeatable) {
                return;
            }
            beside = running.get(running.size() - 1);
            if (!retries.hasPlaceForHedge(beside)) {
                setHedge(); // there may be a place later
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
            start(next, beside.settledConnection());
        }
    }

    /**
     * Returns whether an attempt other than this one runs at an endpoint, or is about to start anywhere. So an attempt that
     * waits, and would move, never joins a hedge: it checks this while it cannot be seen to move, and a hedge is among the
     * attempts before it looks for the place that it must avoid.
     */
    synchronized boolean anyBesideAt(Attempt waiting, String endpoint) {
        for (Attempt other : running) {
            CallConnection taker = other.connection();
            if (other != waiting && (taker == null || taker.endpoint().equals(endpoint))) {
                return true;
            }
        }
        return false;
    }
}
