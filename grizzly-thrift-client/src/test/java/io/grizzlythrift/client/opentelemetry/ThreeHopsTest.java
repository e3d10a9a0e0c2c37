package io.grizzlythrift.client.opentelemetry;

import static org.testng.Assert.assertEquals;
import static org.testng.Assert.assertTrue;

import io.grizzlythrift.client.ThriftClient;
import io.grizzlythrift.client.gen.Probe;
import io.grizzlythrift.client.testing.PatientClient;
import io.grizzlythrift.frame.Dialect;
import io.grizzlythrift.message.ThriftProtocol;
import io.grizzlythrift.opentelemetry.ThriftServerTelemetry;
import io.grizzlythrift.server.ThriftServer;
import io.grizzlythrift.test.Pairs;
import io.grizzlythrift.test.server.Strategies;
import io.opentelemetry.api.OpenTelemetry;
import io.opentelemetry.api.baggage.Baggage;
import io.opentelemetry.api.trace.Span;
import io.opentelemetry.api.trace.SpanKind;
import io.opentelemetry.context.Context;
import io.opentelemetry.sdk.OpenTelemetrySdk;
import io.opentelemetry.sdk.trace.data.SpanData;
import java.util.List;
import java.util.Optional;
import org.apache.thrift.TProcessor;
import org.testng.annotations.AfterMethod;
import org.testng.annotations.BeforeMethod;
import org.testng.annotations.DataProvider;
import org.testng.annotations.Test;

/** Tests that one trace leads over three hops, whatever carries its context and whatever runs the handlers. */
@Test(timeOut = 120_000)
public class ThreeHopsTest {
    private static final List<String> PATH = List.of(
            "INTERNAL caller",
            "CLIENT Probe/echo",
            "SERVER Probe/echo",
            "CLIENT Probe/echo",
            "SERVER Probe/echo",
            "CLIENT Probe/echo",
            "SERVER Probe/echo");

    private Telemetry telemetry;
    private Relay relay;

    @BeforeMethod
    void start() {
        telemetry = new Telemetry();
        relay = new Relay();
    }

    @AfterMethod(alwaysRun = true)
    void stop() {
        telemetry.close();
    }

    /** The dialects of the three hops; the handlers are asynchronous if {@code true}. */
    @DataProvider
    static Object[][] hops() {
        List<Dialect> headers = List.of(Dialect.HEADER, Dialect.HEADER, Dialect.HEADER);
        List<Dialect> plain = List.of(Dialect.FRAMED, Dialect.FRAMED, Dialect.UNFRAMED);
        List<Dialect> mixed = List.of(Dialect.HEADER, Dialect.FRAMED, Dialect.HEADER);
        return Pairs.of(
                Strategies.values(),
                new Object[] {headers, plain, mixed},
                new Object[] {ThriftProtocol.BINARY, ThriftProtocol.COMPACT},
                new Object[] {false, true});
    }

    private ThriftServer server(Strategies strategy, ThriftProtocol protocol, TProcessor processor) {
        return strategy.builder(processor)
                .protocol(protocol)
                .interceptor(ThriftServerTelemetry.create(telemetry.api())
                        .withServiceName("Probe")
                        .withLogContext())
                .build()
                .start();
    }

    private ThriftClient client(ThriftServer server, ThriftProtocol protocol, Dialect dialect) {
        return PatientClient.builder()
                .endpoint("127.0.0.1", server.port())
                .protocol(protocol)
                .dialect(dialect)
                .interceptor(ThriftClientTelemetry.create(telemetry.api())
                        .withServiceName("Probe")
                        .withArgumentHeaders()
                        .withLogContext())
                .build();
    }

    private TProcessor relayTo(ThriftClient next, boolean asynchronous) {
        return asynchronous
                ? relay.asynchronous(Optional.of(next.stub(Probe.AsyncIface.class)))
                : relay.blocking(Optional.of(next.stub(Probe.Iface.class)));
    }

    @Test(dataProvider = "hops")
    public void oneTrace(Strategies strategy, List<Dialect> dialects, ThriftProtocol protocol, boolean asynchronous)
            throws Exception {
        TProcessor end = asynchronous ? relay.asynchronous(Optional.empty()) : relay.blocking(Optional.empty());
        try (ThriftServer last = server(strategy, protocol, end);
                ThriftClient toLast = client(last, protocol, dialects.get(2));
                ThriftServer middle = server(strategy, protocol, relayTo(toLast, asynchronous));
                ThriftClient toMiddle = client(middle, protocol, dialects.get(1));
                ThriftServer first = server(strategy, protocol, relayTo(toMiddle, asynchronous));
                ThriftClient toFirst = client(first, protocol, dialects.get(0))) {
            Span caller =
                    telemetry.api().getTracer("test").spanBuilder("caller").startSpan();
            Probe.Iface stub = toFirst.stub(Probe.Iface.class);
            String reply =
                    Context.root().with(caller).wrap(() -> stub.echo("text")).call();
            caller.end();
            assertEquals(reply, "text");
        }
        List<SpanData> spans = telemetry.spans();
        assertEquals(spans.size(), PATH.size(), spans.toString());
        List<SpanData> servers =
                spans.stream().filter(span -> span.getKind() == SpanKind.SERVER).toList();
        List<String> ofHandlers =
                relay.handlers().stream().map(Relay.Seen::spanId).toList();
        assertEquals(telemetry.path(telemetry.span(ofHandlers.get(2))), PATH);
        assertEquals(
                servers.stream().map(SpanData::getSpanId).sorted().toList(),
                ofHandlers.stream().sorted().toList());
        for (Relay.Seen seen : relay.handlers()) {
            assertEquals(seen.mdc().get("span_id"), seen.spanId());
            assertEquals(seen.mdc().get("trace_id"), seen.traceId());
        }
        // A callback runs in the context of its caller, which is the handler.
        assertEquals(relay.callbacks().size(), asynchronous ? 2 : 0);
        for (Relay.Seen seen : relay.callbacks()) {
            assertTrue(ofHandlers.subList(0, 2).contains(seen.spanId()), seen + " is none of " + ofHandlers);
            assertEquals(seen.mdc().get("span_id"), seen.spanId());
        }
        assertEquals(Context.current(), Context.root());
    }

    /** Tests that a server without a tracer passes on what it gets. */
    public void contextIsPassedThroughWithoutATracer() throws Exception {
        OpenTelemetry api =
                OpenTelemetrySdk.builder().setPropagators(Telemetry.W3C).build();
        StringBuilder seen = new StringBuilder();
        try (ThriftServer last =
                        server(Strategies.WORKER_THREAD, ThriftProtocol.COMPACT, relay.blocking(Optional.empty()));
                ThriftClient toLast = PatientClient.builder()
                        .endpoint("127.0.0.1", last.port())
                        .protocol(ThriftProtocol.COMPACT)
                        .interceptor(ThriftClientTelemetry.create(api).withArgumentHeaders())
                        .build();
                ThriftServer first = Strategies.WORKER_THREAD
                        .builder(relayTo(toLast, false))
                        .protocol(ThriftProtocol.COMPACT)
                        .interceptor(call ->
                                outcome -> seen.append(call.header("baggage").orElse("none")))
                        .interceptor(ThriftServerTelemetry.create(api))
                        .build()
                        .start();
                ThriftClient toFirst = client(first, ThriftProtocol.COMPACT, Dialect.FRAMED)) {
            Context context =
                    Context.root().with(Baggage.builder().put("tenant", "blue").build());
            Probe.Iface stub = toFirst.stub(Probe.Iface.class);
            assertEquals(context.wrap(() -> stub.echo("text")).call(), "text");
        }
        SpanData server = telemetry.spans().stream()
                .filter(span -> span.getKind() == SpanKind.SERVER)
                .findAny()
                .orElseThrow();
        assertEquals(telemetry.path(server), List.of("CLIENT Probe/echo", "SERVER Probe/echo"));
        assertEquals(seen.toString(), "tenant=blue");
    }
}
