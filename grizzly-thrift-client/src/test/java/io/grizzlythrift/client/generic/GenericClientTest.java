package io.grizzlythrift.client.generic;

import static org.testng.Assert.assertEquals;
import static org.testng.Assert.assertTrue;
import static org.testng.Assert.expectThrows;

import io.grizzlythrift.catalog.ServiceCatalog;
import io.grizzlythrift.catalog.idl.ThriftIdl;
import io.grizzlythrift.catalog.json.TranscodingException;
import io.grizzlythrift.client.ThriftClient;
import io.grizzlythrift.client.ThriftClientBuilder;
import io.grizzlythrift.client.call.CallFailedException;
import io.grizzlythrift.client.call.FailureCause;
import io.grizzlythrift.client.config.CallOptions;
import io.grizzlythrift.client.config.RetryPolicy;
import io.grizzlythrift.client.gen.Probe;
import io.grizzlythrift.client.testing.CallResults;
import io.grizzlythrift.client.testing.PatientClient;
import io.grizzlythrift.client.testing.scripted.RefusingPort;
import io.grizzlythrift.client.testing.server.MultiplexedServers;
import io.grizzlythrift.client.testing.server.ProbeHandler;
import io.grizzlythrift.client.testing.server.Servers;
import io.grizzlythrift.client.testing.server.TestServer;
import io.grizzlythrift.frame.Dialect;
import io.grizzlythrift.message.ThriftProtocol;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicReference;
import org.apache.thrift.TApplicationException;
import org.testng.annotations.DataProvider;
import org.testng.annotations.Test;

@Test(timeOut = 60_000)
public class GenericClientTest {
    private static final String PARCEL = "{\"name\":\"a\",\"count\":5,\"truth\":true,\"real\":0.5,\"payload\":\"AAE=\","
            + "\"words\":[\"x\",\"y\"],\"names\":[[1,\"one\"]],\"numbers\":[7],"
            + "\"inner\":{\"name\":\"b\",\"truth\":false,\"real\":0.0},\"colour\":\"GREEN\"}";

    private static ThriftClientBuilder clientOf(TestServer server) {
        return PatientClient.builder().endpoint(TestServer.HOST, server.port());
    }

    private static ServiceCatalog generated() {
        return ServiceCatalog.of(Probe.class);
    }

    private static ServiceCatalog idl() {
        return ThriftIdl.read(Path.of("src/test/thrift/probe.thrift"));
    }

    @DataProvider
    static Object[][] wires() {
        return new Object[][] {
            {Dialect.FRAMED, ThriftProtocol.BINARY, generated()},
            {Dialect.FRAMED, ThriftProtocol.COMPACT, idl()},
            {Dialect.FRAMED, ThriftProtocol.JSON, idl()},
            {Dialect.UNFRAMED, ThriftProtocol.BINARY, idl()},
            {Dialect.UNFRAMED, ThriftProtocol.COMPACT, generated()},
            {Dialect.HEADER, ThriftProtocol.BINARY, idl()},
            {Dialect.HEADER, ThriftProtocol.COMPACT, generated()},
        };
    }

    @Test(dataProvider = "wires")
    void callsOfEachDialectAndProtocol(Dialect dialect, ThriftProtocol protocol, ServiceCatalog catalog)
            throws Exception {
        ProbeHandler handler = new ProbeHandler();
        try (TestServer server = Servers.WORKER_THREAD.start(protocol, new Probe.Processor<>(handler));
                ThriftClient client =
                        clientOf(server).dialect(dialect).protocol(protocol).build()) {
            GenericClient calls = client.generic(catalog);

            assertEquals(calls.call("Probe.add", "{\"left\": 40, \"right\": 2}"), "42");
            assertEquals(calls.call("echo", "{\"text\": \"\\u00e4\"}"), "\"\u00e4\"");
            assertEquals(
                    calls.callAsync("Probe.echoParcel", "{\"parcel\":" + PARCEL + "}")
                            .get(),
                    PARCEL);
            assertEquals(calls.call("store", "{\"parcel\":" + PARCEL + "}"), "null");
            assertEquals(calls.call("note", "{\"text\": \"oneway\"}"), "null");
            DeclaredException declared =
                    expectThrows(DeclaredException.class, () -> calls.call("judge", "{\"verdict\": 1}"));
            assertEquals(declared.method(), "judge");
            assertEquals(declared.name(), "Refused");
            assertTrue(declared.json().startsWith("{\"code\":"), declared.json());
            expectThrows(TApplicationException.class, () -> calls.call("judge", "{\"verdict\": 2}"));
            assertEquals(client.counters().inFlight(), 0);
        }
    }

    @Test(dataProviderClass = Servers.class, dataProvider = "servers")
    void allServers(Servers kind) throws Exception {
        try (TestServer server = kind.start(ThriftProtocol.BINARY, new Probe.Processor<>(new ProbeHandler()));
                ThriftClient client = clientOf(server).build()) {
            GenericClient calls = client.generic(idl());

            assertEquals(calls.call("echoParcel", "{\"parcel\":" + PARCEL + "}"), PARCEL);
            assertTrue(
                    CallResults.thrown(calls.callAsync("judgeQuietly", "{\"verdict\": 1}"))
                            instanceof DeclaredException);
            assertEquals(calls.callAsync("judgeQuietly", "{\"verdict\": 0}").get(), "null");
        }
    }

    @Test
    void mapsHaveValuesOfTheirTypes() throws Exception {
        try (TestServer server =
                        Servers.WORKER_THREAD.start(ThriftProtocol.BINARY, new Probe.Processor<>(new ProbeHandler()));
                ThriftClient client = clientOf(server).build()) {
            GenericClient calls = client.generic(idl());
            Map<String, Object> parcel = Map.of(
                    "name",
                    "a",
                    "count",
                    (byte) 5,
                    "truth",
                    true,
                    "real",
                    Double.NaN,
                    "payload",
                    new byte[] {0, 1},
                    "words",
                    List.of("x"),
                    "names",
                    Map.of(1, "one"),
                    "numbers",
                    Set.of(7),
                    "ids",
                    List.of(new UUID(1, 2)),
                    "colour",
                    "GREEN");

            Object echoed = calls.call("echoParcel", Map.of("parcel", parcel)).orElseThrow();

            assertEquals(
                    echoed,
                    Map.of(
                            "name",
                            "a",
                            "count",
                            5L,
                            "truth",
                            true,
                            "real",
                            Double.NaN,
                            "payload",
                            ByteBuffer.wrap(new byte[] {0, 1}),
                            "words",
                            List.of("x"),
                            "names",
                            Map.of(1, "one"),
                            "numbers",
                            List.of(7L),
                            "ids",
                            List.of(new UUID(1, 2)),
                            "colour",
                            "GREEN"));
            assertEquals(calls.call("store", Map.of("parcel", Map.of("name", "a"))), Optional.empty());
            assertEquals(calls.callAsync("add", Map.of("left", 1, "right", 2L)).get(), Optional.of(3L));
            expectThrows(IllegalArgumentException.class, () -> calls.call("echo", Map.of("text", new Object())));
        }
    }

    @Test
    void argumentsThatDoNotFitAreNotSent() throws Exception {
        ProbeHandler handler = new ProbeHandler();
        try (TestServer server = Servers.WORKER_THREAD.start(ThriftProtocol.BINARY, new Probe.Processor<>(handler));
                ThriftClient client = clientOf(server).build()) {
            GenericClient calls = client.generic(idl());

            assertUnwritable(calls, "add", "{\"left\": \"x\"}", "$.left");
            assertUnwritable(calls, "add", "{\"left\": 1, \"middle\": 2}", "$.middle");
            assertUnwritable(calls, "echoParcel", "{\"parcel\": {\"inner\": {}}}", "$.parcel.inner");
            assertUnwritable(calls, "add", "no json", "$");
            assertUnwritable(calls, "add", "", "$");
            assertEquals(handler.calls(), 0);
            assertEquals(calls.call("add", "{\"left\": 1, \"right\": 2}"), "3");
            IllegalArgumentException unknown =
                    expectThrows(IllegalArgumentException.class, () -> calls.call("Probe.ad", "{}"));
            assertTrue(unknown.getMessage().contains("Probe.add"), unknown.getMessage());
        }
    }

    private static void assertUnwritable(GenericClient calls, String method, String json, String path) {
        CallFailedException failure = expectThrows(CallFailedException.class, () -> calls.call(method, json));
        assertEquals(failure.failure(), FailureCause.UNWRITABLE_CALL);
        TranscodingException cause = (TranscodingException) failure.getCause();
        assertEquals(cause.path(), path);
        assertEquals(CallResults.failure(calls.callAsync(method, json)).getMessage(), failure.getMessage());
    }

    /** The message is read with the description of another method. */
    @Test
    void aReplyThatDoesNotFitFailsTheCallAlone() throws Exception {
        ServiceCatalog wrong = ThriftIdl.parse(
                "wrong.thrift",
                "struct S { 1: required string s } service Probe { S echo(1: string text), i64 add() }");
        try (TestServer server =
                        Servers.WORKER_THREAD.start(ThriftProtocol.BINARY, new Probe.Processor<>(new ProbeHandler()));
                ThriftClient client = clientOf(server).connectionsPerEndpoint(1).build()) {
            GenericClient calls = client.generic(wrong);

            CallFailedException failure =
                    expectThrows(CallFailedException.class, () -> calls.call("echo", "{\"text\": \"a\"}"));

            assertEquals(failure.failure(), FailureCause.UNREADABLE_REPLY);
            assertEquals(calls.call("add", "{}"), "0");
            assertEquals(client.endpoints().get(0).openConnections(), 1);
        }
    }

    @Test
    void aCallMovesOnToAnotherServer() throws Exception {
        ProbeHandler handler = new ProbeHandler();
        try (RefusingPort refusing = new RefusingPort();
                TestServer server = Servers.WORKER_THREAD.start(ThriftProtocol.BINARY, new Probe.Processor<>(handler));
                ThriftClient client = clientOf(server)
                        .endpoint(TestServer.HOST, refusing.port())
                        .retries(RetryPolicy.create().withIdempotentMethods("add"))
                        .build()) {
            GenericClient calls = client.generic(idl());

            for (int i = 0; i < 20; i++) {
                assertEquals(calls.call("add", "{\"left\": 1}"), "1");
                assertEquals(calls.callAsync("add", "{\"left\": 2}").get(), "2");
            }
            assertEquals(handler.calls(), 40);
        }
    }

    @Test
    void idempotentMethodsMustExist() throws Exception {
        try (RefusingPort refusing = new RefusingPort();
                ThriftClient client = PatientClient.builder()
                        .endpoint(TestServer.HOST, refusing.port())
                        .retries(RetryPolicy.create().withIdempotentMethods("sum"))
                        .build()) {
            expectThrows(IllegalArgumentException.class, () -> client.generic(idl()));
        }
    }

    @Test
    void cancellingTheFutureAbandonsTheCall() throws Exception {
        ProbeHandler handler = new ProbeHandler();
        try (TestServer server = Servers.WORKER_THREAD.start(ThriftProtocol.BINARY, new Probe.Processor<>(handler));
                ThriftClient client = clientOf(server).build()) {
            CompletableFuture<String> held = client.generic(idl()).callAsync("held", "{\"key\": \"k\"}");

            handler.awaitHeld("k");
            held.cancel(true);

            assertEquals(client.counters().failed(FailureCause.CANCELLED), 1);
            handler.release("k");
        }
    }

    @Test
    void headersGoBothWays() throws Exception {
        AtomicReference<Map<String, String>> received = new AtomicReference<>();
        try (TestServer server =
                        Servers.WORKER_THREAD.start(ThriftProtocol.BINARY, new Probe.Processor<>(new ProbeHandler()));
                ThriftClient client = clientOf(server).dialect(Dialect.HEADER).build()) {
            CallOptions options = CallOptions.create()
                    .withHeader("who", "me")
                    .withTimeout(Duration.ofMinutes(1))
                    .onReplyHeaders(received::set);

            client.generic(generated(), options).call("ping", "{}");

            assertTrue(received.get() != null);
        }
    }

    @Test(dataProviderClass = MultiplexedServers.class, dataProvider = "serversAndProtocols")
    void multiplexedServices(MultiplexedServers kind, ThriftProtocol protocol) throws Exception {
        ProbeHandler plain = new ProbeHandler();
        ProbeHandler named = new ProbeHandler();
        MultiplexedServers.Services services = new MultiplexedServers.Services()
                .plain(new Probe.Processor<>(plain))
                .add("second", new Probe.Processor<>(named));
        try (TestServer server = kind.start(protocol, services);
                ThriftClient client = clientOf(server).protocol(protocol).build()) {
            GenericClient calls = client.generic(idl());

            assertEquals(calls.multiplexed("second").call("Probe.add", "{\"left\": 1}"), "1");

            assertEquals(named.calls(), 1);
            assertEquals(plain.calls(), 0);
            assertEquals(calls.call("Probe.add", "{\"left\": 1}"), "1");
            assertEquals(plain.calls(), 1);
            expectThrows(IllegalArgumentException.class, () -> calls.multiplexed("a:b"));
        }
    }

    @Test
    void aMethodOfSeveralServicesNeedsItsService() throws Exception {
        ServiceCatalog two = ThriftIdl.parse("two.thrift", "service A { void ping() } service B { void ping() }");
        try (RefusingPort refusing = new RefusingPort();
                ThriftClient client = PatientClient.builder()
                        .endpoint(TestServer.HOST, refusing.port())
                        .build()) {
            GenericClient calls = client.generic(two);

            IllegalArgumentException thrown =
                    expectThrows(IllegalArgumentException.class, () -> calls.call("ping", "{}"));

            assertTrue(thrown.getMessage().contains("[A.ping, B.ping]"), thrown.getMessage());
            CallFailedException failure = CallResults.failure(calls.callAsync("B.ping", "{}"));
            assertEquals(failure.failure(), FailureCause.CONNECT_FAILED);
        }
    }

    @Test
    void theDeadlineEndsACall() throws Exception {
        ProbeHandler handler = new ProbeHandler();
        try (TestServer server = Servers.WORKER_THREAD.start(ThriftProtocol.BINARY, new Probe.Processor<>(handler));
                ThriftClient client = clientOf(server).build()) {
            client.generic(idl()).call("ping", "{}");
            GenericClient hasty = client.generic(idl(), CallOptions.create().withTimeout(Duration.ofMillis(50)));

            CallFailedException failure =
                    expectThrows(CallFailedException.class, () -> hasty.call("held", "{\"key\": \"k\"}"));

            assertEquals(failure.failure(), FailureCause.TIMED_OUT);
            handler.release("k");
        }
    }
}
