package io.grizzlythrift.client.internal.stub;

import io.grizzlythrift.call.CallContext;
import io.grizzlythrift.client.balance.RoutingKey;
import io.grizzlythrift.client.config.CallOptions;
import io.grizzlythrift.client.internal.call.CallHeaders;
import io.grizzlythrift.client.internal.call.InheritedContext;
import io.grizzlythrift.client.internal.call.StubHeaders;
import io.grizzlythrift.client.internal.connection.ClientContext;
import java.util.Arrays;
import java.util.Collections;
import java.util.Optional;

/**
 * What the calls of one stub or transport have in common: the timeout, the headers, the routing key, and the server call from
 * which they inherit, which is the one that the thread is running, a given one, or none. Immutable.
 */
final class StubSettings {
    private final long timeoutNanos;

    /** Null unless the client's calls have headers. */
    private final StubHeaders headers;

    /** Null if there is none, or if the key depends on the arguments. */
    private final Object routingKey;

    /** Null unless the key depends on the arguments. */
    private final RoutingKey keyByArguments;

    private final boolean inheritsFromThread;
    private final Optional<CallContext> inherited;

    StubSettings(ClientContext context, CallOptions options) {
        timeoutNanos = options.timeout().orElse(context.config().callTimeout()).toNanos();
        headers = context.headers(options).orElse(null);
        routingKey = options.routingKey().orElse(null);
        keyByArguments = routingKey == null ? context.config().routingKey().orElse(null) : null;
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
     * Gives the first attempt at a call what it inherits, its routing key and its headers.
     *
     * @param arguments those of the call, by which the key may be computed; null for a call of a transport
     */
    void addTo(Attempt first, InheritedContext context, Object[] arguments) {
        first.inherited(context);
        first.routingKey(
                keyByArguments == null || arguments == null
                        ? routingKey
                        : keyByArguments.of(first.method(), Collections.unmodifiableList(Arrays.asList(arguments))));
        addHeaders(first, 0);
    }

    /**
     * Adds the headers to an attempt. Called after its inherited context is set.
     *
     * @param before the number of attempts at the call before this one
     */
    void addHeaders(Attempt attempt, int before) {
        if (headers == null) {
            return;
        }
        CallHeaders added = new CallHeaders(headers);
        added.previousAttempts(
                before + (attempt.inherited() == null ? 0 : attempt.inherited().previousAttempts()));
        attempt.headers(added);
    }
}
