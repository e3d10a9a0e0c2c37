package io.grizzlythrift.client.completion;

import io.grizzlythrift.client.call.ClientCallInfo;
import io.grizzlythrift.client.codec.CallHeaders;
import io.grizzlythrift.client.inflight.PendingCall;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import org.apache.thrift.protocol.TMultiplexedProtocol;

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

    private BeginningCall(String method, Optional<String> service, PendingCall call) {
        this.method = method;
        this.service = service;
        this.call = call;
    }

    /** Describes a call. Over a transport, the name of the service is part of the method name. */
    static BeginningCall of(PendingCall call) {
        String name = call.method();
        int separator = name.indexOf(TMultiplexedProtocol.SEPARATOR);
        return separator < 0
                ? new BeginningCall(name, call.service(), call)
                : new BeginningCall(name.substring(separator + 1), Optional.of(name.substring(0, separator)), call);
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
