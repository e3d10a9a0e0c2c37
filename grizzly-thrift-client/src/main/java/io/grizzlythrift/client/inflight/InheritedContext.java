package io.grizzlythrift.client.inflight;

import io.grizzlythrift.call.CallContext;
import io.grizzlythrift.peer.PreviousAttempts;

/**
 * What a call inherits from the call of a server whose handler makes it (its parent): the deadline, if the client of that call
 * set one; its cancellation, with which this call is abandoned; and whether it was a retry.
 *
 * <p>Thread-safe: one thread registers the listener after the call was started, and then checks whether the call has ended;
 * another records the end first, and then removes the listener. So one of the two removes it.
 */
public final class InheritedContext {
    private final CallContext parent;
    private volatile CallContext.Registration registration;

    public InheritedContext(CallContext parent) {
        this.parent = parent;
    }

    /** {@return a new context with the same parent, for another attempt} */
    public InheritedContext again() {
        return new InheritedContext(parent);
    }

    /** {@return the timeout of a call whose own timeout is {@code ownNanos}; zero or less if the deadline has passed} */
    public long timeoutNanos(long ownNanos) {
        return parent.clientTimeout().isEmpty()
                ? ownNanos
                : Math.min(ownNanos, parent.remaining().toNanos());
    }

    /** {@return the number of attempts at the parent before the one that is running} */
    public int previousAttempts() {
        return PreviousAttempts.of(parent.header(PreviousAttempts.HEADER));
    }

    /** {@return whether the parent is cancelled} */
    public boolean isCancelled() {
        return parent.isCancelled();
    }

    /** Abandons a call that was started once the parent is cancelled. */
    public void watch(PendingCall call) {
        registration = parent.onCancel(() -> {
            CallConnection connection = call.connection();
            if (connection != null) { // otherwise the call has ended
                connection.cancelInherited(call);
            }
        });
        if (call.state() >= PendingCall.ENDED) {
            release();
        }
    }

    /** The call has ended. May be called again. */
    public void release() {
        CallContext.Registration watching = registration;
        if (watching != null) {
            watching.remove();
        }
    }
}
