package io.grizzlythrift.client.opentelemetry;

import io.grizzlythrift.client.call.ClientCallInfo;
import io.grizzlythrift.client.call.ClientCallListener;
import io.grizzlythrift.client.call.ClientInterceptor;
import io.grizzlythrift.opentelemetry.internal.RpcAttributes;
import io.grizzlythrift.opentelemetry.internal.RpcTelemetry;
import io.opentelemetry.api.OpenTelemetry;
import io.opentelemetry.api.common.Attributes;
import io.opentelemetry.api.common.AttributesBuilder;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Creates a span for each call of a client, records the duration, and sends the context with the call, following
 * OpenTelemetry's semantic conventions for RPC:
 *
 * <pre>{@code
 * ThriftClient client = ThriftClient.builder()
 *         .endpoint("127.0.0.1", 9090)
 *         .dialect(Dialect.HEADER)
 *         .interceptor(ThriftClientTelemetry.create(openTelemetry))
 *         .build();
 * }</pre>
 *
 * <p>The span is a child of the span that is current on the calling thread, such as that of the call that a handler
 * runs. The propagators of the {@code OpenTelemetry} write the context of the span, usually {@code traceparent}, {@code
 * tracestate} and {@code baggage}, into headers of the dialect HEADER; in other dialects only if {@link
 * #withArgumentHeaders} is used. While a callback runs, or dependents of a future that the client completes, the
 * context of the caller is current.
 *
 * <p>The name of the span and {@code rpc.method} are {@code service/method}, or only the method if the stub has no
 * service name and {@link #withServiceName} is not used. The {@code error.type} of a failed call is the {@link
 * io.grizzlythrift.client.call.FailureCause}; that of a {@link org.apache.thrift.TApplicationException} is the name of the
 * class. Exceptions that the IDL declares are replies. Each attempt at a call, including retries and hedges, has its own
 * span.
 *
 * <p>While tracer, meter and propagator of OpenTelemetry all do nothing, as without an SDK, this interceptor is
 * disabled. Immutable and thread-safe; several clients may share it.
 */
@SuppressWarnings("exports") // OpenTelemetry is optional: a module that uses this requires it
public final class ThriftClientTelemetry implements ClientInterceptor {
    /**
     * The maximum number of attributes to keep; others are built for each call. A transport may carry any method names.
     */
    private static final int MAX_KEPT_ATTRIBUTES = 10_000;

    private record Key(String method, String endpoint, Optional<String> errorType) {}

    private final RpcTelemetry telemetry;
    private final String serviceName;
    private final boolean inArguments;
    private final boolean logged;
    private final Map<Key, Attributes> attributes = new ConcurrentHashMap<>();

    private ThriftClientTelemetry(RpcTelemetry telemetry, String serviceName, boolean inArguments, boolean logged) {
        this.telemetry = telemetry;
        this.serviceName = serviceName;
        this.inArguments = inArguments;
        this.logged = logged;
    }

    /**
     * Creates the telemetry of a client.
     *
     * @param openTelemetry receives spans and measurements, and propagates contexts
     * @return an interceptor
     */
    public static ThriftClientTelemetry create(OpenTelemetry openTelemetry) {
        return new ThriftClientTelemetry(
                RpcTelemetry.ofClient(Objects.requireNonNull(openTelemetry, "openTelemetry")), "", false, false);
    }

    /**
     * Returns telemetry with a service name for calls that have none, which are all calls except those of multiplexed
     * stubs.
     *
     * @param name the name of the service in the IDL, such as {@code Calculator}
     * @return a new interceptor
     */
    public ThriftClientTelemetry withServiceName(String name) {
        return new ThriftClientTelemetry(telemetry, Objects.requireNonNull(name, "name"), inArguments, logged);
    }

    /**
     * Returns telemetry that sends the context as argument field {@value io.grizzlythrift.call.ArgumentHeaders#FIELD_ID} if
     * the dialect of the client is not HEADER and its protocol is binary or compact. Servers that do not know the field skip
     * it. The servers of this library read it, and so do services under the Java agents of OpenTelemetry and Apache
     * SkyWalking. It costs 90 bytes per call, or more with baggage. All headers that interceptors add are sent in this
     * field.
     *
     * @return a new interceptor
     */
    public ThriftClientTelemetry withArgumentHeaders() {
        return new ThriftClientTelemetry(telemetry, serviceName, true, logged);
    }

    /**
     * Returns telemetry that puts {@code trace_id}, {@code span_id} and {@code trace_flags} of the caller's span into
     * slf4j's MDC while a callback runs, or dependents of a future that the client completes.
     *
     * @return a new interceptor
     */
    public ThriftClientTelemetry withLogContext() {
        return new ThriftClientTelemetry(telemetry, serviceName, inArguments, true);
    }

    @Override
    public boolean isEnabled() {
        return telemetry.isEnabled();
    }

    @Override
    public boolean writesArgumentHeaders() {
        return inArguments;
    }

    @Override
    public ClientCallListener begin(ClientCallInfo call) {
        return ClientSpan.start(this, telemetry, call, logged);
    }

    /** {@return the method of a call, as it appears in the name of the span} */
    String methodOf(ClientCallInfo call) {
        return RpcAttributes.method(call.service().orElse(serviceName), call.method());
    }

    /** {@return the attributes to record with the duration of a call, and at the end of its span} */
    Attributes attributesOf(String method, Optional<String> endpoint, Optional<String> errorType) {
        Key key = new Key(method, endpoint.orElse(""), errorType);
        Attributes known = attributes.get(key);
        if (known != null) {
            return known;
        }
        return attributes.size() < MAX_KEPT_ATTRIBUTES
                ? attributes.computeIfAbsent(key, ThriftClientTelemetry::attributesOf)
                : attributesOf(key);
    }

    private static Attributes attributesOf(Key key) {
        AttributesBuilder made = RpcAttributes.builder(key.method, key.errorType);
        int port = key.endpoint.lastIndexOf(':');
        if (port > 0) {
            String host = key.endpoint.substring(0, port);
            boolean inBrackets = host.startsWith("["); // an IPv6 address
            made.put(RpcAttributes.SERVER_ADDRESS, inBrackets ? host.substring(1, port - 1) : host);
            made.put(RpcAttributes.SERVER_PORT, Long.parseLong(key.endpoint.substring(port + 1)));
        }
        return made.build();
    }
}
