package io.grizzlythrift.inspect;

import static org.testng.Assert.assertEquals;
import static org.testng.Assert.assertFalse;
import static org.testng.Assert.assertTrue;

import com.fasterxml.jackson.databind.ObjectMapper;
import io.grizzlythrift.frame.Dialect;
import io.grizzlythrift.inspect.json.SnapshotJson;
import io.grizzlythrift.limits.ConcurrencyLimit;
import io.grizzlythrift.limits.LimitType;
import io.grizzlythrift.limits.ServerLimits;
import io.grizzlythrift.memory.MemoryPart;
import io.grizzlythrift.message.ThriftProtocol;
import io.grizzlythrift.security.Authenticator;
import io.grizzlythrift.security.Identity;
import io.grizzlythrift.server.ThriftServer;
import io.grizzlythrift.server.ThriftServerBuilder;
import io.grizzlythrift.strategy.AdaptiveStrategy;
import io.grizzlythrift.strategy.LeaderFollowerStrategy;
import io.grizzlythrift.strategy.ProcessingStrategy;
import io.grizzlythrift.strategy.SameThreadStrategy;
import io.grizzlythrift.strategy.VirtualThreadStrategy;
import io.grizzlythrift.strategy.WorkerThreadStrategy;
import io.grizzlythrift.test.Await;
import io.grizzlythrift.test.everything.AsyncEverything;
import io.grizzlythrift.test.gen.Everything;
import io.grizzlythrift.test.server.HeaderFrame;
import io.grizzlythrift.test.server.HeldProcessor;
import io.grizzlythrift.test.server.RawClient;
import io.grizzlythrift.test.server.Requests;
import io.grizzlythrift.test.server.Strategies;
import io.grizzlythrift.tls.TestAuthority;
import io.grizzlythrift.tls.TestCertificate;
import io.grizzlythrift.tls.TlsConfig;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.KeyStore;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLSocket;
import javax.net.ssl.TrustManagerFactory;
import org.testng.annotations.DataProvider;
import org.testng.annotations.Test;

/** Tests what a snapshot of a server shows, with calls that the test holds. */
@Test(timeOut = 60_000)
public final class ServerSnapshotTest {
    private static final ThriftProtocol PROTOCOL = ThriftProtocol.BINARY;
    private static final InspectOptions WITH_STACKS = InspectOptions.create().stackFrames(64);

    private final HeldProcessor processor = new HeldProcessor();

    @DataProvider
    static Object[][] strategies() {
        List<ProcessingStrategy> all = new ArrayList<>(List.of(
                SameThreadStrategy.create(),
                WorkerThreadStrategy.ofThreads(1),
                LeaderFollowerStrategy.ofThreads(1),
                AdaptiveStrategy.ofThreads(1)));
        if (VirtualThreadStrategy.isSupported()) {
            all.add(VirtualThreadStrategy.create());
        }
        return all.stream().map(strategy -> new Object[] {strategy}).toArray(Object[][]::new);
    }

    private static ThriftServerBuilder builder(ProcessingStrategy strategy, HeldProcessor processor) {
        return Strategies.WORKER_THREAD.builder(processor).strategy(strategy);
    }

    private static byte[] hold(int sequenceId) throws Exception {
        return HeldProcessor.call(PROTOCOL, "hold", sequenceId);
    }

    private static List<CallState> states(ServerSnapshot snapshot) {
        return snapshot.calls().items().stream().map(CallSnapshot::state).toList();
    }

    /** Calls of one read: the first one runs, and the others are where the strategy lets them wait. */
    @Test(dataProvider = "strategies")
    public void showsCallsThatRunAndWait(ProcessingStrategy strategy) throws Exception {
        HeldProcessor held = new HeldProcessor();
        try (ThriftServer server = builder(strategy, held).build().start();
                RawClient client = new RawClient(server)) {
            client.sendFrames(hold(1), hold(2), hold(3));
            Thread thread = held.awaitStart(1);
            Await.that("three calls", () -> server.inspect().calls().items().size() == 3);
            ServerSnapshot snapshot = server.inspect(WITH_STACKS);
            CallSnapshot first = snapshot.calls().items().stream()
                    .filter(call -> call.thread().equals(Optional.of(thread.getName())))
                    .findFirst()
                    .orElseThrow();
            assertEquals(first.state(), CallState.RUNNING);
            assertTrue(
                    first.stack().stream()
                            .anyMatch(frame -> frame.getMethodName().equals("awaitRelease")),
                    first.stack().toString());
            assertEquals(snapshot.calls().total(), 3);
            for (CallSnapshot call : snapshot.calls().items()) {
                assertEquals(call.method(), "hold");
                assertEquals(call.service(), "");
                assertEquals(call.peer(), snapshot.connections().items().get(0).peer());
                assertTrue(call.age().toNanos() > 0, call.toString());
                assertTrue(call.remaining().compareTo(server.config().limits().callTimeout()) < 0, call.toString());
                assertEquals(call.thread().isPresent(), call.state() == CallState.RUNNING, call.toString());
            }
            assertFalse(states(snapshot).contains(CallState.AWAITING_REPLY));
            ConnectionSnapshot connection = snapshot.connections().items().get(0);
            assertEquals(connection.inFlight(), 3);
            assertEquals(connection.replied(), 0);
            assertEquals(snapshot.counts().inFlight(), 3);
            IntStream.rangeClosed(1, 3).forEach(held::release);
            client.readReply(PROTOCOL);
            client.readReply(PROTOCOL);
            client.readReply(PROTOCOL);
            Await.that("no calls", () -> server.inspect().calls().equals(Listing.empty()));
        }
    }

    @Test(dataProvider = "strategies")
    public void showsCallsOfAsynchronousHandlers(ProcessingStrategy strategy) throws Exception {
        AsyncEverything handler = new AsyncEverything(Runnable::run);
        Requests requests = new Requests(PROTOCOL);
        try (ThriftServer server = Strategies.WORKER_THREAD
                        .builder(handler.processor())
                        .strategy(strategy)
                        .build()
                        .start();
                RawClient client = new RawClient(server)) {
            client.sendFrames(requests.call("hold", 1, new Everything.hold_args("key")));
            handler.held("key").get(HeldProcessor.TIMEOUT_SECONDS, TimeUnit.SECONDS);
            Await.that("it waits", () -> states(server.inspect()).equals(List.of(CallState.AWAITING_REPLY)));
            CallSnapshot call = server.inspect(WITH_STACKS).calls().items().get(0);
            assertEquals(call.method(), "hold");
            assertEquals(call.thread(), Optional.empty());
            assertEquals(call.stack(), List.of());
            handler.held("key").get().onComplete("done");
            client.readReply(PROTOCOL);
            Await.that("no calls", () -> server.inspect().calls().equals(Listing.empty()));
        }
    }

    /** A reply that waits for an earlier one has left its thread. */
    @Test
    public void countsRepliesThatWait() throws Exception {
        try (ThriftServer server = builder(WorkerThreadStrategy.ofThreads(4), processor)
                        .build()
                        .start();
                RawClient client = new RawClient(server)) {
            client.sendFrames(hold(11));
            processor.awaitStart(11);
            client.sendFrames(HeldProcessor.call(PROTOCOL, "fast", 12));
            Await.that(
                    "a reply waits",
                    () -> server.inspect().connections().items().get(0).replied() == 1);
            assertEquals(server.inspect().connections().items().get(0).inFlight(), 2);
            processor.release(11);
            client.readReply(PROTOCOL);
        }
    }

    /** The queue, and whom it serves. */
    @Test
    public void showsTheQueue() throws Exception {
        try (ThriftServer server = builder(WorkerThreadStrategy.ofThreads(1), processor)
                        .build()
                        .start();
                RawClient first = new RawClient(server);
                RawClient second = new RawClient(server)) {
            first.sendFrames(hold(21));
            processor.awaitStart(21);
            second.sendFrames(hold(22));
            Await.that("it is queued", () -> states(server.inspect()).contains(CallState.QUEUED));
            ServerSnapshot snapshot = server.inspect();
            QueueSnapshot queue = snapshot.queues().get(0);
            assertEquals(queue.method(), "");
            assertEquals(queue.waitingReads(), 1);
            assertEquals(queue.runningThreads(), 1);
            assertEquals(queue.maxThreads(), 1);
            assertEquals(queue.readyConnections(), 1);
            assertEquals(
                    snapshot.connections().items().stream()
                            .map(each -> each.waitingReads() + "/" + each.threads())
                            .sorted()
                            .toList(),
                    List.of("0/1", "1/0"));
            processor.release(21);
            processor.release(22);
            second.readReply(PROTOCOL);
        }
    }

    @DataProvider
    static Object[][] dialects() throws Exception {
        ThriftProtocol compact = ThriftProtocol.COMPACT;
        byte[] binary = HeldProcessor.call(PROTOCOL, "fast", 1);
        byte[] other = HeldProcessor.call(compact, "fast", 1);
        byte[] body = ("POST / HTTP/1.1\r\nHost: here\r\nContent-Type: application/x-thrift\r\nContent-Length: "
                        + binary.length + "\r\n\r\n")
                .getBytes(StandardCharsets.US_ASCII);
        byte[] http = Arrays.copyOf(body, body.length + binary.length);
        System.arraycopy(binary, 0, http, body.length, binary.length);
        return new Object[][] {
            {Dialect.FRAMED, "BINARY", RawClient.framed(binary)},
            {Dialect.FRAMED, "COMPACT", RawClient.framed(other)},
            {Dialect.UNFRAMED, "BINARY", binary},
            {Dialect.UNFRAMED, "COMPACT", other},
            {
                Dialect.HEADER,
                "BINARY",
                RawClient.framed(HeaderFrame.of(PROTOCOL, 1, binary).bytes())
            },
            {
                Dialect.HEADER,
                "COMPACT",
                RawClient.framed(HeaderFrame.of(compact, 1, other).bytes())
            },
            {Dialect.HTTP, null, http},
        };
    }

    @Test(dataProvider = "dialects")
    public void showsConnections(Dialect dialect, String protocol, byte[] call) throws Exception {
        try (ThriftServer server = builder(SameThreadStrategy.create(), processor)
                        .http(true)
                        .build()
                        .start();
                RawClient client = new RawClient(server)) {
            Await.that("it is open", () -> server.inspect().connections().total() == 1);
            assertEquals(server.inspect().connections().items().get(0).dialect(), Optional.empty());
            client.send(call);
            client.readBytes(1);
            ConnectionSnapshot connection =
                    server.inspect().connections().items().get(0);
            assertEquals(connection.dialect(), Optional.of(dialect));
            assertEquals(connection.protocol(), Optional.ofNullable(protocol));
            assertEquals(connection.local(), "127.0.0.1:" + server.port());
            assertTrue(connection.peer().startsWith("127.0.0.1:"), connection.peer());
            assertTrue(connection.established());
            assertFalse(connection.tls());
            assertFalse(connection.readingPaused());
            assertTrue(connection.age().compareTo(connection.idle()) >= 0, connection.toString());
        }
    }

    @Test
    public void showsTls() throws Exception {
        char[] password = "for the tests".toCharArray();
        Path store = Files.createTempFile("inspect", ".p12");
        Files.delete(store);
        TestCertificate own = new TestAuthority("authority").issue("EC", "localhost", "127.0.0.1");
        own.writeStore(store, "PKCS12", password);
        KeyStore keys = KeyStore.getInstance(store.toFile(), password);
        TrustManagerFactory trust = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
        trust.init(keys);
        KeyManagerFactory shown = KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
        shown.init(keys, password);
        SSLContext context = SSLContext.getInstance("TLS");
        context.init(shown.getKeyManagers(), trust.getTrustManagers(), null);
        TlsConfig tls = TlsConfig.builder().keyStore(store, password).build();
        Files.delete(store);
        try (ThriftServer server = builder(WorkerThreadStrategy.ofThreads(2), processor)
                .tls(tls)
                .build()
                .start()) {
            try (SSLSocket socket = (SSLSocket) context.getSocketFactory()
                    .createSocket(server.addresses().get(0).getAddress(), server.port())) {
                Await.that("it is open", () -> server.inspect().connections().total() == 1);
                assertFalse(server.inspect().connections().items().get(0).established(), "before the handshake");
                socket.getOutputStream().write(RawClient.framed(hold(31)));
                processor.awaitStart(31);
                ServerSnapshot snapshot = server.inspect();
                ConnectionSnapshot connection = snapshot.connections().items().get(0);
                assertTrue(connection.tls() && connection.established(), connection.toString());
                assertEquals(snapshot.calls().items().get(0).method(), "hold");
                processor.release(31);
                assertTrue(socket.getInputStream().read() >= 0);
            }
        }
    }

    /** A call whose caller is not known yet waits; a name that its caller chose is shown as it is. */
    @Test
    public void showsWhoCalls() throws Exception {
        String principal = "<b>\"eve\"</b>\n";
        CompletableFuture<Identity> answer = new CompletableFuture<>();
        try (ThriftServer server = builder(WorkerThreadStrategy.ofThreads(1), processor)
                        .authenticator(Authenticator.bearer(token -> answer))
                        .build()
                        .start();
                RawClient client = new RawClient(server)) {
            client.sendFrames(HeaderFrame.of(PROTOCOL, 81, hold(81))
                    .header("authorization", "Bearer token")
                    .bytes());
            Await.that("it waits", () -> states(server.inspect()).equals(List.of(CallState.RECEIVED)));
            assertEquals(server.inspect().calls().items().get(0).identity(), Optional.empty());
            answer.complete(Identity.builder(principal, "bearer").build());
            processor.awaitStart(81);
            CallSnapshot call = server.inspect().calls().items().get(0);
            assertEquals(call.state(), CallState.RUNNING);
            assertEquals(call.identity(), Optional.of(principal));
            byte[] json = SnapshotJson.of(server.inspect(), Optional.empty(), List.of());
            assertEquals(
                    new ObjectMapper()
                            .readTree(json)
                            .at("/calls/items/0/identity")
                            .asText(),
                    principal);
            processor.release(81);
            HeaderFrame.read(client.readFrame());
        }
    }

    /** What a server shows at each stage of its life. */
    @Test
    public void showsTheState() throws Exception {
        ThriftServer server = builder(WorkerThreadStrategy.ofThreads(1), processor)
                .shutdownGrace(Duration.ofSeconds(HeldProcessor.TIMEOUT_SECONDS))
                .build();
        ServerSnapshot before = server.inspect(WITH_STACKS);
        assertEquals(before.state(), ServerState.NOT_STARTED);
        assertEquals(before.uptime(), Duration.ZERO);
        assertEquals(before.calls(), Listing.empty());
        assertEquals(before.limits().size(), LimitType.values().length);
        server.start();
        assertEquals(server.inspect().state(), ServerState.RUNNING);
        assertEquals(server.inspect().addresses(), server.addresses());
        try (RawClient client = new RawClient(server)) {
            client.sendFrames(hold(41));
            processor.awaitStart(41);
            CompletableFuture<Void> closed = CompletableFuture.runAsync(server::close);
            Await.that("calls are rejected", () -> server.inspect().drain().isPresent());
            ServerSnapshot draining = server.inspect();
            assertEquals(draining.state(), ServerState.DRAINING);
            assertEquals(draining.calls().total(), 1);
            processor.release(41);
            client.readReply(PROTOCOL);
            closed.get(HeldProcessor.TIMEOUT_SECONDS, TimeUnit.SECONDS);
        }
        ServerSnapshot after = server.inspect(WITH_STACKS);
        assertEquals(after.state(), ServerState.STOPPED);
        assertEquals(after.counts().calls(), 1);
        assertEquals(after.connections(), Listing.empty());
    }

    @Test
    public void showsLimitsMemoryAndThreads() throws Exception {
        ServerLimits limits = Strategies.patient()
                .maxInFlight(7)
                .maxConnections(5)
                .concurrencyLimit(ConcurrencyLimit.adaptive().withBounds(2, 6))
                .build();
        try (ThriftServer server = builder(WorkerThreadStrategy.ofThreads(2), processor)
                        .limits(limits)
                        .build()
                        .start();
                RawClient client = new RawClient(server)) {
            client.sendFrames(hold(51));
            processor.awaitStart(51);
            ServerSnapshot snapshot = server.inspect();
            assertEquals(limit(snapshot, LimitType.MAX_CONNECTIONS), "5/1/0");
            assertEquals(limit(snapshot, LimitType.MAX_IN_FLIGHT), "7/1/0");
            assertEquals(
                    limit(snapshot, LimitType.CONCURRENCY_LIMIT),
                    server.counters().inFlightLimit() + "/1/0");
            assertEquals(
                    limit(snapshot, LimitType.IDLE_TIMEOUT),
                    limits.idleTimeout().toMillis() + "/-/0");
            assertEquals(limit(snapshot, LimitType.QUEUE_TARGET), "-/-/0");
            assertEquals(limit(snapshot, LimitType.SASL_MAX_NEGOTIATIONS), "-/-/0");
            assertEquals(snapshot.memory().maxBytes(), limits.maxBufferedBytes());
            assertTrue(snapshot.memory().parts().get(MemoryPart.WAITING_FRAMES) > 0);
            assertEquals(
                    snapshot.memory().usedBytes(), snapshot.memory().parts().get(MemoryPart.WAITING_FRAMES));
            assertTrue(snapshot.connections().items().get(0).bufferedBytes() > 0);
            assertEquals(
                    snapshot.threads().stream()
                            .map(each -> each.role() + "=" + each.count())
                            .collect(Collectors.toList()),
                    List.of("flush-timer=1", "selector=1", "timeout-monitor=1", "worker=3"));
            processor.release(51);
            client.readReply(PROTOCOL);
        }
    }

    /** Bound, held and reached. */
    private static String limit(ServerSnapshot snapshot, LimitType type) {
        LimitSnapshot limit = snapshot.limits().stream()
                .filter(each -> each.type() == type)
                .findFirst()
                .orElseThrow();
        return (limit.bound().isPresent() ? limit.bound().getAsLong() : "-") + "/"
                + (limit.held().isPresent() ? limit.held().getAsLong() : "-") + "/" + limit.reached();
    }

    @Test
    public void showsSlowCalls() throws Exception {
        try (ThriftServer server = builder(WorkerThreadStrategy.ofThreads(2), processor)
                        .slowCallThreshold(Duration.ofMillis(1))
                        .build()
                        .start();
                RawClient client = new RawClient(server)) {
            client.sendFrames(hold(61));
            processor.awaitStart(61);
            Await.pass(Duration.ofMillis(5));
            processor.release(61);
            client.readReply(PROTOCOL);
            Await.that("a slow call", () -> server.inspect().slowCalls().total() > 0);
            ServerSnapshot snapshot = server.inspect();
            assertEquals(snapshot.slowThreshold(), Optional.of(Duration.ofMillis(1)));
            assertEquals(snapshot.slowCalls().total(), 1);
            SlowCall slow = snapshot.slowCalls().items().get(0);
            assertEquals(slow.method(), "hold");
            assertTrue(slow.queued().plus(slow.handled()).compareTo(Duration.ofMillis(1)) >= 0, slow.toString());
            assertEquals(
                    server.inspect(InspectOptions.create().maxSlowCalls(0)).slowCalls(), new Listing<>(List.of(), 1));
        }
    }

    /** What adaptive decided, and why. */
    @Test
    public void showsPlacements() throws Exception {
        try (ThriftServer server =
                        builder(AdaptiveStrategy.create(), processor).build().start();
                RawClient client = new RawClient(server)) {
            client.sendFrames(HeldProcessor.call(PROTOCOL, "fast", 71));
            client.readReply(PROTOCOL);
            Await.that("it is known", () -> !server.inspect().methods().items().isEmpty());
            PlacementSnapshot placement =
                    server.inspect().methods().items().get(0).placement().orElseThrow();
            assertFalse(placement.onSelectorThreads());
            assertTrue(
                    placement.reason().matches("\\d+ of 1000 calls in a row took under \\d+ us, .*"),
                    placement.reason());
        }
    }

    @DataProvider
    static Object[][] invalidOptions() {
        InspectOptions options = InspectOptions.create();
        return new Object[][] {
            {"maxCalls", (Runnable) () -> options.maxCalls(-1)},
            {"maxConnections", (Runnable) () -> options.maxConnections(InspectOptions.MAX_ITEMS + 1)},
            {"maxMethods", (Runnable) () -> options.maxMethods(-1)},
            {"maxSlowCalls", (Runnable) () -> options.maxSlowCalls(-1)},
            {"stackFrames", (Runnable) () -> options.stackFrames(InspectOptions.MAX_STACK_FRAMES + 1)},
        };
    }

    @Test(
            dataProvider = "invalidOptions",
            expectedExceptions = IllegalArgumentException.class,
            expectedExceptionsMessageRegExp = "(maxCalls|maxConnections|maxMethods|maxSlowCalls|stackFrames) is .*")
    public void checksOptions(String name, Runnable set) {
        set.run();
    }
}
