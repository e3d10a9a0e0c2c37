package io.grizzlythrift.client.connection;

import io.grizzlythrift.client.call.FailureCause;
import io.grizzlythrift.client.context.ClientContext;
import io.grizzlythrift.client.inflight.InFlightTable;
import io.grizzlythrift.client.inflight.PendingCall;
import io.grizzlythrift.client.inflight.WriteQueue;
import io.grizzlythrift.memory.pool.LongLivedThreads;

/**
 * Accounts for the calls that the queue of one connection writes or skips: counts them, returns their bytes, and ends oneway
 * calls. Runs on the thread that writes.
 */
final class WrittenCalls implements WriteQueue.Listener {
    private final PooledConnection connection;
    private final ClientContext context;
    private final InFlightTable calls;
    private final AbandonedCalls abandoned;
    private final Retirement retirement;

    WrittenCalls(
            PooledConnection connection,
            ClientContext context,
            InFlightTable calls,
            AbandonedCalls abandoned,
            Retirement retirement) {
        this.connection = connection;
        this.context = context;
        this.calls = calls;
        this.abandoned = abandoned;
        this.retirement = retirement;
    }

    @Override
    public void sent(int count) {
        context.completion().counters().countSent(count);
    }

    @Override
    public void sending(PendingCall call) {
        call.updateTimeout(context.now());
    }

    @Override
    public void released(long bytes) {
        context.memory().giveBack(bytes);
    }

    @Override
    public void onewaySent(PendingCall call) {
        boolean inTime = call.end();
        if (!inTime) { // abandoned while it was being written
            abandoned.replied();
        }
        calls.remove(call);
        if (inTime) {
            context.completion().sent(call);
        }
        retirement.checkOnSelector(); // not here: the writer may be in the middle of its work
        connection.roomMade();
    }

    @Override
    public void skipped() {
        abandoned.skipped();
    }

    /**
     * {@inheritDoc} On the selector thread unless the current thread belongs to a client or a server: Grizzly would leave
     * its caches on any other thread, and keep the class loader of an application in memory.
     */
    @Override
    public void runWrite(Runnable write) {
        if (LongLivedThreads.isCurrent()) {
            write.run();
        } else {
            connection.runOnSelector(write);
        }
    }

    @Override
    public void writeFailed(Throwable cause) {
        try {
            connection.runOnSelector(
                    () -> connection.end(FailureCause.CONNECTION_RESET, "writing failed: " + cause, cause));
        } catch (Throwable t) {
            connection.broken(cause);
        }
    }
}
