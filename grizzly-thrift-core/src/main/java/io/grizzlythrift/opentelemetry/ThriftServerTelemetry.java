package io.grizzlythrift.opentelemetry;

import io.grizzlythrift.call.CallContext;
import io.grizzlythrift.call.ServerCallListener;
import io.grizzlythrift.call.ServerCallOutcome;
import io.grizzlythrift.call.ServerInterceptor;
import io.grizzlythrift.internal.metrics.CalledMethods;
import io.grizzlythrift.internal.metrics.CalledMethods.CalledMethod;
import io.grizzlythrift.opentelemetry.internal.RpcAttributes;
import io.grizzlythrift.opentelemetry.internal.RpcTelemetry;
import io.opentelemetry.api.OpenTelemetry;
import io.opentelemetry.api.common.Attributes;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Creates a span for each call of a server and records its duration, following OpenTelemetry's semantic conventions for
 * RPC:
 *
 * <pre>{@code
 * ThriftServer.builder()
 *         .interceptor(ThriftServerTelemetry.create(openTelemetry))
 * }</pre>
 *
 * <p>The propagators of the {@code OpenTelemetry} read the span's parent from the call: from the headers of the dialect
 * HEADER or of an HTTP request, or, in the binary and the compact protocol, from argument field {@value
 * io.grizzlythrift.call.ArgumentHeaders#FIELD_ID}. The context with the span is current on the thread of the handler until
 * it returns; an asynchronous handler must pass it to other threads itself, for example with {@code
 * Context.current().wrap(task)}. The span starts when the arguments have been read, and ends when the reply is encoded. A
 * call that a limit rejects also has a span. Its parent is known only if it is in a header, because the arguments are not
 * read.
 *
 * <p>Name and {@code rpc.method} are {@code service/method}, or the method alone if the call names no service and
 * {@link #withServiceName} was not used. Every outcome except {@link ServerCallOutcome.Kind#REPLIED} is an error; its name is
 * the {@code error.type}. Exceptions that the IDL declares are replies. Peers cannot cause the creation of metrics: a
 * method that has never run is recorded as {@code _OTHER}, and so are further ones once {@value
 * io.grizzlythrift.metrics.ServerMetrics#MAX_UNDECLARED} have run.
 *
 * <p>While OpenTelemetry has no effective tracer, meter or propagator, as without an SDK, this interceptor is skipped.
 * Immutable and thread-safe; may be shared by servers.
 */
@SuppressWarnings("exports") // OpenTelemetry is optional: a module that uses this requires it
public final class ThriftServerTelemetry implements ServerInterceptor {
    private record Key(CalledMethod method, ServerCallOutcome.Kind outcome) {}

    private final RpcTelemetry telemetry;
    private final String serviceName;
    private final boolean logged;
    private final CalledMethods methods = new CalledMethods();
    private final Map<Key, Attributes> attributes = new ConcurrentHashMap<>();

    private ThriftServerTelemetry(RpcTelemetry telemetry, String serviceName, boolean logged) {
        this.telemetry = telemetry;
        this.serviceName = serviceName;
        this.logged = logged;
    }

    /**
     * Creates the telemetry of a server.
     *
     * @param openTelemetry receives spans and measurements, and propagates contexts
     * @return an interceptor
     */
    public static ThriftServerTelemetry create(OpenTelemetry openTelemetry) {
        return new ThriftServerTelemetry(
                RpcTelemetry.ofServer(Objects.requireNonNull(openTelemetry, "openTelemetry")), "", false);
    }

    /**
     * Returns telemetry with a service name for calls that name no service, as all calls do except those of multiplexed
     * clients.
     *
     * @param name the name of the service in the IDL, such as {@code Calculator}
     * @return a new interceptor
     */
    public ThriftServerTelemetry withServiceName(String name) {
        return new ThriftServerTelemetry(telemetry, Objects.requireNonNull(name, "name"), logged);
    }

    /**
     * Returns telemetry that puts {@code trace_id}, {@code span_id} and {@code trace_flags} into slf4j's MDC while a
     * handler runs, on its thread.
     *
     * @return a new interceptor
     */
    public ThriftServerTelemetry withLogContext() {
        return new ThriftServerTelemetry(telemetry, serviceName, true);
    }

    @Override
    public boolean isEnabled() {
        return telemetry.isEnabled();
    }

    /** {@return whether spans or durations are recorded; if not, contexts are only passed on} */
    @Override
    public boolean needsCallsWithoutHeaders() {
        return telemetry.isRecording();
    }

    /** {@return whether spans or durations are recorded} */
    @Override
    public boolean needsRejectedCalls() {
        return telemetry.isRecording();
    }

    @Override
    public boolean readsArgumentHeaders() {
        return true;
    }

    @Override
    public ServerCallListener begin(CallContext call) {
        return new ServerSpan(this, telemetry, call, logged);
    }

    /** {@return the service of a call for the names of spans, empty if it is unknown} */
    String serviceOf(CallContext call) {
        return call.service().orElse(serviceName);
    }

    /** {@return whether the method of a call has never run, so that the peer may have made it up} */
    boolean isOther(CallContext call, ServerCallOutcome.Kind outcome) {
        return methodOf(call, outcome).equals(CalledMethods.OTHER);
    }

    private CalledMethod methodOf(CallContext call, ServerCallOutcome.Kind outcome) {
        return methods.of(new CalledMethod(serviceOf(call), call.method()), outcome);
    }

    /** {@return the attributes of the duration of a call} */
    Attributes attributesOf(CallContext call, ServerCallOutcome.Kind outcome) {
        CalledMethod method = methodOf(call, outcome);
        Key key = new Key(method, outcome);
        Attributes known = attributes.get(key);
        return known == null ? attributes.computeIfAbsent(key, ThriftServerTelemetry::attributesOf) : known;
    }

    private static Attributes attributesOf(Key key) {
        boolean other = key.method.equals(CalledMethods.OTHER);
        String method = other ? RpcAttributes.OTHER : RpcAttributes.method(key.method.service(), key.method.name());
        return RpcAttributes.builder(method, errorOf(key.outcome)).build();
    }

    /** {@return the error type of an outcome, empty if it is not an error} */
    static Optional<String> errorOf(ServerCallOutcome.Kind outcome) {
        return outcome == ServerCallOutcome.Kind.REPLIED ? Optional.empty() : Optional.of(outcome.name());
    }
}
