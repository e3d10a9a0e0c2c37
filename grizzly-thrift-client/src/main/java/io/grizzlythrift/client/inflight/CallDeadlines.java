package io.grizzlythrift.client.inflight;

import io.grizzlythrift.client.io.TimerThread;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.LongSupplier;

/**
 * Watches the deadlines of one connection's calls. No call has a timer: the earliest deadline of all has one, on the
 * timers, and when it is due all calls are looked at. So a call costs one comparison as long as calls are answered in
 * time, and a look costs one pass over the table, once per tick at most. Nothing is allocated for it.
 */
public final class CallDeadlines {
    private static final long NEVER = Long.MAX_VALUE;
    private static final long RETRY_NANOS = TimeUnit.MILLISECONDS.toNanos(TimerThread.RETRY_MILLIS);

    /** Who ends calls that are overdue. On the thread of the timers. */
    public interface Listener {
        /**
         * A call had to be sent, or to be answered, by now. It may have ended since. If this throws, the call has not
         * ended, and is looked at again.
         */
        void overdue(PendingCall call, long now);

        /** All calls that were overdue have been told of. */
        void overdueEnded();
    }

    private final TimerThread timers;
    private final LongSupplier clock;
    private final InFlightTable calls;
    private final Listener listener;

    /** No call has to be looked at before this time. */
    private volatile long nextLook = NEVER;

    /** For the next look, if there is to be one. */
    private final TimerThread.Timer timer;

    private boolean closed;

    // Of the look at hand. Only for the thread of the timers.
    private final Consumer<PendingCall> lookAtCall = this::lookAtCall;
    private long now;
    private long nextDue;
    private boolean anyOverdue;

    public CallDeadlines(TimerThread timers, LongSupplier clock, InFlightTable calls, Listener listener) {
        this.timers = timers;
        this.clock = clock;
        this.calls = calls;
        this.listener = listener;
        timer = timers.timer(this::look);
    }

    /** Sees to a call that is registered. */
    public void watch(PendingCall call) {
        lookAt(call.sendBy());
    }

    private void lookAt(long time) {
        if (time < nextLook) {
            plan(time);
        }
    }

    private synchronized void plan(long time) {
        if (closed || time >= nextLook) {
            return;
        }
        nextLook = time;
        timer.set(time);
    }

    /** Nothing is looked at any more, and nothing holds the connection for a later look. */
    public synchronized void close() {
        closed = true;
        timer.cancel();
    }

    private void look() {
        now = clock.getAsLong();
        nextDue = NEVER;
        anyOverdue = false;
        nextLook = NEVER;
        try {
            calls.forEach(lookAtCall);
            if (anyOverdue) {
                listener.overdueEnded();
            }
        } catch (Throwable t) {
            lookAgain(t);
        }
        lookAt(nextDue);
    }

    private void lookAgain(Throwable thrown) {
        nextDue = Math.min(nextDue, now + RETRY_NANOS);
        timers.log(thrown);
    }

    private void lookAtCall(PendingCall call) {
        int state = call.state();
        if (state >= PendingCall.ENDED) {
            return;
        }
        long due = state < PendingCall.SENT ? call.sendBy() : call.deadline();
        if (due > now) {
            nextDue = Math.min(nextDue, due);
        } else {
            anyOverdue = true;
            try {
                listener.overdue(call, now);
            } catch (Throwable t) {
                lookAgain(t); // the others are overdue as well
            }
        }
    }
}
