package io.grizzlythrift.client.internal.endpoint;

import io.grizzlythrift.client.call.CallTimeoutException;
import io.grizzlythrift.client.internal.call.CallConnection;
import io.grizzlythrift.client.internal.call.CallDeadlines;
import io.grizzlythrift.client.internal.call.PendingCall;
import io.grizzlythrift.client.internal.connection.ClientContext;
import io.grizzlythrift.client.internal.connection.EndReason;
import io.grizzlythrift.client.internal.connection.PooledConnection;

/**
 * Stands in for a connection for the calls that wait at one endpoint: checks their deadlines, and ends those that are
 * overdue or cancelled. If a call has gone to a connection or to another endpoint meanwhile, what concerns it is passed on.
 * Thread-safe.
 */
final class PlaceholderConnection implements CallConnection, CallDeadlines.Listener {
    private final ClientContext context;
    private final Endpoint endpoint;
    private final WaitingCalls calls;
    private final CallDeadlines deadlines;

    /** Since when the endpoint has been full, as far as this object has seen; 0 if it is not. Guarded by {@code this}. */
    private long fullSince;

    PlaceholderConnection(ClientContext context, Endpoint endpoint, WaitingCalls calls) {
        this.context = context;
        this.endpoint = endpoint;
        this.calls = calls;
        deadlines = new CallDeadlines(
                context.threads().timers(),
                context.clock(),
                visitor -> calls.all().forEach(visitor),
                this);
    }

    /** {@return the endpoint at which the calls wait} */
    Endpoint owner() {
        return endpoint;
    }

    // ---- the time to wait, which does not count while another connection may be opened

    /** Returns until when a call may wait that comes now, if the endpoint is full by then. */
    long endOfWaitFromNow() {
        long now = context.now();
        return Math.max(endOfWait(now), now + maxWaitNanos());
    }

    private long maxWaitNanos() {
        return context.config().maxWait().toNanos();
    }

    /** Returns how long calls may wait if the endpoint is full and stays so. */
    private long endOfWait(long now) {
        boolean full = endpoint.connections().isFull();
        synchronized (this) {
            if (!full || fullSince == 0) {
                fullSince = full ? Math.max(1, now) : 0;
            }
            return (full ? fullSince : now) + maxWaitNanos();
        }
    }

    /** Ends the checks: the client was closed. */
    void close() {
        deadlines.close();
    }

    /** Includes a call in the checks of deadlines and hedges. */
    void watch(PendingCall call) {
        deadlines.watch(call);
        checkBy(call.hedgeAt());
    }

    @Override
    public void checkBy(long time) {
        deadlines.checkBy(time);
    }

    @Override
    public void overdue(PendingCall call, long now) {
        CallConnection current = call.settledConnection();
        if (current != this) {
            current.overdue(call, now);
        } else if (now >= call.deadline()) {
            calls.fail(call, new CallTimeoutException(call.method(), endpoint(), false, call.timeout(), ""));
        } else if (now >= Math.max(endOfWait(now), call.sendBy()) && !mayBeSent(call)) {
            calls.fail(call, EndReason.noSlot(context));
        } else {
            call.sendBy(Math.max(endOfWait(now), call.sendBy()));
            deadlines.watch(call);
        }
    }

    /** Returns whether a connection has room: the thread that is to send the call may be late. */
    private boolean mayBeSent(PendingCall call) {
        return endpoint.open().withRoom(call) != null;
    }

    @Override
    public void overdueEnded() {
        // Nothing depends on calls that were not sent.
    }

    // ---- ends of calls

    @Override
    public boolean cancel(PendingCall call) {
        if (calls.end(call)) {
            context.completion().cancelled(call);
            return true;
        }
        CallConnection current = call.settledConnection();
        return current != this && current.cancel(call);
    }

    @Override
    public void cancelInherited(PendingCall call) {
        calls.fail(call, EndReason.PARENT_CANCELLED);
        CallConnection current = call.settledConnection();
        if (current != this) {
            current.cancelInherited(call);
        }
    }

    @Override
    public void endBroken(PendingCall call, Throwable thrown) {
        if (calls.end(call)) {
            context.completion().broken(call, false, thrown);
            return;
        }
        CallConnection current = call.settledConnection();
        if (current != this) {
            current.endBroken(call, thrown);
        }
    }

    // ---- what only a connection has

    @Override
    public String endpoint() {
        return endpoint.name();
    }

    @Override
    public void unusableReply(PendingCall call) {
        call.settledConnection().unusableReply(call);
    }

    @Override
    public void awaitReply(PendingCall call) {
        // Its reply will be read by the selector thread of a connection.
    }

    @Override
    public void wakeReader() {
        // No thread reads here.
    }

    @Override
    public void runOnSelector(Runnable task) {
        PooledConnection any = endpoint.open().leastOfAll();
        if (any == null) {
            context.threads().runCallback(task);
        } else {
            any.runOnSelector(task);
        }
    }
}
