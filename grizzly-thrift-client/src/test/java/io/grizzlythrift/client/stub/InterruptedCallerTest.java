package io.grizzlythrift.client.stub;

import static org.testng.Assert.assertEquals;
import static org.testng.Assert.assertTrue;
import static org.testng.Assert.expectThrows;

import io.grizzlythrift.client.ThriftClient;
import io.grizzlythrift.client.call.CallFailedException;
import io.grizzlythrift.client.call.FailureCause;
import io.grizzlythrift.client.gen.Probe;
import io.grizzlythrift.client.testing.CallerThread;
import io.grizzlythrift.client.testing.CountedCallback;
import io.grizzlythrift.client.testing.Ended;
import io.grizzlythrift.client.testing.scripted.ScriptedRequest;
import io.grizzlythrift.client.testing.scripted.ScriptedServer;
import io.grizzlythrift.message.ThriftProtocol;
import io.grizzlythrift.test.Await;
import java.util.concurrent.CompletableFuture;
import org.testng.annotations.Test;

/** A thread that waits for a call and is interrupted gives the call up. */
public class InterruptedCallerTest {
    /** What a call threw, and whether its thread was interrupted after it. */
    private record Outcome(CallFailedException failure, boolean interrupted) {}

    @Test
    public void whileTheCallIsInFlight() throws Exception {
        try (ScriptedServer server = ScriptedServer.start(ThriftProtocol.COMPACT);
                ThriftClient client = server.client().build()) {
            CompletableFuture<Thread> caller = new CompletableFuture<>();
            CompletableFuture<Outcome> end = CallerThread.start(() -> {
                caller.complete(Thread.currentThread());
                return call(client);
            });
            ScriptedRequest request = server.take();
            Ended.result(caller).interrupt();
            assertGivenUp(Ended.result(end), true);

            request.answer();
            Await.that("no late reply", () -> client.counters().lateReplies() == 1);
            CompletableFuture<String> next =
                    client.stub(Probe.FutureIface.class).echo("next");
            server.take().answer();
            assertEquals(Ended.result(next), "next");
            assertEquals(client.counters().connectAttempts(), 1);
        }
    }

    @Test
    public void whileTheCallWaitsForAPlace() throws Exception {
        try (ScriptedServer server = ScriptedServer.start(ThriftProtocol.COMPACT);
                ThriftClient client =
                        server.client().maxInFlightPerConnection(1).build()) {
            CompletableFuture<String> first =
                    client.stub(Probe.FutureIface.class).echo("first");
            ScriptedRequest request = server.take();
            CompletableFuture<Thread> caller = new CompletableFuture<>();
            CompletableFuture<Outcome> end = CallerThread.start(() -> {
                caller.complete(Thread.currentThread());
                return call(client);
            });
            Await.that("no second call", () -> client.counters().calls() == 2);
            Ended.result(caller).interrupt();
            assertGivenUp(Ended.result(end), false);
            request.answer();
            assertEquals(Ended.result(first), "first");
            assertEquals(client.counters().sent(), 1);
        }
    }

    @Test
    public void beforeTheCall() throws Exception {
        try (ScriptedServer server = ScriptedServer.start(ThriftProtocol.COMPACT);
                ThriftClient client = server.client().build()) {
            Outcome outcome = Ended.result(CallerThread.start(() -> {
                Thread.currentThread().interrupt();
                return call(client);
            }));
            assertEquals(outcome.failure().failure(), FailureCause.CANCELLED);
            assertTrue(outcome.interrupted());
        }
    }

    /** Some channels are closed when an interrupted thread writes to them. */
    @Test
    public void noCallOfOthersIsHarmed() throws Exception {
        try (ScriptedServer server = ScriptedServer.start(ThriftProtocol.COMPACT);
                ThriftClient client = server.client().build()) {
            Probe.FutureIface stub = client.stub(Probe.FutureIface.class);
            CompletableFuture<String> other = stub.echo("other");
            ScriptedRequest otherRequest = server.take();
            CountedCallback<String> own = new CountedCallback<>();
            assertTrue(Ended.result(CallerThread.start(() -> {
                Thread.currentThread().interrupt();
                client.stub(Probe.AsyncIface.class).echo("own", own);
                return Thread.interrupted();
            })));
            server.take().answer();
            assertEquals(Ended.result(own.end()), "own");
            otherRequest.answer();
            assertEquals(Ended.result(other), "other");

            Outcome outcome = Ended.result(CallerThread.start(() -> {
                Thread.currentThread().interrupt();
                return call(client);
            }));
            assertGivenUp(outcome, true);
            server.take().answer();
            Await.that("no late reply", () -> client.counters().lateReplies() == 1);
            assertEquals(client.counters().connectAttempts(), 1);
        }
    }

    private static Outcome call(ThriftClient client) {
        CallFailedException failure = expectThrows(
                CallFailedException.class, () -> client.stub(Probe.Iface.class).echo("waits"));
        return new Outcome(failure, Thread.interrupted());
    }

    private static void assertGivenUp(Outcome outcome, boolean mayHaveRun) {
        assertEquals(outcome.failure().failure(), FailureCause.CANCELLED);
        assertEquals(outcome.failure().mayHaveRun(), mayHaveRun);
        assertTrue(
                outcome.failure().getMessage().contains("interrupted"),
                outcome.failure().getMessage());
        assertTrue(outcome.interrupted(), "the interrupt was swallowed");
    }
}
