package io.grizzlythrift.client;

import java.util.function.Consumer;

/**
 * Watches the deadlines of one connection's calls. No call has a timer: the earliest deadline of all has one, on the
 * wheel, and when it is due all calls are looked at. So a call costs one comparison as long as calls are answered in
 * time, and a look costs one pass over the table, once per tick at most.
 */
final class CallDeadlines {
    private static final long NEVER = Long.MAX_VALUE;

    /** Who ends calls that are overdue. On the thread of the wheel. */
    interface Listener {
        /** A call had to be sent, or to be answered, by now. It may have ended since. */
        void overdue(Call call, long now);

        /** All calls that were overdue have been told of. */
        void overdueEnded();
    }

    private final ClientParts parts;
    private final InFlightTable calls;
    private final Listener listener;

    /** No call has to be looked at before this time. */
    private volatile long nextLook = NEVER;

    /** For the next look, if there is to be one. */
    private DeadlineWheel.Timer timer;

    private boolean closed;

    CallDeadlines(ClientParts parts, InFlightTable calls, Listener listener) {
        this.parts = parts;
        this.calls = calls;
        this.listener = listener;
    }

    /** Sees to a call that is registered. */
    void watch(Call call) {
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
        cancel();
        nextLook = time;
        timer = parts.threads().wheel().schedule(time, this::look);
    }

    private void cancel() {
        if (timer != null) {
            timer.cancel();
        }
    }

    /** Nothing is looked at any more, and nothing holds the connection for a later look. */
    synchronized void close() {
        closed = true;
        cancel();
    }

    private void look() {
        long now = parts.now();
        nextLook = NEVER;
        Look look = new Look(now);
        calls.forEach(look);
        if (look.anyOverdue) {
            listener.overdueEnded();
        }
        lookAt(look.nextDue);
    }

    /** One pass over all calls. */
    private final class Look implements Consumer<Call> {
        private final long now;
        private long nextDue = NEVER;
        private boolean anyOverdue;

        Look(long now) {
            this.now = now;
        }

        @Override
        public void accept(Call call) {
            int state = call.state();
            if (state >= Call.ENDED) {
                return;
            }
            long due = state == Call.QUEUED ? call.sendBy() : call.deadline();
            if (due > now) {
                nextDue = Math.min(nextDue, due);
            } else {
                anyOverdue = true;
                listener.overdue(call, now);
            }
        }
    }
}
