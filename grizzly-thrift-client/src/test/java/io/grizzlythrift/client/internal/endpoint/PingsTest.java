package io.grizzlythrift.client.internal.endpoint;

import static org.testng.Assert.assertEquals;
import static org.testng.Assert.assertFalse;
import static org.testng.Assert.assertNotSame;
import static org.testng.Assert.assertTrue;

import io.grizzlythrift.client.ThriftClient;
import io.grizzlythrift.client.balance.BalancedEndpoint;
import io.grizzlythrift.client.config.CallOptions;
import io.grizzlythrift.client.gen.Probe;
import io.grizzlythrift.client.metrics.EndpointMetrics;
import io.grizzlythrift.client.testing.CallResults;
import io.grizzlythrift.client.testing.scripted.ProbeCalls;
import io.grizzlythrift.client.testing.scripted.ProbeServer;
import io.grizzlythrift.frame.Dialect;
import io.grizzlythrift.message.ThriftProtocol;
import io.grizzlythrift.test.Await;
import io.grizzlythrift.testkit.ReceivedCall;
import io.grizzlythrift.testkit.ScriptedConnection;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicReference;
import org.testng.annotations.DataProvider;
import org.testng.annotations.Test;

/** Tests pings of idle connections. */
@Test(timeOut = 60_000)
public final class PingsTest {
    private static final Duration IDLE = Duration.ofMillis(20);

    /** Makes a call, which opens a connection. */
    private static ScriptedConnection connect(ProbeServer server, ThriftClient client) throws Exception {
        CompletableFuture<String> call = client.stub(Probe.FutureIface.class).echo("hello");
        ReceivedCall request = takeCall(server);
        ProbeCalls.reply(request);
        CallResults.result(call);
        return request.connection();
    }

    /** Takes the next call, and replies to pings before it: a new connection may be idle before the first call is sent. */
    private static ReceivedCall takeCall(ProbeServer server) throws Exception {
        ReceivedCall request = server.take();
        while (!ProbeCalls.name(request).equals("echo")) {
            ProbeCalls.reply(request);
            request = server.take();
        }
        return request;
    }

    @DataProvider
    static Object[][] dialects() {
        return new Object[][] {{Dialect.FRAMED}, {Dialect.UNFRAMED}, {Dialect.HEADER}};
    }

    @Test(dataProvider = "dialects", timeOut = 60_000)
    public void anIdleConnectionIsPingedAndStays(Dialect dialect) throws Exception {
        try (ProbeServer server = ProbeServer.start(dialect, ThriftProtocol.COMPACT);
                ThriftClient client = server.client().pingIdle(IDLE).build()) {
            ScriptedConnection connection = connect(server, client);
            for (int i = 0; i < 3; i++) {
                ReceivedCall ping = server.take();
                assertEquals(ProbeCalls.name(ping), "__ping");
                assertFalse(ping.isOneway());
                ProbeCalls.reply(ping);
            }
            assertTrue(connection.isOpen());
            assertEquals(client.counters().calls(), 1, "pings are no calls of the user");
            assertEquals(client.counters().completed(), 1);
            assertEquals(client.counters().inFlight(), 0);
            assertEquals(client.counters().connectAttempts(), 1);
        }
    }

    /** A server replies to a method that it does not have at once, however slow its methods are. */
    public void pingsMeasureNoLatency() throws Exception {
        AtomicReference<BalancedEndpoint> pinged = new AtomicReference<>();
        try (ProbeServer server = ProbeServer.start(ThriftProtocol.COMPACT);
                ProbeServer other = ProbeServer.echoing(ThriftProtocol.COMPACT);
                ThriftClient client = server.client()
                        .endpoint(ProbeServer.HOST, other.port())
                        .pingIdle(IDLE)
                        .balancer(endpoints -> {
                            int index = endpoints.get(0).address().port() == server.port() ? 0 : 1;
                            pinged.set(endpoints.get(index));
                            return (call, avoided) -> 1 - index;
                        })
                        .build()) {
            Probe.FutureIface stub = client.stub(Probe.FutureIface.class);
            while (pinged.get() == null) {
                CompletableFuture<String> call = stub.echo("to either");
                Await.that("the call does not arrive", () -> call.isDone() || server.waiting() > 0);
                while (server.waiting() > 0) {
                    ProbeCalls.reply(server.take());
                }
                CallResults.result(call);
            }
            boolean wasKnown = pinged.get().latencyNanos() > 0;
            for (int i = 0; i < 20; i++) {
                ProbeCalls.reply(server.take());
            }
            assertEquals(pinged.get().latencyNanos() > 0, wasKnown);
        }
    }

    public void pingsByAMethodOfTheServer() throws Exception {
        try (ProbeServer server = ProbeServer.start(ThriftProtocol.BINARY);
                ThriftClient client =
                        server.client().pingIdle(IDLE, "health:ping").build()) {
            connect(server, client);
            assertEquals(ProbeCalls.name(server.take()), "health:ping");
        }
    }

    public void aConnectionWithoutAReplyIsReplaced() throws Exception {
        try (ProbeServer server = ProbeServer.start(ThriftProtocol.COMPACT);
                ThriftClient client = server.client()
                        .callTimeout(Duration.ofMillis(300))
                        .pingIdle(IDLE)
                        .build()) {
            Probe.FutureIface stub =
                    client.stub(Probe.FutureIface.class, CallOptions.create().withTimeout(Duration.ofMinutes(2)));
            CompletableFuture<String> call = stub.echo("first");
            ReceivedCall first = takeCall(server);
            ProbeCalls.reply(first);
            assertEquals(CallResults.result(call), "first");
            assertEquals(ProbeCalls.name(server.take()), "__ping");
            ProbeCalls.awaitClosed(first.connection());
            Await.that("no other connection", () -> server.acceptedConnections() > 1);
            assertEquals(client.counters().failed(), 0);
            CompletableFuture<String> next;
            do { // on a busy machine, the reply to another ping may be too late
                next = stub.echo("next");
                ReceivedCall request = takeCall(server);
                assertNotSame(request.connection(), first.connection());
                ProbeCalls.reply(request);
            } while (hasFailed(next));
            assertEquals(CallResults.result(next), "next");
            EndpointMetrics metrics = client.endpoints().get(0);
            assertTrue(metrics.lastFailure().contains("ping"), metrics.lastFailure());
        }
    }

    private static boolean hasFailed(CompletableFuture<String> call) {
        Await.that("the call does not end", call::isDone);
        return call.isCompletedExceptionally();
    }
}
