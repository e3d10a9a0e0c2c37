package io.grizzlythrift.client.stub;

import io.grizzlythrift.call.CallContext;
import io.grizzlythrift.client.config.CallOptions;
import io.grizzlythrift.client.inflight.InheritedContext;
import java.util.Optional;

/** The server call from which the calls of one stub inherit: the one that the thread is running, a given one, or none. */
final class Inheritance {
    private final boolean ofThread;
    private final Optional<CallContext> certain;

    Inheritance(CallOptions options) {
        certain = options.inherited();
        ofThread = options.inheritsFromThread();
    }

    /** {@return what the next call inherits; null if nothing} Called on the thread that makes the call. */
    InheritedContext next() {
        Optional<CallContext> parent = ofThread ? CallContext.current() : certain;
        return parent.isEmpty() ? null : new InheritedContext(parent.get());
    }
}
