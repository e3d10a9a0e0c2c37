package io.grizzlythrift.client.internal.call;

import io.grizzlythrift.client.internal.io.TimerThread;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.LongSupplier;

/**
 * Checks the deadlines of the calls of one connection, or of those that wait at one endpoint. Calls have no timers of their own: one timer is set to the earliest
 * deadline, and when it fires all calls are checked. So a call costs one comparison as long as replies are on time, and a
 * check costs one pass over the table, at most once per tick. Nothing is allocated. Hedges are checked the same way.
 *
 * <p>No deadline is missed: a call is registered before {@code nextCheck} is read, and a check resets {@code nextCheck}
 * before it visits the calls. So either the check visits the call, or the thread that registered it sets the timer.
 */
public final class CallDeadlines {
    private static final long NEVER = Long.MAX_VALUE;
    private static final long RETRY_NANOS = TimeUnit.MILLISECONDS.toNanos(TimerThread.RETRY_MILLIS);

    /** The calls to check. */
    @FunctionalInterface
    public interface Calls {
        /** Visits every call that stays among them throughout this method; others may be visited or not. */
        void forEach(Consumer<PendingCall> visitor);
    }

    /** Ends overdue calls. Runs on the timer thread. */
    public interface Listener {
        /**
         * A call was not sent, or got no reply, in time. It may have ended since. If this throws, the call has not ended
         * and is checked again.
         */
        void overdue(PendingCall call, long now);

        /** Every call that was overdue in this check has been reported. */
        void overdueEnded();
    }

    private final TimerThread timers;
    private final LongSupplier clock;
    private final Calls calls;
    private final Listener listener;

    /** No call needs to be checked before this time. */
    private volatile long nextCheck = NEVER;

    /** Set to the time of the next check, if one is needed. */
    private final TimerThread.Timer timer;

    private boolean closed;

    // State of the current check. Only for the timer thread.
    private final Consumer<PendingCall> checkCall = this::checkCall;
    private long now;
    private long nextDue;
    private boolean anyOverdue;

    public CallDeadlines(TimerThread timers, LongSupplier clock, Calls calls, Listener listener) {
        this.timers = timers;
        this.clock = clock;
        this.calls = calls;
        this.listener = listener;
        timer = timers.timer(this::check);
    }

    /** Includes a registered call in the checks. */
    public void watch(PendingCall call) {
        checkBy(call.sendBy());
    }

    /** Schedules a check no later than this time. */
    public void checkBy(long time) {
        if (time < nextCheck) {
            setTimer(time);
        }
    }

    private synchronized void setTimer(long time) {
        if (closed || time >= nextCheck) {
            return;
        }
        nextCheck = time;
        timer.set(time);
    }

    /** Stops the checks and releases the connection. */
    public synchronized void close() {
        closed = true;
        timer.cancel();
    }

    private void check() {
        now = clock.getAsLong();
        nextDue = NEVER;
        anyOverdue = false;
        nextCheck = NEVER;
        try {
            calls.forEach(checkCall);
            if (anyOverdue) {
                listener.overdueEnded();
            }
        } catch (Throwable t) {
            checkAgain(t);
        }
        checkBy(nextDue);
    }

    private void checkAgain(Throwable thrown) {
        nextDue = Math.min(nextDue, now + RETRY_NANOS);
        timers.log(thrown);
    }

    private void checkCall(PendingCall call) {
        int state = call.state();
        if (state >= PendingCall.ENDED) {
            return;
        }
        long due = state < PendingCall.SENT ? call.sendBy() : call.deadline();
        if (due > now) {
            nextDue = Math.min(nextDue, due);
            checkHedge(call);
        } else {
            anyOverdue = true;
            try {
                listener.overdue(call, now);
            } catch (Throwable t) {
                checkAgain(t); // other calls may be overdue as well
            }
        }
    }

    private void checkHedge(PendingCall call) {
        try {
            if (call.hedgeAt() <= now) {
                call.hedgeDue(now);
            }
            nextDue = Math.min(nextDue, call.hedgeAt());
        } catch (Throwable t) {
            checkAgain(t); // losing a hedge costs less than missing the deadlines of other calls
        }
    }
}
