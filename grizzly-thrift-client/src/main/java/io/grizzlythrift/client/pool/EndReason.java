package io.grizzlythrift.client.pool;

import io.grizzlythrift.client.call.CallFailedException;
import io.grizzlythrift.client.call.FailureCause;
import io.grizzlythrift.client.inflight.PendingCall;

/**
 * Why a connection, or one of its calls, ended.
 *
 * @param thrown what was thrown; null if nothing was
 */
record EndReason(FailureCause cause, String reason, Throwable thrown) {
    /** Makes the failure of a call that ends for this reason. */
    CallFailedException failure(PendingCall call, String endpoint, boolean mayHaveRun) {
        return new CallFailedException(cause, call.method(), endpoint, mayHaveRun, reason, thrown);
    }
}
