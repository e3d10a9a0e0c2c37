package io.grizzlythrift.client;

import static org.testng.Assert.assertEquals;
import static org.testng.Assert.assertFalse;
import static org.testng.Assert.assertTrue;
import static org.testng.Assert.expectThrows;

import io.grizzlythrift.client.call.CallFailedException;
import io.grizzlythrift.client.call.FailureCause;
import io.grizzlythrift.client.config.ThriftClientConfig;
import io.grizzlythrift.client.discovery.Resolver;
import io.grizzlythrift.client.gen.Probe;
import io.grizzlythrift.client.internal.call.CallCompletion;
import io.grizzlythrift.client.internal.io.ClientThreads;
import io.grizzlythrift.client.metrics.EndpointMetrics;
import io.grizzlythrift.client.metrics.EndpointState;
import io.grizzlythrift.client.testing.CallResults;
import io.grizzlythrift.client.testing.PatientClient;
import io.grizzlythrift.client.testing.scripted.ProbeCalls;
import io.grizzlythrift.client.testing.scripted.ProbeServer;
import io.grizzlythrift.client.testing.scripted.RefusingPort;
import io.grizzlythrift.client.testing.scripted.UnresponsivePort;
import io.grizzlythrift.discovery.EndpointAddress;
import io.grizzlythrift.message.ThriftProtocol;
import io.grizzlythrift.test.Await;
import io.grizzlythrift.test.OwnLog;
import io.grizzlythrift.testkit.ReceivedCall;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.logging.Level;
import java.util.stream.IntStream;
import org.testng.annotations.Test;

/** Tests how a client uses the answers of its resolver. */
@Test(timeOut = 120_000, singleThreaded = true)
public class ResolverTest {
    private static final ThriftProtocol PROTOCOL = ThriftProtocol.BINARY;

    /** Gives the answers of the test. */
    private static final class TestResolver implements Resolver {
        final CompletableFuture<Listener> listener = new CompletableFuture<>();
        final AtomicInteger refreshed = new AtomicInteger();
        final CompletableFuture<Void> closed = new CompletableFuture<>();
        volatile boolean refreshThrows;
        volatile Runnable beforeRefresh = () -> {};
        private List<EndpointAddress> first;

        TestResolver(EndpointAddress... first) {
            this.first = List.of(first);
        }

        @Override
        public Resolution start(Listener started) {
            if (!first.isEmpty()) {
                started.resolved(first);
            }
            listener.complete(started);
            return new Resolution() {
                @Override
                public void refresh() {
                    beforeRefresh.run();
                    refreshed.incrementAndGet();
                    if (refreshThrows) {
                        throw new IllegalStateException("not refreshed");
                    }
                }

                @Override
                public void close() {
                    closed.complete(null);
                }
            };
        }

        Listener listener() throws Exception {
            return listener.get(Await.LONG.toSeconds(), TimeUnit.SECONDS);
        }

        @Override
        public String toString() {
            return "test resolver";
        }
    }

    private static EndpointAddress at(int port) {
        return EndpointAddress.of("127.0.0.1", port);
    }

    private static ThriftClientBuilder client(Resolver resolver) {
        return PatientClient.builder().protocol(PROTOCOL).name("resolving").resolver(resolver);
    }

    public void oneSourceOfServers() {
        expectThrows(IllegalStateException.class, () -> ThriftClient.builder().build());
        ThriftClientBuilder both = client(new TestResolver(at(1))).endpoint("127.0.0.1", 1);
        String failure = expectThrows(IllegalStateException.class, both::build).getMessage();
        assertTrue(failure.contains("endpoint") && failure.contains("resolver"), failure);
    }

    public void theFirstAnswerIsWaitedFor() throws Exception {
        try (ProbeServer server = ProbeServer.echoing(PROTOCOL)) {
            TestResolver resolver = new TestResolver();
            CompletableFuture<ThriftClient> built =
                    CompletableFuture.supplyAsync(() -> client(resolver).build());
            Resolver.Listener listener = resolver.listener();
            listener.resolved(List.of());
            listener.failed(new IOException("not yet"));
            assertFalse(built.isDone());
            listener.resolved(List.of(at(server.port())));
            try (ThriftClient client = built.get(Await.LONG.toSeconds(), TimeUnit.SECONDS)) {
                assertEquals(client.stub(Probe.Iface.class).echo("text"), "text");
            }
            assertTrue(resolver.closed.isDone());
        }
    }

    /** The calls say why, until there is an answer. */
    public void callsWithoutAnyServer() throws Exception {
        TestResolver resolver = new TestResolver();
        try (ThriftClient client =
                client(resolver).connectTimeout(Duration.ofMillis(1)).build()) {
            Probe.Iface stub = client.stub(Probe.Iface.class);
            CallFailedException failure = expectThrows(CallFailedException.class, () -> stub.echo(""));
            assertEquals(failure.failure(), FailureCause.CONNECT_FAILED);
            assertFalse(failure.mayHaveRun());
            assertTrue(failure.getMessage().contains("test resolver has given no server yet"), failure.getMessage());
            resolver.listener().failed(new IOException("no name"));
            failure = expectThrows(CallFailedException.class, () -> stub.echo(""));
            assertTrue(
                    failure.getMessage().contains("no server yet: java.io.IOException: no name"), failure.getMessage());
        }
    }

    public void lastGoodAnswerStaysInUse() throws Exception {
        try (OwnLog log = OwnLog.start();
                ProbeServer server = ProbeServer.echoing(PROTOCOL)) {
            TestResolver resolver = new TestResolver(at(server.port()));
            try (ThriftClient client = client(resolver).build()) {
                Resolver.Listener listener = resolver.listener();
                for (int i = 0; i < 3; i++) {
                    listener.resolved(List.of());
                }
                assertEquals(client.stub(Probe.Iface.class).echo("empty"), "empty");
                for (int i = 0; i < 4; i++) {
                    listener.failed(new IOException("down"));
                }
                assertEquals(client.stub(Probe.Iface.class).echo("failed"), "failed");
                assertEquals(client.counters().resolutions(), 4);
                assertEquals(client.counters().emptyResolutions(), 3);
                assertEquals(client.counters().failedResolutions(), 4);
                assertEquals(
                        log.lines(Level.WARNING).get(0),
                        "client 'resolving': test resolver has no server; those found before stay in use: ["
                                + server.endpoint() + "]");
                assertTrue(log.count(Level.WARNING, "") <= 2, log.all());
                listener.resolved(List.of(at(server.port()), at(server.port()).withWeight(2)));
                assertEquals(client.endpoints().size(), 1);
                assertEquals(log.count(Level.INFO, "servers are now"), 0);
            }
        }
    }

    /** Otherwise the same answer would be taken for known from then on. */
    public void anAnswerThatThePoolCouldNotTakeIsPassedOnAgain() {
        ThriftClientConfig config = ClientConfigs.of(ThriftClient.builder().endpoint("unused", 1));
        ClientThreads threads = new ClientThreads("resolving", 1, 1, System::nanoTime);
        try {
            ResolvedServers servers = new ResolvedServers(
                    "resolving", new TestResolver(), new CallCompletion(config, threads, System::nanoTime).counters());
            List<List<EndpointAddress>> taken = new ArrayList<>();
            servers.start(answer -> {
                taken.add(answer);
                if (taken.size() == 1) {
                    throw new OutOfMemoryError("thrown by a test");
                }
            });
            expectThrows(OutOfMemoryError.class, () -> servers.resolved(List.of(at(1))));
            servers.resolved(List.of(at(1)));
            servers.resolved(List.of(at(1)));
            assertEquals(taken, List.of(List.of(at(1)), List.of(at(1))));
        } finally {
            threads.shutdown();
        }
    }

    /** The calls of a server that leaves end well, and new ones go elsewhere. */
    public void serversComeAndGo() throws Exception {
        try (ProbeServer old = ProbeServer.start(PROTOCOL);
                ProbeServer next = ProbeServer.echoing(PROTOCOL)) {
            TestResolver resolver = new TestResolver(at(old.port()));
            try (OwnLog log = OwnLog.start();
                    ThriftClient client = client(resolver).build()) {
                Probe.FutureIface stub = client.stub(Probe.FutureIface.class);
                Future<String> held = stub.echo("held");
                ReceivedCall request = old.take();
                resolver.listener().resolved(List.of(at(next.port())));
                assertEquals(
                        client.endpoints().stream()
                                .map(EndpointMetrics::endpoint)
                                .toList(),
                        List.of(next.endpoint(), old.endpoint()));
                assertEquals(client.endpoints().get(1).state(), EndpointState.DRAINING);
                assertEquals(CallResults.result(stub.echo("new")), "new");
                assertFalse(held.isDone());
                ProbeCalls.reply(request);
                CallResults.result(held);
                Await.that("the connection is kept", () -> old.openConnections() == 0);
                Await.that("it is still listed", () -> client.endpoints().size() == 1);
                assertEquals(
                        log.count(
                                Level.INFO,
                                "client 'resolving': servers are now [" + next.endpoint() + "], by test resolver"),
                        1);
            }
        }
    }

    /** The first server does not respond to an attempt to connect. The next answer replaces it, or adds another one. */
    public void waitingCallsGoToServersOfTheNextAnswer() throws Exception {
        for (boolean replaced : new boolean[] {true, false}) {
            try (UnresponsivePort hung = UnresponsivePort.open();
                    ProbeServer next = ProbeServer.echoing(PROTOCOL)) {
                TestResolver resolver = new TestResolver(at(hung.port()));
                try (ThriftClient client =
                        client(resolver).connectTimeout(Duration.ofMinutes(10)).build()) {
                    Future<String> waits = client.stub(Probe.FutureIface.class).echo("waits");
                    resolver.listener()
                            .resolved(replaced ? List.of(at(next.port())) : List.of(at(hung.port()), at(next.port())));
                    assertEquals(CallResults.result(waits), "waits");
                    assertEquals(client.counters().calls(), 1, "it took another attempt");
                }
            }
        }
    }

    /** DNS servers rotate the addresses of a name. */
    public void theOrderOfServersDoesNotMatter() throws Exception {
        TestResolver resolver = new TestResolver(at(1), at(2));
        try (OwnLog log = OwnLog.start();
                ThriftClient client = client(resolver).build()) {
            resolver.listener().resolved(List.of(at(2), at(1)));
            assertEquals(client.endpoints().get(0).endpoint(), "127.0.0.1:1");
            assertEquals(log.count(Level.INFO, "servers are now"), 0);
            resolver.listener().resolved(List.of(at(2)));
            assertEquals(client.endpoints().get(0).endpoint(), "127.0.0.1:2");
        }
    }

    /** Neither a line of the log nor a failure is as long as the list of servers. */
    public void thousandsOfServersAreNotAllNamed() throws Exception {
        TestResolver resolver = new TestResolver(at(1));
        try (OwnLog log = OwnLog.start();
                ThriftClient client = client(resolver).build()) {
            List<EndpointAddress> many =
                    IntStream.rangeClosed(1, 1_020).mapToObj(ResolverTest::at).toList();
            resolver.listener().resolved(many);
            assertEquals(client.endpoints().size(), 1_020);
            assertEquals(log.count(Level.INFO, "127.0.0.1:20 and 1000 more], by test resolver"), 1);
            client.shutdown(Duration.ZERO);
            CallFailedException failure =
                    CallResults.failure(client.stub(Probe.FutureIface.class).echo("closed"));
            assertTrue(failure.getMessage().contains("127.0.0.1:20 and 1000 more"), failure.getMessage());
            assertFalse(failure.getMessage().contains("127.0.0.1:21"), failure.getMessage());
        }
    }

    public void aServerThatCannotBeConnectedIsResolvedAgain() throws Exception {
        try (RefusingPort refusing = new RefusingPort()) {
            TestResolver resolver = new TestResolver(at(refusing.port()));
            try (ThriftClient client = client(resolver).build()) {
                assertEquals(resolver.refreshed.get(), 0);
                CallResults.failure(client.stub(Probe.FutureIface.class).echo(""), FailureCause.CONNECT_FAILED, false);
                Await.that("not resolved again", () -> resolver.refreshed.get() > 0);
            }
        }
    }

    public void aResolverThatCannotBeRefreshedStopsNoAttempts() throws Exception {
        try (OwnLog log = OwnLog.start();
                RefusingPort refusing = new RefusingPort()) {
            TestResolver resolver = new TestResolver(at(refusing.port()));
            resolver.refreshThrows = true;
            try (ThriftClient client = client(resolver).build()) {
                CallResults.failure(client.stub(Probe.FutureIface.class).echo(""), FailureCause.CONNECT_FAILED, false);
                Await.that("no further attempt", () -> client.counters().connectAttempts() > 5);
                Await.that("not resolved again", () -> resolver.refreshed.get() > 1);
            }
            assertEquals(
                    log.lines(Level.WARNING).stream()
                            .filter(line -> line.contains("could not be refreshed"))
                            .findFirst()
                            .orElseThrow(),
                    "client 'resolving': test resolver could not be refreshed");
        }
    }

    /** Attempts fail on the threads that read, check deadlines or start to connect: none of them waits for a resolver. */
    public void aResolverThatBlocksInRefreshHoldsUpNothing() throws Exception {
        CompletableFuture<Void> blocked = new CompletableFuture<>();
        try (RefusingPort refusing = new RefusingPort();
                ProbeServer server = ProbeServer.echoing(PROTOCOL)) {
            TestResolver resolver = new TestResolver(at(refusing.port()), at(server.port()));
            resolver.beforeRefresh = blocked::join;
            try (ThriftClient client = client(resolver).selectorThreads(1).build()) {
                Probe.FutureIface stub = client.stub(Probe.FutureIface.class);
                CallResults.result(stub.echo("first"));
                Await.that("no further attempt", () -> client.counters().connectAttempts() > 5);
                assertEquals(CallResults.result(stub.echo("and on")), "and on");
                blocked.complete(null);
                Await.that("not resolved again", () -> resolver.refreshed.get() > 1);
            } finally {
                blocked.complete(null);
            }
        }
    }

    public void aResolverThatThrows() {
        Resolver broken = listener -> {
            throw new IllegalStateException("not started");
        };
        assertEquals(
                expectThrows(IllegalStateException.class, () -> client(broken).build())
                        .getMessage(),
                "not started");
    }
}
