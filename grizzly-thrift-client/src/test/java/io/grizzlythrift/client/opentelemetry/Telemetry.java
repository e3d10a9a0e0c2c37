package io.grizzlythrift.client.opentelemetry;

import static org.testng.Assert.assertEquals;

import io.opentelemetry.api.OpenTelemetry;
import io.opentelemetry.api.baggage.propagation.W3CBaggagePropagator;
import io.opentelemetry.api.trace.propagation.W3CTraceContextPropagator;
import io.opentelemetry.context.propagation.ContextPropagators;
import io.opentelemetry.context.propagation.TextMapPropagator;
import io.opentelemetry.sdk.OpenTelemetrySdk;
import io.opentelemetry.sdk.metrics.SdkMeterProvider;
import io.opentelemetry.sdk.metrics.data.HistogramPointData;
import io.opentelemetry.sdk.metrics.data.MetricData;
import io.opentelemetry.sdk.testing.exporter.InMemoryMetricReader;
import io.opentelemetry.sdk.testing.exporter.InMemorySpanExporter;
import io.opentelemetry.sdk.trace.SdkTracerProvider;
import io.opentelemetry.sdk.trace.data.SpanData;
import io.opentelemetry.sdk.trace.export.SimpleSpanProcessor;
import java.util.ArrayList;
import java.util.List;

/** OpenTelemetry's SDK, which keeps what it gets. */
final class Telemetry implements AutoCloseable {
    static final ContextPropagators W3C = ContextPropagators.create(
            TextMapPropagator.composite(W3CTraceContextPropagator.getInstance(), W3CBaggagePropagator.getInstance()));

    private final InMemorySpanExporter spans = InMemorySpanExporter.create();
    private final InMemoryMetricReader metrics = InMemoryMetricReader.create();
    private final OpenTelemetrySdk sdk = OpenTelemetrySdk.builder()
            .setTracerProvider(SdkTracerProvider.builder()
                    .addSpanProcessor(SimpleSpanProcessor.create(spans))
                    .build())
            .setMeterProvider(
                    SdkMeterProvider.builder().registerMetricReader(metrics).build())
            .setPropagators(W3C)
            .build();

    OpenTelemetry api() {
        return sdk;
    }

    List<SpanData> spans() {
        return spans.getFinishedSpanItems();
    }

    SpanData span(String id) {
        return spans().stream()
                .filter(span -> span.getSpanId().equals(id))
                .findAny()
                .orElseThrow(() -> new AssertionError("no span " + id + " among " + spans()));
    }

    /** Returns the kinds and names of a span and of its ancestors, which are of one trace. */
    List<String> path(SpanData last) {
        List<String> path = new ArrayList<>();
        SpanData span = last;
        path.add(span.getKind() + " " + span.getName());
        while (span.getParentSpanContext().isValid()) {
            assertEquals(span.getParentSpanContext().getTraceId(), last.getTraceId());
            span = span(span.getParentSpanId());
            path.add(0, span.getKind() + " " + span.getName());
        }
        return path;
    }

    /** Returns the points of a histogram. */
    List<HistogramPointData> histogram(String name) {
        MetricData found = metrics.collectAllMetrics().stream()
                .filter(metric -> metric.getName().equals(name))
                .findAny()
                .orElseThrow(() -> new AssertionError("no metric " + name));
        assertEquals(found.getUnit(), "s");
        return List.copyOf(found.getHistogramData().getPoints());
    }

    /** Everything that was measured. */
    List<MetricData> metrics() {
        return List.copyOf(metrics.collectAllMetrics());
    }

    boolean hasMetrics() {
        return !metrics.collectAllMetrics().isEmpty();
    }

    @Override
    public void close() {
        sdk.close();
    }
}
