package io.grizzlythrift.client.internal.endpoint;

import static org.testng.Assert.assertEquals;
import static org.testng.Assert.assertFalse;
import static org.testng.Assert.assertTrue;

import io.grizzlythrift.client.ThriftClient;
import io.grizzlythrift.client.call.CallFailedException;
import io.grizzlythrift.client.call.FailureCause;
import io.grizzlythrift.client.config.CallOptions;
import io.grizzlythrift.client.gen.Probe;
import io.grizzlythrift.client.internal.connection.PooledConnection;
import io.grizzlythrift.client.testing.CallResults;
import io.grizzlythrift.client.testing.ClientInternals;
import io.grizzlythrift.client.testing.scripted.ProbeCalls;
import io.grizzlythrift.client.testing.scripted.ProbeServer;
import io.grizzlythrift.message.ThriftProtocol;
import io.grizzlythrift.test.Await;
import io.grizzlythrift.testkit.ReceivedCall;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.testng.annotations.Test;

/** Tests calls whose connections have the maximum number of calls in flight. */
public class CapacityTest {
    @Test
    public void withoutAWaitACallFailsAtOnce() throws Exception {
        try (ProbeServer server = ProbeServer.start(ThriftProtocol.COMPACT);
                ThriftClient client = server.client(1, 0).build()) {
            Probe.FutureIface stub = client.stub(Probe.FutureIface.class);
            for (int i = 0; i < 10; i++) {
                CompletableFuture<String> first = stub.echo("first");
                CompletableFuture<String> second = stub.echo("second");
                assertTrue(second.isDone(), "it waits");
                CallFailedException failure = CallResults.failure(second, FailureCause.NO_CAPACITY, false);
                assertTrue(failure.getMessage().contains(server.endpoint()), failure.getMessage());
                assertEquals(failure.method(), "echo");
                ProbeCalls.reply(server.take());
                assertEquals(CallResults.result(first), "first");
            }
            assertEquals(client.counters().sent(), 10);
        }
    }

    @Test
    public void callsWaitInOrderForAPlace() throws Exception {
        try (ProbeServer server = ProbeServer.start(ThriftProtocol.COMPACT);
                ThriftClient client = server.client(2, 20).build()) {
            Probe.FutureIface stub = client.stub(Probe.FutureIface.class);
            List<CompletableFuture<String>> calls = new ArrayList<>();
            for (int i = 0; i < 22; i++) {
                calls.add(stub.echo("text " + i));
            }
            CallResults.failure(stub.echo("too many"), FailureCause.NO_CAPACITY, false);

            List<ReceivedCall> inFlight = server.take(2);
            for (int i = 0; i < calls.size(); i++) {
                assertEquals(server.waiting(), 0, "more in flight than allowed");
                assertEquals(ProbeCalls.text(inFlight.get(0)), "text " + i);
                ProbeCalls.reply(inFlight.remove(0));
                assertEquals(CallResults.result(calls.get(i)), "text " + i);
                if (i + 2 < calls.size()) {
                    inFlight.add(server.take());
                }
            }
            assertEquals(client.counters().failed(FailureCause.NO_CAPACITY), 1);
        }
    }

    /** The timer thread finds a call that is yet to be sent overdue while another thread sends it. */
    @Test
    public void aCallThatWasSentAtTheLastMomentGoesOn() throws Exception {
        try (ProbeServer server = ProbeServer.start(ThriftProtocol.COMPACT);
                ThriftClient client = server.client(1, 1).build()) {
            CompletableFuture<String> sent =
                    client.stub(Probe.FutureIface.class).echo("sent");
            ReceivedCall request = server.take();
            PooledConnection connection =
                    ClientInternals.openConnections(client).get(0);
            ClientInternals.calls(connection).forEach(call -> connection.overdue(call, call.deadline() - 1));
            assertFalse(sent.isDone(), "it waits for its reply by now");
            ProbeCalls.reply(request);
            assertEquals(CallResults.result(sent), "sent");
        }
    }

    @Test
    public void aWaitEndsAfterMaxWait() throws Exception {
        Duration maxWait = Duration.ofMillis(80);
        try (ProbeServer server = ProbeServer.start(ThriftProtocol.COMPACT);
                ThriftClient client = server.client(1, 1).maxWait(maxWait).build()) {
            Probe.FutureIface stub = client.stub(Probe.FutureIface.class);
            CompletableFuture<String> first = stub.echo("first");
            ReceivedCall request = server.take();
            for (int i = 0; i < 2; i++) {
                long begin = System.nanoTime();
                CompletableFuture<String> waits = stub.echo("waits");
                CallResults.failure(stub.echo("too many"), FailureCause.NO_CAPACITY, false);
                CallFailedException failure = CallResults.failure(waits, FailureCause.NO_CAPACITY, false);
                assertTrue(System.nanoTime() - begin >= maxWait.toNanos(), "too early");
                assertTrue(failure.getMessage().contains("80 ms"), failure.getMessage());
            }
            ProbeCalls.reply(request);
            assertEquals(CallResults.result(first), "first");
            CompletableFuture<String> next = stub.echo("next");
            ReceivedCall nextRequest = server.take();
            assertEquals(ProbeCalls.text(nextRequest), "next");
            ProbeCalls.reply(nextRequest);
            CallResults.result(next);
            assertEquals(client.counters().sent(), 2);
        }
    }

    @Test
    public void waitingEndsAtTheDeadline() throws Exception {
        Duration timeout = Duration.ofMillis(60);
        try (ProbeServer server = ProbeServer.start(ThriftProtocol.COMPACT);
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
        try (ProbeServer server = ProbeServer.start(ThriftProtocol.COMPACT);
                ThriftClient client =
                        server.client(1, 1).maxWait(Duration.ofMillis(300)).build()) {
            Probe.FutureIface stub = client.stub(Probe.FutureIface.class);
            CompletableFuture<String> second;
            do { // on a loaded machine the second call may exceed maxWait too
                CompletableFuture<String> first = stub.echo("first");
                second = stub.echo("second");
                ProbeCalls.reply(server.take());
                CallResults.result(first);
            } while (isOverdue(server, second));
            ReceivedCall sent = server.take();
            CompletableFuture<String> third = stub.echo("third, and longer than the second has waited");
            CallResults.failure(third, FailureCause.NO_CAPACITY, false);
            ProbeCalls.reply(sent);
            assertEquals(CallResults.result(second), "second");
        }
    }

    /** Returns false if a call got its slot in time: its request has arrived or is about to. */
    private static boolean isOverdue(ProbeServer server, CompletableFuture<String> call) throws Exception {
        Await.that("neither sent nor over", () -> server.waiting() > 0 || call.isDone());
        if (server.waiting() > 0) {
            return false;
        }
        CallResults.failure(call, FailureCause.NO_CAPACITY, false);
        return true;
    }

    @Test
    public void anotherConnectionIsOpenedBeforeACallFails() throws Exception {
        try (ProbeServer server = ProbeServer.start(ThriftProtocol.COMPACT);
                ThriftClient client =
                        server.client(1, 0).connectionsPerEndpoint(3).build()) {
            Probe.FutureIface stub = client.stub(Probe.FutureIface.class);
            List<CompletableFuture<String>> calls = new ArrayList<>();
            List<ReceivedCall> requests = new ArrayList<>();
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
            for (ReceivedCall request : requests) {
                ProbeCalls.reply(request);
            }
            for (int i = 0; i < 3; i++) {
                assertEquals(CallResults.result(calls.get(i)), "text " + i);
            }
            assertEquals(server.acceptedConnections(), 3);
        }
    }

    @Test
    public void onewayCallsNeedNoPlaceInFlight() throws Exception {
        try (ProbeServer server = ProbeServer.start(ThriftProtocol.COMPACT);
                ThriftClient client = server.client(1, 1).build()) {
            Probe.FutureIface stub = client.stub(Probe.FutureIface.class);
            CompletableFuture<String> held = stub.echo("held");
            ReceivedCall request = server.take();
            for (int i = 0; i < 10; i++) {
                CallResults.result(stub.note("note " + i));
                assertEquals(ProbeCalls.text(server.take()), "note " + i);
            }
            ProbeCalls.reply(request);
            assertEquals(CallResults.result(held), "held");
        }
    }

    /** Cancelled calls stay in the queue behind a waiting one, which does not mean that the connection takes no bytes. */
    @Test
    public void cancellingWaitingCallsKeepsTheConnection() throws Exception {
        try (ProbeServer server = ProbeServer.start(ThriftProtocol.COMPACT);
                ThriftClient client = server.client(1, 4).build()) {
            Probe.FutureIface stub = client.stub(Probe.FutureIface.class);
            CompletableFuture<String> inFlight = stub.echo("in flight");
            ReceivedCall request = server.take();
            CompletableFuture<String> waiting = stub.echo("waiting");
            for (int i = 0; i < 100; i++) {
                stub.echo("cancelled").cancel(true);
            }
            assertFalse(inFlight.isDone(), "the call in flight has ended: " + client.counters());
            ProbeCalls.reply(request);
            assertEquals(CallResults.result(inFlight), "in flight");
            ReceivedCall next = server.take();
            assertEquals(ProbeCalls.text(next), "waiting");
            ProbeCalls.reply(next);
            assertEquals(CallResults.result(waiting), "waiting");
        }
    }
}
