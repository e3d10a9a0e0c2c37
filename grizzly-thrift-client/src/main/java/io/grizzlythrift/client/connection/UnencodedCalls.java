package io.grizzlythrift.client.connection;

import io.grizzlythrift.client.call.CallFailedException;
import io.grizzlythrift.client.call.FailureCause;
import io.grizzlythrift.client.context.ClientContext;
import io.grizzlythrift.client.inflight.InFlightTable;
import io.grizzlythrift.client.inflight.PendingCall;

/** Ends calls that a connection has taken but that never enter its queue. Runs on the calling thread. */
public final class UnencodedCalls {
    private final PooledConnection connection;
    private final ClientContext context;
    private final InFlightTable calls;
    private final AbandonedCalls abandoned;
    private final Retirement retirement;
    private final EndReasons reasons;

    UnencodedCalls(
            PooledConnection connection,
            ClientContext context,
            InFlightTable calls,
            AbandonedCalls abandoned,
            Retirement retirement,
            EndReasons reasons) {
        this.connection = connection;
        this.context = context;
        this.calls = calls;
        this.abandoned = abandoned;
        this.retirement = retirement;
        this.reasons = reasons;
    }

    /** Ends a call that could not be encoded. */
    public void notEncoded(PendingCall call, String reason, Throwable thrown) {
        end(call, new EndReason(FailureCause.UNWRITABLE_CALL, reason, thrown));
    }

    /** Ends a call for which there is no memory. */
    public void noMemory(PendingCall call, String size) {
        context.memory().countRejection();
        end(call, reasons.noMemory(size));
    }

    private void end(PendingCall call, EndReason why) {
        CallFailedException failure = why.failure(call, connection.endpoint(), false);
        if (call.abandon() == PendingCall.QUEUED) {
            calls.remove(call);
            call.releaseFrame();
            if (call.hasWaited()) { // on this thread, another call made room for it
                context.completion().failed(call, failure);
            } else {
                context.completion().failedHere(call, failure);
            }
            retirement.checkOnSelector();
            connection.roomMade();
        } else {
            endedBefore(call);
        }
    }

    /** Accounts for a call that ended before it could be queued: the writer will not skip it. */
    public void endedBefore(PendingCall call) {
        call.releaseFrame();
        abandoned.skipped();
    }
}
