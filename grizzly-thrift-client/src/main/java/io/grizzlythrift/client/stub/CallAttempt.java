package io.grizzlythrift.client.stub;

import io.grizzlythrift.client.inflight.CallConnection;
import io.grizzlythrift.client.inflight.PendingCall;
import java.util.Optional;

/** One attempt at a call of a stub, in one of three styles; or a call of a transport, which has a single attempt. */
abstract class CallAttempt extends PendingCall {
    /** Null for a call of a transport. */
    private final Invocation invocation;

    CallAttempt(Invocation invocation, long timeoutNanos) {
        super(
                invocation.method().generated().name(),
                invocation.method().generated().isOneway(),
                timeoutNanos,
                invocation.context().now());
        this.invocation = invocation;
    }

    /** Creates a call of a transport. */
    CallAttempt(String method, boolean oneway, long timeoutNanos, long now) {
        super(method, oneway, timeoutNanos, now);
        invocation = null;
    }

    /** {@return the call that this is an attempt at; null for a call of a transport} */
    final Invocation invocation() {
        return invocation;
    }

    /** Creates another attempt at the same call, for the same caller. */
    abstract CallAttempt another(long timeoutNanos);

    /** A hedge is due: has {@link Attempts#hedge} called where user code may run. Runs on the timer thread. */
    abstract void scheduleHedge(Attempts attempts);

    /** {@return whether the caller no longer waits for the call} */
    boolean isAbandoned() {
        return false;
    }

    /** Cancels this attempt. Returns false if it has ended, or no connection has taken it. */
    final boolean cancel() {
        CallConnection connection = connection();
        return connection != null && connection.cancel(this);
    }

    /** Ends this attempt, whose outcome nobody handles any more, unless it has ended. */
    void discard() {
        cancel();
    }

    /** {@return the attempts at the same call, if there may be more than the first one; otherwise null} */
    final Attempts attempts() {
        return invocation == null ? null : invocation.attempts();
    }

    @Override
    public final int prefetch() {
        return super.prefetch() + (invocation == null ? 0 : invocation.prefetch());
    }

    @Override
    public final Optional<String> service() {
        return invocation == null
                ? Optional.empty()
                : invocation.method().generated().service().name();
    }

    @Override
    public final long hedgeAt() {
        Attempts attempts = attempts();
        return attempts == null ? NO_HEDGE : attempts.hedgeAt();
    }

    @Override
    public final void hedgeDue(long now) {
        Attempts attempts = invocation.attempts();
        if (attempts.takeDue(now)) {
            scheduleHedge(attempts);
        }
    }
}
