package io.grizzlythrift.client.opentelemetry;

import static org.testng.Assert.assertEquals;
import static org.testng.Assert.assertFalse;
import static org.testng.Assert.assertThrows;

import io.grizzlythrift.call.ServerInterceptor;
import io.grizzlythrift.client.ThriftClient;
import io.grizzlythrift.client.ThriftClientBuilder;
import io.grizzlythrift.client.call.CallFailedException;
import io.grizzlythrift.client.call.FailureCause;
import io.grizzlythrift.client.config.RetryPolicy;
import io.grizzlythrift.client.gen.Probe;
import io.grizzlythrift.client.gen.Refused;
import io.grizzlythrift.client.testing.CallResults;
import io.grizzlythrift.client.testing.PatientClient;
import io.grizzlythrift.client.testing.scripted.RefusingPort;
import io.grizzlythrift.client.testing.server.ProbeHandler;
import io.grizzlythrift.frame.Dialect;
import io.grizzlythrift.opentelemetry.ThriftServerTelemetry;
import io.grizzlythrift.server.ThriftServer;
import io.grizzlythrift.test.PatientLimits;
import io.grizzlythrift.test.server.Strategies;
import io.opentelemetry.api.OpenTelemetry;
import io.opentelemetry.api.common.AttributeKey;
import io.opentelemetry.api.common.Attributes;
import io.opentelemetry.api.trace.Span;
import io.opentelemetry.api.trace.SpanKind;
import io.opentelemetry.api.trace.StatusCode;
import io.opentelemetry.context.Context;
import io.opentelemetry.sdk.metrics.data.HistogramPointData;
import io.opentelemetry.sdk.trace.data.SpanData;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import org.apache.thrift.TApplicationException;
import org.testng.annotations.AfterMethod;
import org.testng.annotations.BeforeMethod;
import org.testng.annotations.Test;

/** Tests names, attributes and status of spans and measurements, as the semantic conventions for RPC want them. */
@Test(timeOut = 60_000)
public class ConventionsTest {
    private Telemetry telemetry;

    @BeforeMethod
    void start() {
        telemetry = new Telemetry();
    }

    @AfterMethod(alwaysRun = true)
    void stop() {
        telemetry.close();
    }

    private ThriftServer server(ServerInterceptor interceptor) {
        return Strategies.WORKER_THREAD
                .builder(new Probe.Processor<>(new ProbeHandler()))
                .interceptor(interceptor)
                .build()
                .start();
    }

    private ThriftClientBuilder client(int port) {
        return PatientClient.builder()
                .endpoint("127.0.0.1", port)
                .dialect(Dialect.HEADER)
                .interceptor(ThriftClientTelemetry.create(telemetry.api()));
    }

    private SpanData only(SpanKind kind) {
        return telemetry.spans().stream()
                .filter(span -> span.getKind() == kind)
                .reduce((one, two) -> {
                    throw new AssertionError(one + " and " + two);
                })
                .orElseThrow();
    }

    private static Map<String, Object> map(Attributes attributes) {
        Map<String, Object> map = new TreeMap<>();
        attributes.forEach((key, value) -> map.put(key.getKey(), value));
        return map;
    }

    private static Object remove(Map<String, Object> attributes, String name) {
        return attributes.remove(name);
    }

    public void aCallThatSucceeds() throws Exception {
        try (ThriftServer server = server(ThriftServerTelemetry.create(telemetry.api()));
                ThriftClient client = client(server.port()).build()) {
            client.stub(Probe.Iface.class).echo("text");
            SpanData called = only(SpanKind.CLIENT);
            assertEquals(called.getName(), "echo");
            assertEquals(called.getStatus().getStatusCode(), StatusCode.UNSET);
            Map<String, Object> expected = Map.of(
                    "rpc.system.name", "apache_thrift",
                    "rpc.method", "echo",
                    "server.address", "127.0.0.1",
                    "server.port", (long) server.port());
            assertEquals(map(called.getAttributes()), expected);
            HistogramPointData ofClient =
                    telemetry.histogram("rpc.client.call.duration").get(0);
            assertEquals(map(ofClient.getAttributes()), expected);
            assertEquals(ofClient.getBoundaries().get(0), 0.005);
            assertEquals(ofClient.getBoundaries().size(), 14);
        }
        SpanData served = only(SpanKind.SERVER);
        assertEquals(served.getName(), "echo");
        assertEquals(served.getStatus().getStatusCode(), StatusCode.UNSET);
        Map<String, Object> attributes = map(served.getAttributes());
        assertEquals(remove(attributes, "network.peer.address"), "127.0.0.1");
        assertEquals(remove(attributes, "network.peer.port") instanceof Long, true);
        assertEquals(attributes, Map.of("rpc.system.name", "apache_thrift", "rpc.method", "echo"));
        HistogramPointData ofServer =
                telemetry.histogram("rpc.server.call.duration").get(0);
        assertEquals(map(ofServer.getAttributes()), attributes);
        assertEquals(ofServer.getCount(), 1);
    }

    public void everyInstrumentHasADescription() throws Exception {
        try (ThriftServer server = server(ThriftServerTelemetry.create(telemetry.api()));
                ThriftClient client = client(server.port()).build()) {
            client.stub(Probe.Iface.class).echo("text");
        }
        assertEquals(telemetry.metrics().size(), 2);
        telemetry
                .metrics()
                .forEach(metric -> assertFalse(metric.getDescription().isBlank(), metric.getName()));
    }

    private void assertError(SpanKind kind, String type) {
        SpanData span = only(kind);
        assertEquals(span.getStatus().getStatusCode(), StatusCode.ERROR);
        assertEquals(span.getAttributes().get(AttributeKey.stringKey("error.type")), type);
        String name = kind == SpanKind.SERVER ? "rpc.server.call.duration" : "rpc.client.call.duration";
        assertEquals(telemetry.histogram(name).get(0).getAttributes().get(AttributeKey.stringKey("error.type")), type);
    }

    public void aHandlerThatFails() throws Exception {
        try (ThriftServer server = server(ThriftServerTelemetry.create(telemetry.api()));
                ThriftClient client = client(server.port()).build()) {
            assertThrows(
                    TApplicationException.class,
                    () -> client.stub(Probe.Iface.class).judge(2));
        }
        assertError(SpanKind.SERVER, "HANDLER_FAILED");
        assertError(SpanKind.CLIENT, "org.apache.thrift.TApplicationException");
    }

    public void anExceptionOfTheIdlIsAReply() throws Exception {
        try (ThriftServer server = server(ThriftServerTelemetry.create(telemetry.api()));
                ThriftClient client = client(server.port()).build()) {
            assertThrows(Refused.class, () -> client.stub(Probe.Iface.class).judge(1));
        }
        assertEquals(only(SpanKind.SERVER).getStatus().getStatusCode(), StatusCode.UNSET);
        assertEquals(only(SpanKind.CLIENT).getStatus().getStatusCode(), StatusCode.UNSET);
    }

    public void aMethodThatTheServerDoesNotHave() throws Exception {
        try (ThriftServer server = Strategies.WORKER_THREAD
                        .builder(new io.grizzlythrift.client.peers.gen.Health.Processor<>(() -> {}))
                        .interceptor(ThriftServerTelemetry.create(telemetry.api()))
                        .build()
                        .start();
                ThriftClient client = client(server.port()).build()) {
            assertThrows(
                    TApplicationException.class,
                    () -> client.stub(Probe.Iface.class).echo("text"));
        }
        assertError(SpanKind.SERVER, "UNKNOWN_METHOD");
        Map<String, Object> attributes = map(only(SpanKind.SERVER).getAttributes());
        assertEquals(attributes.get("rpc.method"), "_OTHER");
        assertEquals(attributes.get("rpc.method_original"), "echo");
        assertEquals(only(SpanKind.SERVER).getName(), "apache_thrift");
        assertEquals(
                map(telemetry.histogram("rpc.server.call.duration").get(0).getAttributes())
                        .get("rpc.method"),
                "_OTHER");
    }

    public void aServerThatIsNotThere() throws Exception {
        try (RefusingPort port = new RefusingPort();
                ThriftClient client = client(port.port()).build()) {
            assertThrows(
                    CallFailedException.class,
                    () -> client.stub(Probe.Iface.class).echo("text"));
        }
        assertError(SpanKind.CLIENT, "CONNECT_FAILED");
    }

    /** Tests that a span is made for a call which another interceptor rejects after the telemetry. */
    public void aCallThatIsRejected() throws Exception {
        try (ThriftServer server = Strategies.WORKER_THREAD
                        .builder(new Probe.Processor<>(new ProbeHandler()))
                        .interceptor(ThriftServerTelemetry.create(telemetry.api()))
                        .interceptor(call -> {
                            throw new TApplicationException("no");
                        })
                        .build()
                        .start();
                ThriftClient client = client(server.port()).build()) {
            assertThrows(
                    TApplicationException.class,
                    () -> client.stub(Probe.Iface.class).echo("text"));
        }
        assertError(SpanKind.SERVER, "REJECTED");
        assertEquals(telemetry.path(only(SpanKind.SERVER)).size(), 2);
    }

    /** Holds calls, of which the server takes one. */
    private ThriftServer fullServer(ProbeHandler handler) {
        return Strategies.WORKER_THREAD
                .builder(new Probe.Processor<>(handler))
                .limits(PatientLimits.builder().maxInFlight(1).build())
                .interceptor(ThriftServerTelemetry.create(telemetry.api()))
                .build()
                .start();
    }

    private List<SpanData> ofKind(SpanKind kind) {
        return telemetry.spans().stream().filter(span -> span.getKind() == kind).toList();
    }

    /** Tests that the span of a call which a limit rejects has its parent, and that peers make no names by such calls. */
    public void aCallThatALimitRejects() throws Exception {
        ProbeHandler handler = new ProbeHandler();
        try (ThriftServer server = fullServer(handler);
                ThriftClient client = client(server.port())
                        .retries(RetryPolicy.create().withMaxRetries(0))
                        .build()) {
            assertEquals(client.stub(Probe.Iface.class).echo("text"), "text");
            CompletableFuture<String> held =
                    client.stub(Probe.FutureIface.class).held("held");
            handler.awaitHeld("held");
            Probe.FutureIface other = client.stub(Probe.FutureIface.class);
            CallResults.failure(other.echo("text"), FailureCause.SERVER_OVERLOADED, false);
            CallResults.failure(other.judge(0), FailureCause.SERVER_OVERLOADED, false);
            handler.releaseAll();
            assertEquals(CallResults.result(held), "held");
        }
        List<SpanData> rejected = ofKind(SpanKind.SERVER).stream()
                .filter(span -> span.getStatus().getStatusCode() == StatusCode.ERROR)
                .toList();
        assertEquals(rejected.stream().map(SpanData::getName).toList(), List.of("echo", "apache_thrift"));
        assertEquals(telemetry.path(rejected.get(0)), List.of("CLIENT echo", "SERVER echo"));
        assertEquals(telemetry.path(rejected.get(1)), List.of("CLIENT judge", "SERVER apache_thrift"));
        for (SpanData span : rejected) {
            assertEquals(span.getAttributes().get(AttributeKey.stringKey("error.type")), "REJECTED");
        }
        long measured = telemetry.histogram("rpc.server.call.duration").stream()
                .filter(point -> "REJECTED".equals(map(point.getAttributes()).get("error.type")))
                .mapToLong(HistogramPointData::getCount)
                .sum();
        assertEquals(measured, 2);
    }

    /** Tests that each attempt of a call has a span of its own, all of them children of the caller's span. */
    public void attemptsOfOneCall() throws Exception {
        ProbeHandler handler = new ProbeHandler();
        try (ThriftServer server = fullServer(handler);
                ThriftClient holding = PatientClient.builder()
                        .endpoint("127.0.0.1", server.port())
                        .build();
                ThriftClient client = client(server.port()).build()) {
            CompletableFuture<String> held =
                    holding.stub(Probe.FutureIface.class).held("held");
            handler.awaitHeld("held");
            Span caller =
                    telemetry.api().getTracer("test").spanBuilder("caller").startSpan();
            Probe.FutureIface futures = client.stub(Probe.FutureIface.class);
            CompletableFuture<String> call =
                    Context.root().with(caller).wrap(() -> futures.echo("text")).call();
            CallResults.failure(call, FailureCause.SERVER_OVERLOADED, false);
            caller.end();
            handler.releaseAll();
            assertEquals(CallResults.result(held), "held");
            List<SpanData> attempts = ofKind(SpanKind.CLIENT);
            assertEquals(attempts.size(), 3);
            for (SpanData attempt : attempts) {
                assertEquals(telemetry.path(attempt), List.of("INTERNAL caller", "CLIENT echo"));
            }
            assertEquals(attempts.stream().map(SpanData::getSpanId).distinct().count(), 3);
        }
        List<List<String>> served = ofKind(SpanKind.SERVER).stream()
                .filter(span -> span.getStatus().getStatusCode() == StatusCode.ERROR)
                .map(telemetry::path)
                .toList();
        List<String> expected = List.of("INTERNAL caller", "CLIENT echo", "SERVER apache_thrift");
        assertEquals(served, List.of(expected, expected, expected));
    }

    public void withoutAnSdkNothingIsSeen() {
        assertFalse(ThriftServerTelemetry.create(OpenTelemetry.noop()).isEnabled());
        assertFalse(ThriftClientTelemetry.create(OpenTelemetry.noop()).isEnabled());
    }
}
