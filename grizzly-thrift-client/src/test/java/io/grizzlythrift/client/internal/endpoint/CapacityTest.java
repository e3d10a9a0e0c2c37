package io.grizzlythrift.client.internal.endpoint;

import static org.testng.Assert.assertEquals;
import static org.testng.Assert.assertFalse;
import static org.testng.Assert.assertTrue;

import io.grizzlythrift.client.ThriftClient;
import io.grizzlythrift.client.call.CallFailedException;
import io.grizzlythrift.client.call.FailureCause;
import io.grizzlythrift.client.config.CallOptions;
import io.grizzlythrift.client.gen.Probe;
import io.grizzlythrift.client.testing.CallResults;
import io.grizzlythrift.client.testing.scripted.ScriptedRequest;
import io.grizzlythrift.client.testing.scripted.ScriptedServer;
import io.grizzlythrift.message.ThriftProtocol;
import io.grizzlythrift.test.Await;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.testng.annotations.Test;

/** Tests calls whose connections have the maximum number of calls in flight. */
public class CapacityTest {
    @Test
    public void withoutAWaitACallFailsAtOnce() throws Exception {
        try (ScriptedServer server = ScriptedServer.start(ThriftProtocol.COMPACT);
                ThriftClient client = server.client(1, 0).build()) {
            Probe.FutureIface stub = client.stub(Probe.FutureIface.class);
            for (int i = 0; i < 10; i++) {
                CompletableFuture<String> first = stub.echo("first");
                CompletableFuture<String> second = stub.echo("second");
                assertTrue(second.isDone(), "it waits");
                CallFailedException failure = CallResults.failure(second, FailureCause.NO_CAPACITY, false);
                assertTrue(failure.getMessage().contains(server.endpoint()), failure.getMessage());
                assertEquals(failure.method(), "echo");
                server.take().sendReply();
                assertEquals(CallResults.result(first), "first");
            }
            assertEquals(client.counters().sent(), 10);
        }
    }

    @Test
    public void callsWaitInOrderForAPlace() throws Exception {
        try (ScriptedServer server = ScriptedServer.start(ThriftProtocol.COMPACT);
                ThriftClient client = server.client(2, 20).build()) {
            Probe.FutureIface stub = client.stub(Probe.FutureIface.class);
            List<CompletableFuture<String>> calls = new ArrayList<>();
            for (int i = 0; i < 22; i++) {
                calls.add(stub.echo("text " + i));
            }
            CallResults.failure(stub.echo("too many"), FailureCause.NO_CAPACITY, false);

            List<ScriptedRequest> inFlight = server.take(2);
            for (int i = 0; i < calls.size(); i++) {
                assertEquals(server.waiting(), 0, "more in flight than allowed");
                assertEquals(inFlight.get(0).text(), "text " + i);
                inFlight.remove(0).sendReply();
                assertEquals(CallResults.result(calls.get(i)), "text " + i);
                if (i + 2 < calls.size()) {
                    inFlight.add(server.take());
                }
            }
            assertEquals(client.counters().failed(FailureCause.NO_CAPACITY), 1);
        }
    }

    @Test
    public void aWaitEndsAfterMaxWait() throws Exception {
        Duration maxWait = Duration.ofMillis(80);
        try (ScriptedServer server = ScriptedServer.start(ThriftProtocol.COMPACT);
                ThriftClient client = server.client(1, 1).maxWait(maxWait).build()) {
            Probe.FutureIface stub = client.stub(Probe.FutureIface.class);
            CompletableFuture<String> first = stub.echo("first");
            ScriptedRequest request = server.take();
            for (int i = 0; i < 2; i++) {
                long begin = System.nanoTime();
                CompletableFuture<String> waits = stub.echo("waits");
                CallResults.failure(stub.echo("too many"), FailureCause.NO_CAPACITY, false);
                CallFailedException failure = CallResults.failure(waits, FailureCause.NO_CAPACITY, false);
                assertTrue(System.nanoTime() - begin >= maxWait.toNanos(), "too early");
                assertTrue(failure.getMessage().contains("80 ms"), failure.getMessage());
            }
            request.sendReply();
            assertEquals(CallResults.result(first), "first");
            CompletableFuture<String> next = stub.echo("next");
            ScriptedRequest nextRequest = server.take();
            assertEquals(nextRequest.text(), "next");
            nextRequest.sendReply();
            CallResults.result(next);
            assertEquals(client.counters().sent(), 2);
        }
    }

    @Test
    public void waitingEndsAtTheDeadline() throws Exception {
        Duration timeout = Duration.ofMillis(60);
        try (ScriptedServer server = ScriptedServer.start(ThriftProtocol.COMPACT);
                ThriftClient client =
                        server.client(1, 1).maxWait(Duration.ofHours(1)).build()) {
            CompletableFuture<String> first =
                    client.stub(Probe.FutureIface.class).echo("first");
            server.take();
            Probe.FutureIface stub =
                    client.stub(Probe.FutureIface.class, CallOptions.create().withTimeout(timeout));
            long begin = System.nanoTime();
            CallResults.failure(stub.echo("waits"), FailureCause.TIMED_OUT, false);
            assertTrue(System.nanoTime() - begin >= timeout.toNanos(), "too early");
            assertFalse(first.isDone());
        }
    }

    /** maxWait does not shorten the deadline of a call that got a slot in time. */
    @Test
    public void maxWaitDoesNotLimitACallThatWasSent() throws Exception {
        try (ScriptedServer server = ScriptedServer.start(ThriftProtocol.COMPACT);
                ThriftClient client =
                        server.client(1, 1).maxWait(Duration.ofMillis(300)).build()) {
            Probe.FutureIface stub = client.stub(Probe.FutureIface.class);
            CompletableFuture<String> second;
            do { // on a loaded machine the second call may exceed maxWait too
                CompletableFuture<String> first = stub.echo("first");
                second = stub.echo("second");
                server.take().sendReply();
                CallResults.result(first);
            } while (isOverdue(server, second));
            ScriptedRequest sent = server.take();
            CompletableFuture<String> third = stub.echo("third, and longer than the second has waited");
            CallResults.failure(third, FailureCause.NO_CAPACITY, false);
            sent.sendReply();
            assertEquals(CallResults.result(second), "second");
        }
    }

    /** Returns false if a call got its slot in time: its request has arrived or is about to. */
    private static boolean isOverdue(ScriptedServer server, CompletableFuture<String> call) throws Exception {
        Await.that("neither sent nor over", () -> server.waiting() > 0 || call.isDone());
        if (server.waiting() > 0) {
            return false;
        }
        CallResults.failure(call, FailureCause.NO_CAPACITY, false);
        return true;
    }

    @Test
    public void anotherConnectionIsOpenedBeforeACallFails() throws Exception {
        try (ScriptedServer server = ScriptedServer.start(ThriftProtocol.COMPACT);
                ThriftClient client =
                        server.client(1, 0).connectionsPerEndpoint(3).build()) {
            Probe.FutureIface stub = client.stub(Probe.FutureIface.class);
            List<CompletableFuture<String>> calls = new ArrayList<>();
            List<ScriptedRequest> requests = new ArrayList<>();
            for (int i = 0; i < 3; i++) {
                calls.add(stub.echo("text " + i));
                Await.that(
                        "neither sent nor failed",
                        () -> server.waiting() > 0
                                || calls.get(calls.size() - 1).isDone());
                if (server.waiting() > 0) {
                    requests.add(server.take());
                }
            }
            CallResults.failure(stub.echo("too many"), FailureCause.NO_CAPACITY, false);
            for (ScriptedRequest request : requests) {
                request.sendReply();
            }
            for (int i = 0; i < 3; i++) {
                assertEquals(CallResults.result(calls.get(i)), "text " + i);
            }
            assertEquals(server.acceptedConnections(), 3);
        }
    }

    @Test
    public void onewayCallsNeedNoPlaceInFlight() throws Exception {
        try (ScriptedServer server = ScriptedServer.start(ThriftProtocol.COMPACT);
                ThriftClient client = server.client(1, 1).build()) {
            Probe.FutureIface stub = client.stub(Probe.FutureIface.class);
            CompletableFuture<String> held = stub.echo("held");
            ScriptedRequest request = server.take();
            for (int i = 0; i < 10; i++) {
                CallResults.result(stub.note("note " + i));
                assertEquals(server.take().text(), "note " + i);
            }
            request.sendReply();
            assertEquals(CallResults.result(held), "held");
        }
    }

    /** Cancelled calls stay in the queue behind a waiting one, which does not mean that the connection takes no bytes. */
    @Test
    public void cancellingWaitingCallsKeepsTheConnection() throws Exception {
        try (ScriptedServer server = ScriptedServer.start(ThriftProtocol.COMPACT);
                ThriftClient client = server.client(1, 4).build()) {
            Probe.FutureIface stub = client.stub(Probe.FutureIface.class);
            CompletableFuture<String> inFlight = stub.echo("in flight");
            ScriptedRequest request = server.take();
            CompletableFuture<String> waiting = stub.echo("waiting");
            for (int i = 0; i < 100; i++) {
                stub.echo("cancelled").cancel(true);
            }
            assertFalse(inFlight.isDone(), "the call in flight has ended: " + client.counters());
            request.sendReply();
            assertEquals(CallResults.result(inFlight), "in flight");
            ScriptedRequest next = server.take();
            assertEquals(next.text(), "waiting");
            next.sendReply();
            assertEquals(CallResults.result(waiting), "waiting");
        }
    }
}
