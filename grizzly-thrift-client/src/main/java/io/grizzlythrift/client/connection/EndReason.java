package io.grizzlythrift.client.connection;

import io.grizzlythrift.client.call.CallFailedException;
import io.grizzlythrift.client.call.FailureCause;
import io.grizzlythrift.client.inflight.PendingCall;

/**
 * Why a connection, or one of its calls, ended.
 *
 * @param thrown the cause; null if nothing was thrown
 */
record EndReason(FailureCause cause, String reason, Throwable thrown) {
    /** Smaller calls are unlikely to exceed the limit of a server. */
    private static final int LARGE_CALL_BYTES = 64 * 1024;

    /**
     * Creates the failure of a call whose connection ended for this reason. A server closes the connection of a call that
     * is too large for it, and cannot say why.
     */
    CallFailedException failureOfCall(PendingCall call, String endpoint, boolean mayHaveRun) {
        int bytes = call.messageBytes();
        boolean byPeer = cause == FailureCause.CLOSED_BY_PEER || cause == FailureCause.CONNECTION_RESET;
        if (!byPeer || bytes < LARGE_CALL_BYTES) {
            return failure(call, endpoint, mayHaveRun);
        }
        String hint = "; the call has " + bytes + " bytes: does the server accept messages of that size?";
        return with(hint).failure(call, endpoint, mayHaveRun);
    }

    /** {@return this reason with text appended} */
    EndReason with(String more) {
        return more.isEmpty() ? this : new EndReason(cause, reason + more, thrown);
    }

    /** Creates the failure of a call that ends for this reason. */
    CallFailedException failure(PendingCall call, String endpoint, boolean mayHaveRun) {
        return new CallFailedException(cause, call.method(), endpoint, mayHaveRun, reason, thrown);
    }
}
