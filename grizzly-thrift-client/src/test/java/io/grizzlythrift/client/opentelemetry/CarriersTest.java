package io.grizzlythrift.client.opentelemetry;

import static org.testng.Assert.assertEquals;
import static org.testng.Assert.assertNotEquals;

import io.grizzlythrift.client.ThriftClient;
import io.grizzlythrift.client.ThriftClientBuilder;
import io.grizzlythrift.client.gen.Probe;
import io.grizzlythrift.client.testing.CallResults;
import io.grizzlythrift.client.testing.PatientClient;
import io.grizzlythrift.client.testing.scripted.ProbeCalls;
import io.grizzlythrift.client.testing.scripted.ProbeServer;
import io.grizzlythrift.frame.Dialect;
import io.grizzlythrift.message.ThriftProtocol;
import io.grizzlythrift.opentelemetry.ThriftServerTelemetry;
import io.grizzlythrift.server.ThriftServer;
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
import java.util.concurrent.CompletableFuture;
import org.testng.annotations.AfterMethod;
import org.testng.annotations.BeforeMethod;
import org.testng.annotations.DataProvider;
import org.testng.annotations.Test;

/** Tests which calls carry a context, and in which context their ends are seen. */
@Test(timeOut = 60_000)
public class CarriersTest {
    private Telemetry telemetry;

    @BeforeMethod
    void start() {
        telemetry = new Telemetry();
    }

    @AfterMethod(alwaysRun = true)
    void stop() {
        telemetry.close();
    }

    private ThriftServer server(ThriftProtocol protocol) {
        return Strategies.WORKER_THREAD
                .bare()
                .processor(new Relay().blocking(Optional.empty()))
                .service("probe", new Relay().blocking(Optional.empty()))
                .protocol(protocol)
                .interceptor(ThriftServerTelemetry.create(telemetry.api()))
                .build()
                .start();
    }

    private ThriftClientBuilder client(ThriftServer server, ThriftProtocol protocol) {
        return PatientClient.builder().endpoint("127.0.0.1", server.port()).protocol(protocol);
    }

    private List<String> path() {
        return telemetry.path(telemetry.spans().stream()
                .filter(span -> span.getKind() == SpanKind.SERVER)
                .findAny()
                .orElseThrow());
    }

    @DataProvider
    static Object[][] binaryProtocols() {
        return new Object[][] {{ThriftProtocol.BINARY}, {ThriftProtocol.COMPACT}};
    }

    /** Tests an existing generated client over a transport, whose message the library copies. */
    @Test(dataProvider = "binaryProtocols")
    public void aTransport(ThriftProtocol protocol) throws Exception {
        try (ThriftServer server = server(protocol);
                ThriftClient client = client(server, protocol)
                        .interceptor(
                                ThriftClientTelemetry.create(telemetry.api()).withArgumentHeaders())
                        .build()) {
            Probe.Client generated = new Probe.Client(protocol.getProtocol(client.transport()));
            for (int i = 0; i < 3; i++) {
                assertEquals(generated.echo("text"), "text");
            }
        }
        assertEquals(path(), List.of("CLIENT echo", "SERVER echo"));
    }

    @Test(dataProvider = "binaryProtocols")
    public void aMultiplexedCall(ThriftProtocol protocol) throws Exception {
        try (ThriftServer server = server(protocol);
                ThriftClient client = client(server, protocol)
                        .interceptor(
                                ThriftClientTelemetry.create(telemetry.api()).withArgumentHeaders())
                        .build()) {
            assertEquals(client.stub(Probe.Iface.class, "probe").echo("text"), "text");
        }
        assertEquals(path(), List.of("CLIENT probe/echo", "SERVER probe/echo"));
    }

    /** Tests that JSON carries no field, and works. */
    public void json() throws Exception {
        try (ThriftServer server = server(ThriftProtocol.JSON);
                ThriftClient client = client(server, ThriftProtocol.JSON)
                        .interceptor(
                                ThriftClientTelemetry.create(telemetry.api()).withArgumentHeaders())
                        .build()) {
            assertEquals(client.stub(Probe.Iface.class).echo("text"), "text");
        }
        assertEquals(path(), List.of("SERVER echo"));
    }

    public void plainFramesCarryNothingUnlessAsked() throws Exception {
        try (ThriftServer server = server(ThriftProtocol.BINARY);
                ThriftClient client = client(server, ThriftProtocol.BINARY)
                        .interceptor(ThriftClientTelemetry.create(telemetry.api()))
                        .build()) {
            assertEquals(client.stub(Probe.Iface.class).echo("text"), "text");
        }
        assertEquals(path(), List.of("SERVER echo"));
    }

    /** Tests that a call leaves no context behind on its thread, which runs the next call, too. */
    public void aContextEndsWithItsHandler() throws Exception {
        try (ThriftServer server = Strategies.SAME_THREAD
                        .builder(new Relay().blocking(Optional.empty()))
                        .interceptor(ThriftServerTelemetry.create(telemetry.api()))
                        .build()
                        .start();
                ThriftClient client = client(server, ThriftProtocol.BINARY).build()) {
            Probe.Iface stub = client.stub(Probe.Iface.class);
            assertEquals(stub.echo("first") + stub.echo("second"), "firstsecond");
        }
        assertEquals(telemetry.spans().size(), 2);
        for (SpanData span : telemetry.spans()) {
            assertEquals(telemetry.path(span), List.of("SERVER echo"));
        }
    }

    /** Tests that baggage which does not fit is left out, and the call is made. */
    public void tooMuchBaggage() throws Exception {
        try (ThriftServer server = server(ThriftProtocol.BINARY);
                ThriftClient client = client(server, ThriftProtocol.BINARY)
                        .dialect(Dialect.HEADER)
                        .header("large", "x".repeat(64 * 1024 - 1000))
                        .interceptor(ThriftClientTelemetry.create(telemetry.api()))
                        .build()) {
            Baggage baggage = Baggage.builder().put("name", "y".repeat(1000)).build();
            Probe.Iface stub = client.stub(Probe.Iface.class);
            String reply =
                    Context.root().with(baggage).wrap(() -> stub.echo("text")).call();
            assertEquals(reply, "text");
        }
        assertEquals(path(), List.of("CLIENT echo", "SERVER echo"));
    }

    /** Tests that what depends on a future runs in the context of the caller, not in that of the call. */
    public void dependentsOfAFuture() throws Exception {
        String caller = spanSeenByDependents(telemetry.api());
        SpanData called = telemetry.spans().get(0);
        assertEquals(called.getParentSpanId(), caller);
        assertNotEquals(called.getSpanId(), caller);
    }

    /** Tests the same where nothing is recorded: the context of the caller is current all the same. */
    public void dependentsOfAFutureWithoutSpans() throws Exception {
        try (OpenTelemetrySdk propagators =
                OpenTelemetrySdk.builder().setPropagators(Telemetry.W3C).build()) {
            spanSeenByDependents(propagators);
        }
        assertEquals(telemetry.spans(), List.of());
    }

    /** Returns the id of the caller's span, which what depends on the future of a call has seen. */
    private String spanSeenByDependents(OpenTelemetry ofClient) throws Exception {
        try (ProbeServer server = ProbeServer.start(ThriftProtocol.COMPACT);
                ThriftClient client = server.client()
                        .interceptor(ThriftClientTelemetry.create(ofClient))
                        .build()) {
            Span caller =
                    telemetry.api().getTracer("test").spanBuilder("caller").startSpan();
            Probe.FutureIface stub = client.stub(Probe.FutureIface.class);
            CompletableFuture<String> seen = Context.root()
                    .with(caller)
                    .wrap(() -> stub.echo("text")
                            .thenApply(text -> Span.current().getSpanContext().getSpanId()))
                    .call();
            ProbeCalls.reply(server.take());
            assertEquals(CallResults.result(seen), caller.getSpanContext().getSpanId());
            return CallResults.result(seen);
        }
    }
}
