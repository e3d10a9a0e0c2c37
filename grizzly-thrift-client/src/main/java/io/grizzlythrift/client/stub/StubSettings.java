package io.grizzlythrift.client.stub;

import io.grizzlythrift.call.CallContext;
import io.grizzlythrift.client.codec.CallHeaders;
import io.grizzlythrift.client.codec.StubHeaders;
import io.grizzlythrift.client.config.CallOptions;
import io.grizzlythrift.client.context.ClientContext;
import io.grizzlythrift.client.inflight.InheritedContext;
import java.util.Optional;

/**
 * What the calls of one stub or transport have in common: the timeout, the headers, and the server call from which they
 * inherit, which is the one that the thread is running, a given one, or none. Immutable.
 */
final class StubSettings {
    private final long timeoutNanos;

    /** Null unless the client's calls have headers. */
    private final StubHeaders headers;

    private final boolean inheritsFromThread;
    private final Optional<CallContext> inherited;

    StubSettings(ClientContext context, CallOptions options) {
        timeoutNanos = options.timeout().orElse(context.config().callTimeout()).toNanos();
        headers = context.headers(options).orElse(null);
        inherited = options.inherited();
        inheritsFromThread = options.inheritsFromThread();
    }

    /** {@return what the next call inherits; null if nothing} Called on the thread that makes the call. */
    InheritedContext nextInherited() {
        Optional<CallContext> parent = inheritsFromThread ? CallContext.current() : inherited;
        return parent.isEmpty() ? null : new InheritedContext(parent.get());
    }

    /** {@return the timeout of a call that inherits this; null for nothing} */
    long timeoutNanos(InheritedContext context) {
        return context == null ? timeoutNanos : context.timeoutNanos(timeoutNanos);
    }

    /**
     * Adds the headers to an attempt. Called after its inherited context is set.
     *
     * @param before the number of attempts at the call before this one
     */
    void addHeaders(CallAttempt attempt, int before) {
        if (headers == null) {
            return;
        }
        CallHeaders added = new CallHeaders(headers);
        added.previousAttempts(
                before + (attempt.inherited() == null ? 0 : attempt.inherited().previousAttempts()));
        attempt.headers(added);
    }
}
