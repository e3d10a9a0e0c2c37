package io.grizzlythrift.client.peers;

import static org.testng.Assert.assertEquals;
import static org.testng.Assert.assertFalse;
import static org.testng.Assert.assertTrue;
import static org.testng.Assert.expectThrows;

import io.grizzlythrift.client.ThriftClient;
import io.grizzlythrift.client.ThriftClientBuilder;
import io.grizzlythrift.client.config.CallOptions;
import io.grizzlythrift.client.peers.gen.NewerPeers;
import io.grizzlythrift.client.peers.gen.UuidPeers;
import io.grizzlythrift.client.testing.CallStyle;
import io.grizzlythrift.client.testing.CallerThread;
import io.grizzlythrift.client.testing.PatientClient;
import io.grizzlythrift.client.testing.server.TestServer;
import io.grizzlythrift.frame.Dialect;
import io.grizzlythrift.message.ThriftProtocol;
import io.grizzlythrift.server.ThriftServerBuilder;
import io.grizzlythrift.test.Await;
import io.grizzlythrift.test.Pairs;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.apache.thrift.TApplicationException;
import org.testng.annotations.BeforeClass;
import org.testng.annotations.DataProvider;
import org.testng.annotations.Test;

/**
 * Tests Envoy's thrift_proxy between this library's client and its servers, with the configuration that the site shows.
 * Skipped, with the reason, if Envoy is not installed; if the environment says {@code PEERS_REQUIRED=true}, it fails
 * where Envoy exists.
 */
public class EnvoyTest {
    private static final Dialect[] DIALECTS = {Dialect.FRAMED, Dialect.UNFRAMED, Dialect.HEADER};
    private static final ThriftProtocol[] PROTOCOLS = {ThriftProtocol.BINARY, ThriftProtocol.COMPACT};
    private static final int IN_FLIGHT = 100;
    private static final int CALLERS = 4;
    private static final int MANY_CALLS = 200;
    private static final String DRAINED_CONNECTIONS = "cluster.stable.thrift.upstream_cx_drain_close";
    private static final String DRAINING_REPLIES = "thrift.thrift.downstream_response_drain_close";
    private static final String CALLS = "thrift.thrift.request_call";
    private static final Duration LONG_BACKOFF = Duration.ofMinutes(1);
    private static final Duration LONG_DELAY = Duration.ofHours(1);

    @BeforeClass
    void requireEnvoy() {
        EnvoyProcess.requireInstalled();
    }

    /** The dialect of the client, that of the servers, and the protocol of both. */
    @DataProvider
    Object[][] ways() {
        return Pairs.of(DIALECTS, DIALECTS, PROTOCOLS);
    }

    @DataProvider
    Object[][] upstream() {
        return Pairs.of(DIALECTS, PROTOCOLS);
    }

    @DataProvider
    Object[][] dialects() {
        return Arrays.stream(DIALECTS).map(dialect -> new Object[] {dialect}).toArray(Object[][]::new);
    }

    /** One Envoy for all of it, because starting one takes longer than the calls. */
    @Test(dataProvider = "ways")
    void everyTypeAndFailurePassesAndRepliesOvertakeEachOther(
            Dialect dialect, Dialect upstream, ThriftProtocol protocol) throws Exception {
        boolean decoded = dialect == Dialect.UNFRAMED
                || upstream == Dialect.UNFRAMED; // other messages pass through Envoy as they are
        // Envoy 1.40 reads every bool of a list as true if the protocol is compact.
        Set<String> leftOut = decoded && protocol == ThriftProtocol.COMPACT ? Set.of("flags") : Set.of();
        try (EnvoyServer server = EnvoyServer.start(EnvoyServer.builder(protocol), leftOut);
                EnvoyProcess envoy =
                        EnvoyProcess.start(EnvoyConfig.of(server.port()).upstream(upstream, protocol));
                ThriftClient client = client(envoy, dialect, protocol).build()) {
            try {
                PeerCalls calls = new PeerCalls(client.stub(NewerPeers.Iface.class), leftOut);
                calls.callEverything();
                if (!decoded) { // it does not know the type uuid
                    calls.callUuids(client.stub(UuidPeers.Iface.class));
                }
                calls.pipeline(client.stub(NewerPeers.FutureIface.class));
                overtake(client.stub(NewerPeers.FutureIface.class));
            } catch (Exception | AssertionError e) {
                throw new AssertionError(envoy.failure() + e, e);
            }
        }
    }

    /** The reply to the first call comes after those to the later ones. Ten notes with a sum of 45 were made before. */
    private static void overtake(NewerPeers.FutureIface peers) throws Exception {
        CompletableFuture<Long> first = peers.noted(11);
        List<CompletableFuture<Integer>> later = new ArrayList<>();
        for (int i = 0; i < IN_FLIGHT; i++) {
            later.add(peers.echoInt(i));
        }
        for (int i = 0; i < IN_FLIGHT; i++) {
            assertEquals(CallStyle.result(later.get(i)), Integer.valueOf(i));
        }
        assertFalse(first.isDone());
        CallStyle.result(peers.note(7));
        assertEquals(CallStyle.result(first), Long.valueOf(45 + 7));
    }

    @Test(dataProvider = "upstream")
    void healthDecidesWhetherCallsPass(Dialect upstream, ThriftProtocol protocol) throws Exception {
        try (EnvoyServer server =
                        EnvoyServer.start(EnvoyServer.builder(protocol).drainDelay(LONG_DELAY));
                EnvoyProcess envoy =
                        EnvoyProcess.start(EnvoyConfig.of(server.port()).upstream(upstream, protocol));
                ThriftClient client = client(envoy, Dialect.FRAMED, protocol).build()) {
            NewerPeers.Iface peers = client.stub(NewerPeers.Iface.class);
            assertTrue(envoy.isHealthy(server.port()));
            assertEquals(peers.echoInt(1), 1);

            server.healthy(false);
            awaitHealthy(envoy, server, false);
            Await.that("calls still pass", () -> !passes(peers));
            TApplicationException refused = expectThrows(TApplicationException.class, () -> peers.echoInt(2));
            assertTrue(refused.getMessage().contains("no healthy upstream"), refused.getMessage());

            server.healthy(true);
            awaitHealthy(envoy, server, true);
            Await.that("no call passes", () -> passes(peers));

            CompletableFuture<Boolean> stop =
                    CallerThread.start(() -> server.server().shutdown(LONG_DELAY));
            awaitHealthy(envoy, server, false);
            assertFalse(stop.isDone()); // it still serves: for the delay
        }
    }

    @Test(dataProvider = "dialects")
    void noCallFailsWhileServersDrain(Dialect upstream) throws Exception {
        ThriftProtocol protocol = ThriftProtocol.BINARY;
        try (EnvoyServer drained = EnvoyServer.start(protocol);
                EnvoyServer other = EnvoyServer.start(protocol);
                EnvoyProcess envoy = EnvoyProcess.start(EnvoyConfig.of(drained.port(), other.port(), other.port())
                        .upstream(upstream, protocol));
                ThriftClient client = client(envoy, Dialect.FRAMED, protocol).build();
                SteadyCalls calls = SteadyCalls.start(client.stub(NewerPeers.Iface.class), CALLERS)) {
            Await.that("no calls", () -> drained.calls() > MANY_CALLS && other.calls() > MANY_CALLS);
            drained.healthy(false);
            awaitHealthy(envoy, drained, false);
            // The thread of Envoy that balances hears of it a little later.
            Await.that("calls still reach the server", () -> {
                long before = drained.calls();
                long othersBefore = other.calls();
                Await.that("no calls", () -> other.calls() > othersBefore + MANY_CALLS);
                return drained.calls() == before;
            });
            assertTrue(drained.server().shutdown(Duration.ofMinutes(1)));
            long before = other.calls();
            Await.that("no calls", () -> other.calls() > before + MANY_CALLS);
            calls.requireNoFailure();
        }
    }

    /** Servers with headers ask Envoy to close connections as soon as a shutdown has begun. */
    @Test
    void noCallFailsWhileRepliesCarryDrain() throws Exception {
        ThriftProtocol protocol = ThriftProtocol.COMPACT;
        try (EnvoyServer server =
                        EnvoyServer.start(EnvoyServer.builder(protocol).drainDelay(LONG_DELAY));
                EnvoyProcess envoy =
                        EnvoyProcess.start(EnvoyConfig.of(server.port()).upstream(Dialect.HEADER, protocol));
                ThriftClient client = client(envoy, Dialect.FRAMED, protocol).build();
                SteadyCalls calls = SteadyCalls.start(client.stub(NewerPeers.Iface.class), CALLERS)) {
            Await.that("no calls", () -> server.calls() > MANY_CALLS);
            assertEquals(envoy.counter(DRAINED_CONNECTIONS), 0);
            server.alwaysHealthy();
            CompletableFuture<Boolean> stop =
                    CallerThread.start(() -> server.server().shutdown(LONG_DELAY));
            Await.that("no connection is closed", () -> envoy.counter(DRAINED_CONNECTIONS) > MANY_CALLS);
            calls.requireNoFailure();
            assertFalse(stop.isDone()); // it still serves: for the delay
        }
    }

    /** An Envoy that drains says so in each reply. Calls move to another one; then it can stop. */
    @Test
    void noCallFailsWhileEnvoyDrains() throws Exception {
        ThriftProtocol protocol = ThriftProtocol.COMPACT;
        try (EnvoyServer server = EnvoyServer.start(protocol);
                EnvoyProcess leaves =
                        EnvoyProcess.start(EnvoyConfig.of(server.port()).upstream(Dialect.FRAMED, protocol));
                EnvoyProcess stays =
                        EnvoyProcess.start(EnvoyConfig.of(server.port()).upstream(Dialect.FRAMED, protocol));
                ThriftClient client = client(leaves, Dialect.HEADER, protocol)
                        .endpoint(TestServer.HOST, stays.port())
                        .reconnectBackoff(LONG_BACKOFF, LONG_BACKOFF)
                        .build();
                SteadyCalls calls = SteadyCalls.start(client.stub(NewerPeers.Iface.class), CALLERS)) {
            Await.that("no calls pass", () -> leaves.counter(CALLS) > MANY_CALLS && stays.counter(CALLS) > MANY_CALLS);
            assertEquals(leaves.counter(DRAINING_REPLIES), 0);
            leaves.drain();
            Await.that(
                    "it has connections",
                    () -> client.endpoints().get(0).openConnections() == 0 && leaves.counter(DRAINING_REPLIES) > 0);
            long passed = leaves.counter(CALLS);
            long before = stays.counter(CALLS);
            Await.that("no calls pass", () -> stays.counter(CALLS) > before + MANY_CALLS);
            assertEquals(leaves.counter(CALLS), passed);
            leaves.stop();
            long after = stays.counter(CALLS);
            Await.that("no calls pass", () -> stays.counter(CALLS) > after + MANY_CALLS);
            calls.requireNoFailure();
            assertEquals(client.counters().failed(), 0);
        }
    }

    @Test
    void headersRoute() throws Exception {
        ThriftProtocol protocol = ThriftProtocol.BINARY;
        Queue<Map<String, String>> replies = new ConcurrentLinkedQueue<>();
        CallOptions plain = CallOptions.create().onReplyHeaders(replies::add);
        try (EnvoyServer stable = EnvoyServer.start(repeatingHeaders("stable", protocol));
                EnvoyServer canary = EnvoyServer.start(repeatingHeaders("canary", protocol));
                EnvoyProcess envoy = EnvoyProcess.start(EnvoyConfig.of(stable.port(), stable.port(), canary.port()));
                ThriftClient client = client(envoy, Dialect.HEADER, protocol)
                        .header("Tenant", "Blue Ltd.")
                        .build()) {
            client.stub(NewerPeers.Iface.class, plain).echoInt(1);
            assertEquals(replies.remove().toString(), "{got-tenant=Blue Ltd., served-by=stable}");
            client.stub(NewerPeers.Iface.class, plain.withHeader("Stage", "canary"))
                    .echoInt(2);
            assertEquals(replies.remove().toString(), "{got-stage=canary, got-tenant=Blue Ltd., served-by=canary}");
            client.stub(NewerPeers.Iface.class, plain.withHeader("Stage", "other"))
                    .echoInt(3);
            assertEquals(replies.remove().toString(), "{got-stage=other, got-tenant=Blue Ltd., served-by=stable}");
            assertEquals(stable.calls(), 2);
            assertEquals(canary.calls(), 1);
        }
    }

    /** A server whose replies have its name and the headers of their calls. */
    private static ThriftServerBuilder repeatingHeaders(String name, ThriftProtocol protocol) {
        return EnvoyServer.builder(protocol).interceptor(call -> {
            call.addReplyHeader("Served-By", name);
            call.headers().forEach((header, values) -> {
                if (!header.equals("client_timeout")) {
                    call.addReplyHeader("Got-" + header, values.get(0));
                }
            });
            return outcome -> {};
        });
    }

    private static void awaitHealthy(EnvoyProcess envoy, EnvoyServer server, boolean expected) throws Exception {
        Await.that("healthy is not " + expected, () -> envoy.isHealthy(server.port()) == expected);
    }

    private static boolean passes(NewerPeers.Iface peers) throws Exception {
        try {
            peers.ping();
            return true;
        } catch (TApplicationException e) {
            return false;
        }
    }

    private static ThriftClientBuilder client(EnvoyProcess envoy, Dialect dialect, ThriftProtocol protocol) {
        return PatientClient.builder()
                .endpoint(TestServer.HOST, envoy.port())
                .dialect(dialect)
                .pipelineUnframed(true)
                .protocol(protocol)
                .connectionsPerEndpoint(1);
    }
}
