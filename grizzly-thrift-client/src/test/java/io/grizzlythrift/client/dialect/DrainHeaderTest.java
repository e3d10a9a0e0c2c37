package io.grizzlythrift.client.dialect;

import static org.testng.Assert.assertEquals;
import static org.testng.Assert.assertNotSame;
import static org.testng.Assert.assertSame;
import static org.testng.Assert.assertTrue;

import io.grizzlythrift.client.ThriftClient;
import io.grizzlythrift.client.gen.Probe;
import io.grizzlythrift.client.testing.CallResults;
import io.grizzlythrift.client.testing.scripted.Messages;
import io.grizzlythrift.client.testing.scripted.ProbeCalls;
import io.grizzlythrift.client.testing.scripted.ProbeServer;
import io.grizzlythrift.client.testing.scripted.ScriptedWire;
import io.grizzlythrift.frame.Dialect;
import io.grizzlythrift.header.Transform;
import io.grizzlythrift.internal.header.ReplyHeader;
import io.grizzlythrift.message.ThriftProtocol;
import io.grizzlythrift.test.Await;
import io.grizzlythrift.test.OwnLog;
import io.grizzlythrift.testkit.ReceivedCall;
import io.grizzlythrift.testkit.ScriptedConnection;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.logging.Level;
import org.testng.annotations.DataProvider;
import org.testng.annotations.Test;

/** Tests that a reply with the header ":drain" ends its connection, without a call that fails or gets lost. */
@Test(timeOut = 60_000)
public final class DrainHeaderTest {
    private static final Duration MINUTE = Duration.ofMinutes(1);
    private static final Map<String, String> DRAIN = Map.of("other", "header", ReplyHeader.DRAIN, "true");

    private static final ScriptedWire.WithHeader WIRE = new ScriptedWire.WithHeader(ThriftProtocol.BINARY);

    @DataProvider
    static Object[][] transforms() {
        return new Object[][] {{new Transform[0]}, {new Transform[] {Transform.ZLIB}}};
    }

    private static ProbeServer server() throws Exception {
        return ProbeServer.start(Dialect.HEADER, ThriftProtocol.BINARY);
    }

    private static byte[] draining(ReceivedCall request, Transform... transforms) throws Exception {
        byte[] message = Messages.reply(ThriftProtocol.BINARY, "echo", request.sequenceId(), ProbeCalls.text(request));
        return WIRE.wrap(request.sequenceId(), message, DRAIN, transforms);
    }

    /** The connection takes no further calls, and ends when those in flight have their replies. */
    @Test(dataProvider = "transforms", timeOut = 60_000)
    public void theConnectionEndsWithItsLastReply(Transform... transforms) throws Exception {
        try (OwnLog log = OwnLog.start();
                ProbeServer server = server();
                ThriftClient client = server.client().build()) {
            Probe.FutureIface stub = client.stub(Probe.FutureIface.class);
            List<CompletableFuture<String>> calls = List.of(stub.echo("one"), stub.echo("two"), stub.echo("three"));
            List<ReceivedCall> requests = server.take(3);
            ScriptedConnection drained = requests.get(0).connection();
            drained.send(draining(requests.get(1), transforms));
            assertEquals(CallResults.result(calls.get(1)), "two");

            CompletableFuture<String> elsewhere = stub.echo("elsewhere");
            ReceivedCall next = server.take();
            assertNotSame(next.connection(), drained);
            ProbeCalls.reply(next);
            assertEquals(CallResults.result(elsewhere), "elsewhere");

            assertTrue(drained.isOpen(), "it is owed replies");
            drained.send(draining(requests.get(0), transforms));
            assertEquals(CallResults.result(calls.get(0)), "one");
            ProbeCalls.reply(requests.get(2));
            assertEquals(CallResults.result(calls.get(2)), "three");
            ProbeCalls.awaitClosed(drained);
            assertEquals(client.counters().failed(), 0);
            assertEquals(log.lines(Level.WARNING), List.of());
        }
    }

    /** A callback that the draining reply runs makes its next call elsewhere. */
    public void callbacksCallElsewhere() throws Exception {
        try (ProbeServer server = server();
                ThriftClient client =
                        server.client().callbackExecutor(Runnable::run).build()) {
            Probe.FutureIface stub = client.stub(Probe.FutureIface.class);
            CompletableFuture<String> second = stub.echo("first").thenCompose(text -> {
                try {
                    return stub.echo("second");
                } catch (Exception e) {
                    return CompletableFuture.failedFuture(e);
                }
            });
            ReceivedCall first = server.take();
            first.connection().send(draining(first));
            ReceivedCall next = server.take();
            assertNotSame(next.connection(), first.connection());
            ProbeCalls.reply(next);
            assertEquals(CallResults.result(second), "second");
            ProbeCalls.awaitClosed(first.connection());
        }
    }

    /** Even the reply to a call that nobody waits for any more. */
    public void lateReplies() throws Exception {
        try (ProbeServer server = server();
                ThriftClient client = server.client().build()) {
            CompletableFuture<String> cancelled =
                    client.stub(Probe.FutureIface.class).echo("cancelled");
            ReceivedCall request = server.take();
            cancelled.cancel(true);
            request.connection().send(draining(request));
            ProbeCalls.awaitClosed(request.connection());
            assertEquals(client.counters().lateReplies(), 1);
        }
    }

    /** Calls go to the other server, and the first one gets no further connection meanwhile. */
    public void anotherServerGetsTheCalls() throws Exception {
        try (ProbeServer leaves = server();
                ProbeServer stays = server();
                ThriftClient client = leaves.client()
                        .endpoint(ProbeServer.HOST, stays.port())
                        .reconnectBackoff(MINUTE, MINUTE)
                        .build()) {
            Probe.FutureIface stub = client.stub(Probe.FutureIface.class);
            CompletableFuture<String> first = stub.echo("first");
            while (!arrivesAt(leaves, stays)) { // the other one may be connected first
                ProbeCalls.reply(stays.take());
                CallResults.result(first);
                first = stub.echo("first");
            }
            ReceivedCall request = leaves.take();
            Await.that("the other is not connected", () -> client.counters().openConnections() == 2);
            request.connection().send(draining(request));
            assertEquals(CallResults.result(first), "first");
            ProbeCalls.awaitClosed(request.connection());
            List<CompletableFuture<String>> calls = new ArrayList<>();
            for (int i = 0; i < 50; i++) {
                calls.add(stub.echo("call"));
                ProbeCalls.reply(stays.take());
            }
            for (CompletableFuture<String> call : calls) {
                assertEquals(CallResults.result(call), "call");
            }
            assertEquals(leaves.acceptedConnections(), 1);
        }
    }

    /** Waits until a call arrives, and returns whether it has arrived at the first of two servers. */
    private static boolean arrivesAt(ProbeServer one, ProbeServer other) {
        Await.that("no call arrives", () -> one.waiting() + other.waiting() > 0);
        return one.waiting() > 0;
    }

    /** A server that serves on, and drains in each reply, is not connected to for each call. */
    public void aServerThatServesOn() throws Exception {
        try (ProbeServer server = server();
                ThriftClient client =
                        server.client().reconnectBackoff(MINUTE, MINUTE).build()) {
            Probe.FutureIface stub = client.stub(Probe.FutureIface.class);
            ScriptedConnection last = null;
            for (int i = 0; i < 50; i++) {
                CompletableFuture<String> call = stub.echo("call");
                ReceivedCall request = server.take();
                if (i > 1) {
                    assertSame(request.connection(), last);
                }
                last = request.connection();
                last.send(draining(request));
                assertEquals(CallResults.result(call), "call");
            }
            long attempts = client.counters().connectAttempts(); // one may be closed before its call is there
            assertTrue(attempts <= 3, attempts + " attempts");
            assertEquals(client.counters().failed(), 0);
        }
    }
}
