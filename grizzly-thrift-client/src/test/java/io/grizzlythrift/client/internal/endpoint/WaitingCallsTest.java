package io.grizzlythrift.client.internal.endpoint;

import static org.testng.Assert.assertEquals;
import static org.testng.Assert.assertNotSame;
import static org.testng.Assert.assertNull;
import static org.testng.Assert.assertSame;
import static org.testng.Assert.assertTrue;

import io.grizzlythrift.client.ClientConfigs;
import io.grizzlythrift.client.ThriftClient;
import io.grizzlythrift.client.call.FailureCause;
import io.grizzlythrift.client.config.HedgePolicy;
import io.grizzlythrift.client.config.RetryPolicy;
import io.grizzlythrift.client.config.ThriftClientConfig;
import io.grizzlythrift.client.gen.Parcel;
import io.grizzlythrift.client.gen.Probe;
import io.grizzlythrift.client.internal.call.ByteLimit;
import io.grizzlythrift.client.internal.call.CallCodec;
import io.grizzlythrift.client.internal.call.CallCompletion;
import io.grizzlythrift.client.internal.call.CodecPool;
import io.grizzlythrift.client.internal.connection.ClientContext;
import io.grizzlythrift.client.internal.connection.PooledConnection;
import io.grizzlythrift.client.internal.io.ClientThreads;
import io.grizzlythrift.client.testing.CallResults;
import io.grizzlythrift.client.testing.CallStyle;
import io.grizzlythrift.client.testing.CountedCallback;
import io.grizzlythrift.client.testing.RecordedCall;
import io.grizzlythrift.client.testing.scripted.ProbeCalls;
import io.grizzlythrift.client.testing.scripted.ProbeServer;
import io.grizzlythrift.client.testing.scripted.UnresponsivePort;
import io.grizzlythrift.frame.Dialect;
import io.grizzlythrift.header.Transform;
import io.grizzlythrift.internal.frame.WireFormat;
import io.grizzlythrift.message.ThriftProtocol;
import io.grizzlythrift.test.Await;
import io.grizzlythrift.test.UniqueName;
import io.grizzlythrift.testkit.ReceivedCall;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.LongSupplier;
import org.testng.annotations.DataProvider;
import org.testng.annotations.Test;

/** Tests that calls wait at an endpoint, not at one of its connections. */
@Test(timeOut = 60_000)
public final class WaitingCallsTest {
    private static final int CALLS = 20;

    @DataProvider
    static Object[][] styles() {
        return CallStyle.styles();
    }

    /** A protocol and a dialect. */
    @DataProvider
    static Object[][] formats() {
        return new Object[][] {
            {Dialect.FRAMED, ThriftProtocol.BINARY},
            {Dialect.FRAMED, ThriftProtocol.COMPACT},
            {Dialect.FRAMED, ThriftProtocol.JSON},
            {Dialect.UNFRAMED, ThriftProtocol.BINARY},
            {Dialect.HEADER, ThriftProtocol.COMPACT},
        };
    }

    private static void replyToAll(List<ReceivedCall> requests) throws Exception {
        for (ReceivedCall request : requests) {
            ProbeCalls.reply(request);
        }
    }

    private static void assertResults(List<CompletableFuture<String>> calls) throws Exception {
        for (int i = 0; i < calls.size(); i++) {
            assertEquals(CallResults.result(calls.get(i)), "text " + i);
        }
    }

    /** The server replies to none before it has all: each needs a connection of its own. */
    @Test(dataProvider = "styles", timeOut = 60_000)
    public void eachCallOfABurstGetsAConnection(CallStyle style) throws Exception {
        for (int round = 0; round < 5; round++) { // a connection may open while a call comes
            burst(style);
        }
    }

    private static void burst(CallStyle style) throws Exception {
        try (ProbeServer server = ProbeServer.start(ThriftProtocol.BINARY);
                ThriftClient client =
                        server.client(1, 0).connectionsPerEndpoint(CALLS).build()) {
            Probe.FutureIface stub = style.futures(Probe.FutureIface.class, client::stub);
            List<CompletableFuture<String>> calls = new ArrayList<>();
            for (int i = 0; i < CALLS; i++) {
                calls.add(stub.echo("text " + i));
            }
            replyToAll(server.take(CALLS));
            assertResults(calls);
            assertEquals(server.acceptedConnections(), CALLS);
            assertEquals(client.counters().failed(), 0);
            assertEquals(client.counters().queuedBytes(), 0);
        }
    }

    @Test(dataProvider = "formats", timeOut = 60_000)
    public void aWaitingCallGoesToTheConnectionThatHasRoomFirst(Dialect dialect, ThriftProtocol protocol)
            throws Exception {
        try (ProbeServer server = ProbeServer.start(dialect, protocol);
                ThriftClient client =
                        server.client(1, CALLS).connectionsPerEndpoint(2).build()) {
            Probe.FutureIface stub = client.stub(Probe.FutureIface.class);
            List<CompletableFuture<String>> calls = new ArrayList<>();
            for (int i = 0; i < CALLS; i++) {
                calls.add(stub.echo("text " + i));
            }
            List<ReceivedCall> first = server.take(2);
            assertNotSame(first.get(0).connection(), first.get(1).connection());
            ReceivedCall next = first.get(1);
            for (int i = 2; i < CALLS; i++) {
                ProbeCalls.reply(next);
                next = server.take();
                assertSame(next.connection(), first.get(1).connection());
                assertEquals(ProbeCalls.text(next), "text " + i);
            }
            assertEquals(server.waiting(), 0, "more in flight than allowed");
            ProbeCalls.reply(next);
            ProbeCalls.reply(first.get(0));
            assertResults(calls);
        }
    }

    public void compressedCallsWait() throws Exception {
        try (ProbeServer server = ProbeServer.start(Dialect.HEADER, ThriftProtocol.BINARY);
                ThriftClient client =
                        server.client(1, 2).transform(Transform.ZLIB).build()) {
            Probe.FutureIface stub = client.stub(Probe.FutureIface.class);
            List<CompletableFuture<String>> calls = List.of(stub.echo("text 0"), stub.echo("text 1"));
            ProbeCalls.reply(server.take());
            ProbeCalls.reply(server.take());
            assertResults(calls);
        }
    }

    /** One of two servers cannot be connected. */
    @Test(dataProvider = "styles", timeOut = 60_000)
    public void firstCallsGoToTheServerThatIsConnected(CallStyle style) throws Exception {
        try (UnresponsivePort hung = UnresponsivePort.open();
                ProbeServer server = ProbeServer.start(ThriftProtocol.BINARY);
                ThriftClient client = server.client()
                        .endpoint(ProbeServer.HOST, hung.port())
                        .connectTimeout(Duration.ofSeconds(50))
                        .build()) {
            Probe.FutureIface stub = style.futures(Probe.FutureIface.class, client::stub);
            List<CompletableFuture<String>> calls = new ArrayList<>();
            for (int i = 0; i < CALLS; i++) {
                calls.add(stub.echo("text " + i));
            }
            replyToAll(server.take(CALLS));
            assertResults(calls);
            assertEquals(client.counters().calls(), CALLS, "a call needed another attempt");
        }
    }

    /** One of two servers refuses while the other one is being connected. A call of a transport has a single attempt. */
    public void aFirstCallMovesToTheServerThatIsBeingConnected() throws Exception {
        ThriftClientConfig config = ClientConfigs.of(ThriftClient.builder()
                .name(UniqueName.of("moving"))
                .endpoint("refuses", 1)
                .endpoint("connects", 1));
        long origin = System.nanoTime();
        LongSupplier clock = () -> System.nanoTime() - origin;
        ClientThreads threads = new ClientThreads(config.name(), 1, 1, clock);
        List<PooledConnection> attempts = new CopyOnWriteArrayList<>();
        ConnectionPool pool = Pools.of(
                new ClientContext(
                        config,
                        threads,
                        new CallCompletion(config, threads, clock),
                        new CodecPool(
                                threads,
                                () -> new CallCodec(
                                        config.protocol(),
                                        WireFormat.FRAMED,
                                        config.maxFrameBytes(),
                                        new ByteLimit(1))),
                        clock),
                (connection, host, port) -> attempts.add((PooledConnection) connection));
        try {
            RecordedCall call = new RecordedCall(false, Long.MAX_VALUE / 2, 0);
            pool.start(call, Pools.EMPTY_CALL);
            assertEquals(attempts.size(), 2);
            String first = call.settledConnection().endpoint();
            PooledConnection refused = attempts.get(attempts.get(0).endpoint().equals(first) ? 0 : 1);
            PooledConnection other = attempts.get(refused == attempts.get(0) ? 1 : 0);
            refused.connectFailed(new IOException("refused"));
            assertNull(call.failure());
            assertEquals(call.settledConnection().endpoint(), other.endpoint());
            other.connectFailed(new IOException("refused"));
            Await.that("the call waits for none", () -> call.endings() == 1);
            assertSame(call.failure().failure(), FailureCause.CONNECT_FAILED);
        } finally {
            pool.close();
            threads.shutdown();
        }
    }

    public void aWaitingCallSurvivesTheEndOfItsOnlyConnection() throws Exception {
        try (ProbeServer server = ProbeServer.start(ThriftProtocol.BINARY);
                ThriftClient client = server.client(1, 5).build()) {
            server.connect(client);
            Probe.FutureIface stub = client.stub(Probe.FutureIface.class);
            CompletableFuture<String> lost = stub.echo("lost");
            ReceivedCall request = server.take();
            CompletableFuture<String> waits = stub.echo("waits");
            request.connection().halfClose();
            CallResults.failure(lost, FailureCause.CONNECTION_CLOSED, true);
            ReceivedCall again = server.take();
            assertEquals(ProbeCalls.text(again), "waits");
            ProbeCalls.reply(again);
            assertEquals(CallResults.result(waits), "waits");
        }
    }

    /** The caller may change its arguments once a call that does not wait for the reply has been made. */
    @SuppressWarnings("FutureReturnValueIgnored") // never completes
    @Test(dataProvider = "styles", timeOut = 60_000)
    public void aWaitingCallKeepsItsArguments(CallStyle style) throws Exception {
        if (style == CallStyle.BLOCKING) {
            return;
        }
        try (ProbeServer server = ProbeServer.start(ThriftProtocol.COMPACT);
                ThriftClient client = server.client(1, 1).build()) {
            Probe.FutureIface stub = style.futures(Probe.FutureIface.class, client::stub);
            CompletableFuture<String> first = stub.echo("first");
            ReceivedCall request = server.take();
            Parcel parcel = new Parcel();
            parcel.setName("x".repeat(100));
            stub.echoParcel(parcel);
            long bytes = client.counters().queuedBytes();
            assertTrue(bytes > 100, bytes + " bytes are counted");
            parcel.setName("y");
            ProbeCalls.reply(request);
            assertEquals(CallResults.result(first), "first");
            ReceivedCall waited = server.take();
            assertEquals(ProbeCalls.name(waited), "echoParcel");
            Await.that("bytes are still counted", () -> client.counters().queuedBytes() == 0);
            assertTrue(waited.messageBytes() > 100, "the changed arguments were sent");
        }
    }

    public void aCancelledCallLeavesNothingBehind() throws Exception {
        try (ProbeServer server = ProbeServer.start(ThriftProtocol.BINARY);
                ThriftClient client = server.client(1, 1).build()) {
            Probe.FutureIface stub = client.stub(Probe.FutureIface.class);
            CompletableFuture<String> held = stub.echo("held");
            ReceivedCall request = server.take();
            for (int i = 0; i < CALLS; i++) { // only one may wait
                assertTrue(stub.echo("cancelled").cancel(true));
            }
            assertEquals(client.counters().failed(FailureCause.CANCELLED), CALLS);
            assertEquals(client.counters().queuedBytes(), 0);
            assertEquals(client.endpoints().get(0).waiting(), 0);
            ProbeCalls.reply(request);
            assertEquals(CallResults.result(held), "held");
            assertEquals(client.counters().sent(), 1);
        }
    }

    public void closingEndsEachWaitingCallOnce() throws Exception {
        List<CountedCallback<String>> calls = new ArrayList<>();
        try (ProbeServer server = ProbeServer.start(ThriftProtocol.BINARY);
                ThriftClient client = server.client(1, CALLS).build()) {
            Probe.AsyncIface stub = client.stub(Probe.AsyncIface.class);
            for (int i = 0; i < CALLS; i++) {
                CountedCallback<String> call = new CountedCallback<>();
                stub.echo("text " + i, call);
                calls.add(call);
            }
            server.take();
            client.shutdown(Duration.ZERO);
            for (int i = 0; i < CALLS; i++) {
                CallResults.failure(calls.get(i).end(), FailureCause.CLIENT_CLOSED, i == 0);
            }
            assertEquals(client.counters().inFlight(), 0);
            assertEquals(client.counters().queuedBytes(), 0);
        }
        for (CountedCallback<String> call : calls) {
            assertEquals(call.ends(), 1);
        }
    }

    /** maxWait does not count while another connection may still be opened. */
    public void aCallMayWaitLongForAConnectionThatIsBeingOpened() throws Exception {
        try (UnresponsivePort hung = UnresponsivePort.open();
                ProbeServer server = ProbeServer.start(ThriftProtocol.BINARY);
                ThriftClient client = server.client(1, 5)
                        .endpoint(ProbeServer.HOST, hung.port())
                        .maxWait(Duration.ofMillis(1))
                        .build()) {
            Probe.FutureIface stub = client.stub(Probe.FutureIface.class);
            CompletableFuture<String> first = stub.echo("first");
            ProbeCalls.reply(server.take());
            assertEquals(CallResults.result(first), "first");
        }
    }

    /** The hedge goes to the other server, which has room. */
    public void aWaitingCallIsHedged() throws Exception {
        try (ProbeServer one = ProbeServer.start(Dialect.HEADER, ThriftProtocol.BINARY);
                ProbeServer other = ProbeServer.start(Dialect.HEADER, ThriftProtocol.BINARY);
                ThriftClient client = one.client(1, 1)
                        .endpoint(ProbeServer.HOST, other.port())
                        .retries(RetryPolicy.create().withMaxRetries(1).withIdempotentMethods("echo"))
                        .hedging(HedgePolicy.afterDelay(HedgePolicy.MIN_DELAY))
                        .build()) {
            Probe.FutureIface stub = client.stub(Probe.FutureIface.class);
            CompletableFuture<String> first = stub.echo("first");
            CompletableFuture<String> second = stub.echo("second");
            Set<String> replied = new HashSet<>();
            while (!first.isDone() || !second.isDone()) {
                Await.that(
                        "no request", () -> one.waiting() + other.waiting() > 0 || (first.isDone() && second.isDone()));
                for (ProbeServer server : List.of(one, other)) {
                    if (server.waiting() > 0) {
                        ReceivedCall request = server.take();
                        replied.add(ProbeCalls.text(request));
                        ProbeCalls.reply(request);
                    }
                }
            }
            assertEquals(CallResults.result(first), "first");
            assertEquals(CallResults.result(second), "second");
            Await.that("an attempt is in flight", () -> client.counters().inFlight() == 0);
            assertEquals(replied, Set.of("first", "second"));
        }
    }

    /** Calls of one caller keep their order on one connection, whether they wait or not. */
    public void theOrderOfCallsIsKept() throws Exception {
        try (ProbeServer server = ProbeServer.start(ThriftProtocol.COMPACT);
                ThriftClient client = server.client(3, 1_000).build()) {
            Probe.FutureIface stub = client.stub(Probe.FutureIface.class);
            List<CompletableFuture<String>> calls = new ArrayList<>();
            List<ReceivedCall> requests = new ArrayList<>();
            for (int i = 0; i < 300; i++) {
                calls.add(stub.echo("text " + i));
                if (server.waiting() > 0) {
                    requests.add(server.take());
                    ProbeCalls.reply(requests.get(requests.size() - 1));
                }
            }
            while (requests.size() < calls.size()) {
                requests.add(server.take());
                ProbeCalls.reply(requests.get(requests.size() - 1));
            }
            assertResults(calls);
            List<Integer> ids = requests.stream().map(ReceivedCall::sequenceId).toList();
            assertEquals(
                    ids.subList(1, ids.size()),
                    ids.subList(1, ids.size()).stream()
                            .sorted(Comparator.naturalOrder())
                            .toList());
            for (int i = 0; i < requests.size(); i++) {
                assertEquals(ProbeCalls.text(requests.get(i)), "text " + i);
            }
        }
    }
}
