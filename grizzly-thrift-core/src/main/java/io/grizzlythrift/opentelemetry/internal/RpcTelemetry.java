package io.grizzlythrift.opentelemetry.internal;

import io.opentelemetry.api.OpenTelemetry;
import io.opentelemetry.api.common.Attributes;
import io.opentelemetry.api.metrics.DoubleHistogram;
import io.opentelemetry.api.trace.Span;
import io.opentelemetry.api.trace.SpanKind;
import io.opentelemetry.api.trace.StatusCode;
import io.opentelemetry.api.trace.Tracer;
import io.opentelemetry.context.Context;
import io.opentelemetry.context.propagation.TextMapPropagator;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/**
 * The tracer, the propagator and the histogram of durations for the client or the server side of calls. Immutable and
 * thread-safe.
 */
public final class RpcTelemetry {
    private static final String SCOPE = "io.grizzlythrift";

    /** The bucket boundaries of the conventions, in seconds. */
    private static final List<Double> BUCKETS =
            List.of(0.005, 0.01, 0.025, 0.05, 0.075, 0.1, 0.25, 0.5, 0.75, 1.0, 2.5, 5.0, 7.5, 10.0);

    private static final double NANOS_PER_SECOND = TimeUnit.SECONDS.toNanos(1);

    private final SpanKind kind;
    private final Tracer tracer;
    private final TextMapPropagator propagator;
    private final boolean propagates;
    private final DoubleHistogram durations;

    private RpcTelemetry(OpenTelemetry openTelemetry, SpanKind kind, String histogram, String description) {
        this.kind = kind;
        tracer = openTelemetry.getTracer(SCOPE);
        propagator = openTelemetry.getPropagators().getTextMapPropagator();
        propagates = !propagator.fields().isEmpty();
        durations = openTelemetry
                .getMeter(SCOPE)
                .histogramBuilder(histogram)
                .setUnit("s")
                .setDescription(description)
                .setExplicitBucketBoundariesAdvice(BUCKETS)
                .build();
    }

    /** {@return the telemetry of calls that a server receives} */
    public static RpcTelemetry ofServer(OpenTelemetry openTelemetry) {
        return new RpcTelemetry(
                openTelemetry, SpanKind.SERVER, "rpc.server.call.duration", "Measures the duration of inbound calls.");
    }

    /** {@return the telemetry of calls that a client makes} */
    public static RpcTelemetry ofClient(OpenTelemetry openTelemetry) {
        return new RpcTelemetry(
                openTelemetry, SpanKind.CLIENT, "rpc.client.call.duration", "Measures the duration of outbound calls.");
    }

    /** {@return whether calls are recorded or propagated at all: not without an SDK, or if the SDK is disabled} */
    public boolean isEnabled() {
        return propagates || isRecording();
    }

    /** {@return whether spans or durations are recorded} */
    public boolean isRecording() {
        return tracer.isEnabled() || durations.isEnabled();
    }

    public TextMapPropagator propagator() {
        return propagator;
    }

    /**
     * Starts the span of a call.
     *
     * @param method the method, as returned by {@link RpcAttributes#method}
     * @return the context with the span; {@code parent} itself if no spans are created
     */
    public Context start(String method, Context parent) {
        if (!tracer.isEnabled()) {
            return parent;
        }
        Span span = tracer.spanBuilder(method.equals(RpcAttributes.OTHER) ? RpcAttributes.THRIFT : method)
                .setSpanKind(kind)
                .setParent(parent)
                .setAttribute(RpcAttributes.SYSTEM, RpcAttributes.THRIFT)
                .setAttribute(RpcAttributes.METHOD, method)
                .startSpan();
        return parent.with(span);
    }

    /**
     * Ends the span of a call.
     *
     * @param errorType the value of {@link RpcAttributes#ERROR_TYPE}; empty if the call succeeded
     */
    public static void end(Span span, Optional<String> errorType) {
        if (errorType.isPresent()) {
            span.setAttribute(RpcAttributes.ERROR_TYPE, errorType.get());
            span.setStatus(StatusCode.ERROR);
        }
        span.end();
    }

    /** {@return whether {@link #record} has an effect} */
    public boolean recordsDurations() {
        return durations.isEnabled();
    }

    /** Records the duration of a call. */
    public void record(Duration duration, Attributes attributes, Context context) {
        durations.record(duration.toNanos() / NANOS_PER_SECOND, attributes, context);
    }
}
