package io.grizzlythrift.samples.tracing;

import io.grizzlythrift.client.ThriftClient;
import io.grizzlythrift.client.opentelemetry.ThriftClientTelemetry;
import io.grizzlythrift.frame.Dialect;
import io.grizzlythrift.opentelemetry.ThriftServerTelemetry;
import io.grizzlythrift.samples.calculator.CalculatorHandler;
import io.grizzlythrift.samples.calculator.gen.Calculator;
import io.grizzlythrift.server.ThriftServer;
import io.opentelemetry.api.OpenTelemetry;
import io.opentelemetry.api.trace.Span;
import io.opentelemetry.api.trace.propagation.W3CTraceContextPropagator;
import io.opentelemetry.context.Context;
import io.opentelemetry.context.propagation.ContextPropagators;
import io.opentelemetry.exporter.logging.LoggingSpanExporter;
import io.opentelemetry.sdk.OpenTelemetrySdk;
import io.opentelemetry.sdk.trace.SdkTracerProvider;
import io.opentelemetry.sdk.trace.export.SimpleSpanProcessor;
import io.opentelemetry.sdk.trace.export.SpanExporter;

/** Makes one call that passes through two servers, and prints its spans. */
public final class TracedCall {
    private TracedCall() {}

    /**
     * Runs the sample.
     *
     * @param args none
     * @throws Exception if a call fails
     */
    public static void main(String[] args) throws Exception {
        System.out.println("1 + 1 = " + run(LoggingSpanExporter.create()));
    }

    /** Returns the sum after all spans are exported. */
    static int run(SpanExporter exporter) throws Exception {
        try (OpenTelemetrySdk openTelemetry = OpenTelemetrySdk.builder()
                        .setTracerProvider(SdkTracerProvider.builder()
                                .addSpanProcessor(SimpleSpanProcessor.create(exporter))
                                .build())
                        .setPropagators(ContextPropagators.create(W3CTraceContextPropagator.getInstance()))
                        .build();
                ThriftServer back = serve("back", new CalculatorHandler(), openTelemetry);
                ThriftClient toBack = plain(back.port(), openTelemetry);
                ThriftServer front =
                        serve("front", new RelayingHandler(toBack.stub(Calculator.Iface.class)), openTelemetry);
                ThriftClient toFront = withHeaders(front.port(), openTelemetry)) {
            Span visit = openTelemetry.getTracer("sample").spanBuilder("visit").startSpan();
            Calculator.Iface calculator = toFront.stub(Calculator.Iface.class);
            try {
                return Context.current()
                        .with(visit)
                        .wrap(() -> calculator.add(1, 1))
                        .call();
            } finally {
                visit.end();
            }
        }
    }

    private static ThriftServer serve(String name, Calculator.Iface handler, OpenTelemetry openTelemetry) {
        // @start region=server
        ThriftServer server = ThriftServer.builder()
                .name(name)
                .listen("127.0.0.1", 0)
                .processor(new Calculator.Processor<>(handler))
                .interceptor(ThriftServerTelemetry.create(openTelemetry).withServiceName("Calculator"))
                .build();
        // @end region=server
        return server.start();
    }

    private static ThriftClient withHeaders(int port, OpenTelemetry openTelemetry) {
        // @start region=client
        ThriftClient client = ThriftClient.builder()
                .endpoint("127.0.0.1", port)
                .dialect(Dialect.HEADER)
                .interceptor(ThriftClientTelemetry.create(openTelemetry).withServiceName("Calculator"))
                .build();
        // @end region=client
        return client;
    }

    private static ThriftClient plain(int port, OpenTelemetry openTelemetry) {
        // @start region=plain
        ThriftClient client = ThriftClient.builder()
                .endpoint("127.0.0.1", port)
                .interceptor(ThriftClientTelemetry.create(openTelemetry)
                        .withServiceName("Calculator")
                        .withArgumentHeaders())
                .build();
        // @end region=plain
        return client;
    }
}
