package io.grizzlythrift.client.internal.endpoint;

import io.grizzlythrift.client.call.CallFailedException;
import io.grizzlythrift.client.call.FailureCause;
import io.grizzlythrift.client.internal.call.CallCodec;
import io.grizzlythrift.client.internal.call.PendingCall;
import io.grizzlythrift.client.internal.connection.EndReason;
import io.grizzlythrift.client.internal.connection.PooledConnection;

/**
 * A call that the client itself makes over a given connection, to find out whether the server replies; any reply will do.
 * Interceptors and call counters do not see it.
 */
final class PingCall extends PendingCall {
    private final PooledConnection pinged;

    PingCall(String method, long timeoutNanos, long now, PooledConnection pinged) {
        super(method, false, timeoutNanos, now);
        this.pinged = pinged;
        markCounted();
        markOutcomeRecorded(); // by replied
    }

    @Override
    public void replied(CallCodec reply) {
        pinged.owner().health().repliedToPing(begun());
    }

    @Override
    public void sent() {
        throw new IllegalStateException("a ping is not oneway");
    }

    @Override
    public void failed(CallFailedException failure) {
        switch (failure.failure()) {
            case TIMED_OUT -> {
                EndReason why = new EndReason(
                        FailureCause.CONNECTION_RESET,
                        "no reply to a ping within " + timeout().toMillis() + " ms");
                pinged.runOnSelector(() -> pinged.end(why));
            }
            case SERVER_OVERLOADED,
                    SERVER_QUEUE_TIMEOUT,
                    SERVER_DRAINING,
                    PERMISSION_DENIED,
                    UNAUTHENTICATED,
                    UNREADABLE_REPLY,
                    REPLY_TOO_LARGE -> pinged.owner().health().repliedToPing(begun());
            default -> {} // the connection has ended
        }
    }

    @Override
    public boolean runsUserCode() {
        return false;
    }
}
