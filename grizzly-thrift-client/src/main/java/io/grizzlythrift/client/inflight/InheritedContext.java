package io.grizzlythrift.client.inflight;

import io.grizzlythrift.call.CallContext;
import io.grizzlythrift.peer.PreviousAttempts;

/**
 * What one call inherits from the call of a server whose handler makes it: the deadline, if a client gave one, and that it
 * is abandoned when that call is cancelled; and whether that call was tried before.
 *
 * <p>Thread-safe: the call is watched after it was started, and then checked for its end; its end is noted first, and then
 * the watch is removed. So one of the two threads removes it.
 */
public final class InheritedContext {
    private final CallContext parent;
    private volatile CallContext.Registration registration;

    public InheritedContext(CallContext parent) {
        this.parent = parent;
    }

    /** {@return the same for another attempt} */
    public InheritedContext again() {
        return new InheritedContext(parent);
    }

    /** {@return the timeout of a call that could take this long by itself; zero or less if the deadline has passed} */
    public long timeoutNanos(long ownNanos) {
        return parent.clientTimeout().isEmpty()
                ? ownNanos
                : Math.min(ownNanos, parent.remaining().toNanos());
    }

    /** {@return how many attempts were made at the call whose handler makes this call, before the one that runs} */
    public int previousAttempts() {
        return PreviousAttempts.of(parent.header(PreviousAttempts.HEADER));
    }

    /** {@return whether the call whose handler makes this call is cancelled} */
    public boolean isCancelled() {
        return parent.isCancelled();
    }

    /** Abandons a call that was started when the other one is cancelled. */
    public void watch(PendingCall call) {
        registration = parent.onCancel(() -> {
            CallConnection connection = call.connection();
            if (connection != null) { // otherwise it has ended
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
