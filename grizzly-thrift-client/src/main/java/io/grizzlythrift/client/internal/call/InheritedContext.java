package io.grizzlythrift.client.internal.call;

import io.grizzlythrift.call.CallContext;
import io.grizzlythrift.internal.call.PreviousAttempts;

/**
 * What a call inherits from its parent, the server call whose handler makes it: the parent's deadline, if its client sent one;
 * the parent's cancellation, which abandons the call; and the number of earlier attempts at the parent.
 *
 * <p>Thread-safe: {@link #watch} registers with the parent and then checks whether the call has ended; the thread that ends
 * the call changes its state and then calls {@link #release}. So at least one of the two removes the registration.
 */
public final class InheritedContext {
    private final CallContext parent;
    private volatile CallContext.Registration registration;

    public InheritedContext(CallContext parent) {
        this.parent = parent;
    }

    /** {@return a context with the same parent, for another attempt} */
    public InheritedContext again() {
        return new InheritedContext(parent);
    }

    /**
     * {@return the timeout in nanoseconds of a call whose own timeout is {@code ownNanos}; zero or less if the parent's
     * deadline has passed}
     */
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

    /** Abandons a call, which must have been started, when the parent is cancelled. */
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

    /** Stops watching the parent: the call has ended. May be called more than once. */
    public void release() {
        CallContext.Registration watching = registration;
        if (watching != null) {
            watching.remove();
        }
    }
}
