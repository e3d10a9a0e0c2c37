package io.grizzlythrift.client.internal.call;

import io.grizzlythrift.client.call.ClientCallInfo;
import io.grizzlythrift.internal.message.MultiplexedName;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;

/**
 * Describes a call to interceptors. Thread-safe: the lock of this object guards the headers until the interceptors
 * return.
 */
final class BeginningCall implements ClientCallInfo {
    private final String method;
    private final Optional<String> service;
    private final PendingCall call;

    /** Whether the interceptors have returned. Guarded by {@code this}. */
    private boolean begun;

    /** Describes a call. Over a transport, the name of the service is part of the method name. */
    BeginningCall(PendingCall call) {
        this.call = call;
        method = MultiplexedName.methodOf(call.method());
        String prefix = MultiplexedName.serviceOf(call.method());
        service = prefix.isEmpty() ? call.service() : Optional.of(prefix);
    }

    /** Notes that the interceptors have returned: the call is encoded next, so no header may be added any more. */
    synchronized void begun() {
        begun = true;
    }

    @Override
    public String method() {
        return method;
    }

    @Override
    public Optional<String> service() {
        return service;
    }

    @Override
    public boolean oneway() {
        return call.isOneway();
    }

    @Override
    public Duration timeout() {
        return call.timeout();
    }

    @Override
    public synchronized Map<String, String> headers() {
        CallHeaders headers = call.headers();
        return headers == null ? Map.of() : headers.sent().asMap();
    }

    @Override
    public synchronized boolean addHeader(String name, String value) {
        CallHeaders headers = call.headers();
        if (headers == null || begun) {
            return false;
        }
        headers.sent(headers.sent().with(name, value));
        return true;
    }

    @Override
    public String toString() {
        return "ClientCallInfo[method=" + method + ", service=" + service.orElse("none") + ", oneway=" + oneway()
                + ", timeout=" + timeout() + ", headers=" + headers().keySet() + "]";
    }
}
