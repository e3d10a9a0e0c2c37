package io.grizzlythrift.client;

import static org.testng.Assert.assertEquals;
import static org.testng.Assert.assertNotSame;
import static org.testng.Assert.assertSame;
import static org.testng.Assert.assertTrue;

import io.grizzlythrift.call.ReplyOrder;
import io.grizzlythrift.client.balance.BalancedEndpoint;
import io.grizzlythrift.client.balance.Balancer;
import io.grizzlythrift.client.call.CallFailedException;
import io.grizzlythrift.client.call.FailureCause;
import io.grizzlythrift.client.config.RetryPolicy;
import io.grizzlythrift.client.gen.Probe;
import io.grizzlythrift.client.metrics.ClientCounters;
import io.grizzlythrift.client.testing.CallResults;
import io.grizzlythrift.client.testing.CallStyle;
import io.grizzlythrift.client.testing.PatientClient;
import io.grizzlythrift.client.testing.scripted.ProbeCalls;
import io.grizzlythrift.client.testing.scripted.ProbeServer;
import io.grizzlythrift.client.testing.server.ProbeHandler;
import io.grizzlythrift.internal.call.CloseNotice;
import io.grizzlythrift.internal.call.RejectedCall;
import io.grizzlythrift.message.ThriftProtocol;
import io.grizzlythrift.server.ThriftServer;
import io.grizzlythrift.test.Await;
import io.grizzlythrift.test.OwnLog;
import io.grizzlythrift.test.PatientLimits;
import io.grizzlythrift.test.UniqueName;
import io.grizzlythrift.testkit.ReceivedCall;
import io.grizzlythrift.testkit.ScriptedConnection;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.logging.Level;
import java.util.stream.IntStream;
import org.testng.annotations.DataProvider;
import org.testng.annotations.Test;

/** A server that closes connections in an orderly way costs no call, and no line in the log. */
@Test(timeOut = 120_000)
public class OrderlyCloseTest {
    private static final Duration MINUTE = Duration.ofMinutes(1);

    /** To each of two servers. */
    private static final int CONNECTIONS = 2;

    /** A server that drains waits so long for a peer without calls, and then rejects what the peer calls. */
    private static final long QUIET_NANOS = TimeUnit.SECONDS.toNanos(1);

    @DataProvider
    static Object[][] protocols() {
        return new Object[][] {{ThriftProtocol.BINARY}, {ThriftProtocol.COMPACT}, {ThriftProtocol.JSON}};
    }

    @Test(dataProvider = "protocols", timeOut = 120_000)
    public void aConnectionEndsWithItsLastReply(ThriftProtocol protocol) throws Exception {
        try (OwnLog log = OwnLog.start();
                ProbeServer server = ProbeServer.start(protocol);
                ThriftClient client = server.client().build()) {
            Probe.FutureIface stub = client.stub(Probe.FutureIface.class);
            CompletableFuture<String> first = stub.echo("first");
            ReceivedCall request = server.take();
            ScriptedConnection noticed = request.connection();
            noticed.send(CloseNotice.encode(protocol));
            CompletableFuture<String> second = callElsewhere(server, stub, noticed);
            assertEquals(CallResults.result(second), "second");
            assertTrue(noticed.isOpen(), "it is owed a reply");
            ProbeCalls.reply(request);
            assertEquals(CallResults.result(first), "first");
            ProbeCalls.awaitClosed(noticed);
            assertEquals(client.counters().failed(), 0);
            assertEquals(client.counters().unknownReplies(), 0);
            assertEquals(log.lines(Level.WARNING), List.of());
        }
    }

    /** Calls until one leaves on another connection, because the notice may be on its way. */
    private static CompletableFuture<String> callElsewhere(
            ProbeServer server, Probe.FutureIface stub, ScriptedConnection noticed) throws Exception {
        while (true) {
            CompletableFuture<String> call = stub.echo("second");
            ReceivedCall request = server.take();
            ProbeCalls.reply(request);
            if (request.connection() != noticed) {
                return call;
            }
        }
    }

    /** The reply may never come. */
    @Test(dataProvider = "protocols", timeOut = 120_000)
    public void aConnectionEndsOnceItsLastCallIsAbandoned(ThriftProtocol protocol) throws Exception {
        for (boolean before : new boolean[] {true, false}) {
            try (ProbeServer server = ProbeServer.start(protocol);
                    ThriftClient client = server.client().build()) {
                Probe.FutureIface stub = client.stub(Probe.FutureIface.class);
                CompletableFuture<String> first = stub.echo("first");
                ScriptedConnection noticed = server.take().connection();
                if (before) {
                    assertTrue(first.cancel(true));
                }
                noticed.send(CloseNotice.encode(protocol));
                if (!before) {
                    assertEquals(CallResults.result(callElsewhere(server, stub, noticed)), "second");
                    assertTrue(noticed.isOpen(), "it is owed a reply");
                    assertTrue(first.cancel(true));
                }
                ProbeCalls.awaitClosed(noticed);
            }
        }
    }

    public void anIdleConnectionEndsAtOnceAndIsReplacedByTheNextCall() throws Exception {
        try (OwnLog log = OwnLog.start();
                ProbeServer server = ProbeServer.start(ThriftProtocol.BINARY);
                ThriftClient client = server.client().connectionsPerEndpoint(1).build()) {
            ScriptedConnection noticed = server.connect(client);
            noticed.send(CloseNotice.encode(ThriftProtocol.BINARY));
            ProbeCalls.awaitClosed(noticed);
            Await.that("it is open", () -> client.counters().openConnections() == 0);
            assertEquals(client.counters().connectAttempts(), 1);
            assertNotSame(server.connect(client), noticed);
            assertEquals(client.counters().connectAttempts(), 2);
            assertEquals(log.lines(Level.WARNING), List.of());
        }
    }

    @DataProvider
    static Object[][] styles() {
        return CallStyle.styles();
    }

    /** It still listens, or a proxy in front of it does. */
    @Test(dataProvider = "styles", timeOut = 120_000)
    public void aServerThatRejectsAllCallsAsDrainingIsConnectedAgainOnce(CallStyle style) throws Exception {
        try (ProbeServer server = ProbeServer.start(ThriftProtocol.BINARY);
                ThriftClient client = server.client()
                        .connectionsPerEndpoint(1)
                        .reconnectBackoff(MINUTE, MINUTE)
                        .retries(RetryPolicy.create().withMaxRetries(0))
                        .build()) {
            Probe.FutureIface stub = style.futures(Probe.FutureIface.class, client::stub);
            for (int i = 0; i < 50; i++) {
                CompletableFuture<String> call = stub.echo("text");
                server.take().replyException(new RejectedCall(RejectedCall.Reason.DRAINING, "by a test"));
                CallResults.failure(call, FailureCause.SERVER_DRAINING, false);
            }
            assertEquals(server.acceptedConnections(), 2, "one, and another that may have led to a successor");
            CompletableFuture<String> call = stub.echo("it goes on");
            ProbeCalls.reply(server.take());
            assertEquals(CallResults.result(call), "it goes on");
        }
    }

    /** A server that still listens has its reasons, such as the age of the connection. */
    public void aServerThatAskedGetsTheNextCallOnANewConnection() throws Exception {
        try (ProbeServer server = ProbeServer.start(ThriftProtocol.BINARY);
                ThriftClient client =
                        server.client().reconnectBackoff(MINUTE, MINUTE).build()) {
            for (int i = 1; i < 5; i++) {
                ScriptedConnection noticed = server.connect(client);
                noticed.send(CloseNotice.encode(ThriftProtocol.BINARY));
                ProbeCalls.awaitClosed(noticed);
                Await.that("it is open", () -> client.counters().openConnections() == 0);
                assertEquals(server.acceptedConnections(), i);
            }
        }
    }

    /** The server cannot ask on that connection, since it does not know yet whether the client would understand. */
    public void aConnectionThatNeverHadACallEndsWithAnother() throws Exception {
        try (OwnLog log = OwnLog.start();
                ProbeServer server = ProbeServer.start(ThriftProtocol.BINARY);
                ThriftClient client = server.client().connectionsPerEndpoint(2).build()) {
            Probe.FutureIface stub = client.stub(Probe.FutureIface.class);
            CompletableFuture<String> call = stub.echo("text");
            ReceivedCall request = server.take();
            Await.that("there is no second connection", () -> client.counters().openConnections() == 2);
            request.connection().send(CloseNotice.encode(ThriftProtocol.BINARY));
            Await.that("it is open", () -> client.counters().openConnections() == 1);
            ProbeCalls.reply(request);
            CallResults.result(call);
            ProbeCalls.awaitClosed(request.connection());
            assertEquals(client.counters().failed(), 0);
            assertEquals(log.lines(Level.WARNING), List.of());
        }
    }

    public void aPeerThatEndsAnIdleConnectionIsNotCalledBeforeThereIsACall() throws Exception {
        try (OwnLog log = OwnLog.start();
                ProbeServer server = ProbeServer.start(ThriftProtocol.BINARY);
                ThriftClient client = server.client()
                        .connectionsPerEndpoint(1)
                        .reconnectBackoff(MINUTE, MINUTE)
                        .build()) {
            for (int i = 1; i < 5; i++) {
                ScriptedConnection connection = server.connect(client);
                assertEquals(client.counters().connectAttempts(), i);
                connection.halfClose();
                ProbeCalls.awaitClosed(connection);
                Await.that("it is open", () -> client.counters().openConnections() == 0);
                assertEquals(client.counters().connectAttempts(), i);
            }
            assertEquals(log.lines(Level.WARNING), List.of());
        }
    }

    @DataProvider
    static Object[][] orders() {
        return new Object[][] {{ReplyOrder.REQUEST}, {ReplyOrder.AS_COMPLETED}};
    }

    /** The notice may have to wait for the reply of a call that is held: until then, calls still run. */
    @Test(dataProvider = "orders", timeOut = 120_000)
    public void aServerThatDrainsRunsTheCallsOfItsClientsUntilTheyClose(ReplyOrder order) throws Exception {
        ProbeHandler handler = new ProbeHandler();
        ProbeHandler otherHandler = new ProbeHandler();
        CountDownLatch balanced = new CountDownLatch(1);
        ThriftServer server = server(handler, order);
        try (server;
                ThriftServer other = server(otherHandler, order);
                ThriftClient client = client(server, other)
                        .balancer(endpoints -> {
                            balanced.countDown(); // both take calls
                            return leastLoaded(endpoints);
                        })
                        .build()) {
            Probe.FutureIface stub = client.stub(Probe.FutureIface.class);
            List<CompletableFuture<String>> calls = new ArrayList<>();
            // enough for one to run on each connection; on a slow machine, calls avoid one that they take for blocked
            while (calls.size() < 7 || client.counters().openConnections() < 2 * CONNECTIONS) {
                calls.add(stub.held("held"));
                Await.that(
                        "it does not run",
                        () -> handler.calls() + otherHandler.calls() == calls.size()
                                && balanced.getCount() == 0
                                && client.counters().openConnections()
                                        == client.counters().connectAttempts());
            }
            long begin = System.nanoTime();
            CompletableFuture<Boolean> drained = CompletableFuture.supplyAsync(() -> server.shutdown(MINUTE));
            Await.that("it listens", () -> !listens(server));
            for (int i = 0; i < 8; i++) {
                calls.add(stub.held("held"));
            }
            handler.releaseAll();
            OTHERS.forEach(ProbeHandler::releaseAll);
            for (CompletableFuture<String> call : calls) {
                CallResults.result(call.handle((text, failure) -> text));
            }
            assertSame(CallResults.result(drained), true);
            assertNoneFailed(client, begin);
        }
    }

    /** A machine that stalls for longer than the server waits for its peers has calls rejected. */
    private static void assertNoneFailed(ThriftClient client, long begin) {
        boolean stalled = System.nanoTime() - begin > QUIET_NANOS;
        ClientCounters counters = client.counters();
        long rejected = stalled ? counters.failed(FailureCause.SERVER_DRAINING) : 0;
        assertEquals(counters.failed(), rejected, counters.toString());
    }

    private static final List<ProbeHandler> OTHERS = new ArrayList<>();

    private static boolean listens(ThriftServer server) {
        try {
            new Socket(InetAddress.getLoopbackAddress(), server.port()).close();
            return true;
        } catch (IOException e) {
            return false;
        }
    }

    private static ThriftServer server(ProbeHandler handler, ReplyOrder order) {
        OTHERS.add(handler);
        return ThriftServer.builder()
                .name(UniqueName.of("orderly"))
                .limits(PatientLimits.builder().build())
                .listen("127.0.0.1", 0)
                .replyOrder(order)
                .processor(new Probe.Processor<>(handler))
                .build()
                .start();
    }

    /** Creates a client that calls the server with the fewest calls, so that calls that are held open all connections. */
    private static ThriftClientBuilder client(ThriftServer... servers) {
        ThriftClientBuilder builder = PatientClient.builder()
                .callTimeout(MINUTE)
                .connectionsPerEndpoint(CONNECTIONS)
                .balancer(OrderlyCloseTest::leastLoaded);
        for (ThriftServer server : servers) {
            builder.endpoint("127.0.0.1", server.port());
        }
        return builder;
    }

    private static Balancer.Picker leastLoaded(List<? extends BalancedEndpoint> endpoints) {
        return (call, avoided) -> IntStream.range(0, endpoints.size())
                .boxed()
                .min(Comparator.comparingInt(index -> endpoints.get(index).load()))
                .orElseThrow();
    }

    /** Row after row: calls never pause while one of two servers goes. */
    public void drainingOneOfTwoServersUnderLoadFailsNoCall() throws Exception {
        try (ThriftServer stays = server(new ProbeHandler(), ReplyOrder.REQUEST)) {
            for (int round = 0; round < 3; round++) {
                oneGoes(stays);
            }
        }
    }

    private static void oneGoes(ThriftServer stays) throws Exception {
        ThriftServer goes = server(new ProbeHandler(), ReplyOrder.REQUEST);
        try (ThriftClient client = client(goes, stays).build()) {
            Probe.Iface stub = client.stub(Probe.Iface.class);
            AtomicBoolean over = new AtomicBoolean();
            AtomicInteger calls = new AtomicInteger();
            List<CompletableFuture<Void>> callers = new ArrayList<>();
            for (int i = 0; i < 6; i++) {
                callers.add(CompletableFuture.runAsync(
                        () -> {
                            while (!over.get()) {
                                call(stub);
                                calls.incrementAndGet();
                            }
                        },
                        task -> new Thread(task).start()));
            }
            Await.that("no calls", () -> calls.get() > 500 && client.counters().openConnections() == 2 * CONNECTIONS);
            long begin = System.nanoTime();
            goes.close();
            int atClose = calls.get();
            Await.that("no calls after the close", () -> calls.get() > atClose + 500);
            over.set(true);
            for (CompletableFuture<Void> caller : callers) {
                CallResults.result(caller);
            }
            assertNoneFailed(client, begin);
        }
    }

    private static void call(Probe.Iface stub) {
        try {
            assertEquals(stub.echo("text"), "text");
        } catch (CallFailedException counted) {
            return; // by the client
        } catch (Exception e) {
            throw new IllegalStateException(e);
        }
    }
}
