package io.grizzlythrift.client.internal.stub;

import static org.testng.Assert.assertEquals;
import static org.testng.Assert.assertTrue;
import static org.testng.Assert.expectThrows;

import io.grizzlythrift.client.ThriftClient;
import io.grizzlythrift.client.call.CallFailedException;
import io.grizzlythrift.client.call.FailureCause;
import io.grizzlythrift.client.gen.Probe;
import io.grizzlythrift.client.testing.CallResults;
import io.grizzlythrift.client.testing.CallerThread;
import io.grizzlythrift.client.testing.CountedCallback;
import io.grizzlythrift.client.testing.scripted.ProbeCalls;
import io.grizzlythrift.client.testing.scripted.ProbeServer;
import io.grizzlythrift.message.ThriftProtocol;
import io.grizzlythrift.test.Await;
import io.grizzlythrift.testkit.ReceivedCall;
import java.util.concurrent.CompletableFuture;
import org.testng.annotations.Test;

/** Tests that a thread that is interrupted while it waits for a call abandons the call. */
public class InterruptedCallerTest {
    /** The exception of a call, and whether its thread was interrupted afterwards. */
    private record Outcome(CallFailedException failure, boolean interrupted) {}

    @Test
    public void whileTheCallIsInFlight() throws Exception {
        try (ProbeServer server = ProbeServer.start(ThriftProtocol.COMPACT);
                ThriftClient client = server.client().build()) {
            CompletableFuture<Thread> caller = new CompletableFuture<>();
            CompletableFuture<Outcome> end = CallerThread.start(() -> {
                caller.complete(Thread.currentThread());
                return call(client);
            });
            ReceivedCall request = server.take();
            CallResults.result(caller).interrupt();
            assertGivenUp(CallResults.result(end), true);

            ProbeCalls.reply(request);
            Await.that("no late reply", () -> client.counters().lateReplies() == 1);
            CompletableFuture<String> next =
                    client.stub(Probe.FutureIface.class).echo("next");
            ProbeCalls.reply(server.take());
            assertEquals(CallResults.result(next), "next");
            assertEquals(client.counters().connectAttempts(), 1);
        }
    }

    @Test
    public void whileTheCallWaitsForAPlace() throws Exception {
        try (ProbeServer server = ProbeServer.start(ThriftProtocol.COMPACT);
                ThriftClient client =
                        server.client().maxInFlightPerConnection(1).build()) {
            CompletableFuture<String> first =
                    client.stub(Probe.FutureIface.class).echo("first");
            ReceivedCall request = server.take();
            CompletableFuture<Thread> caller = new CompletableFuture<>();
            CompletableFuture<Outcome> end = CallerThread.start(() -> {
                caller.complete(Thread.currentThread());
                return call(client);
            });
            Await.that("no second call", () -> client.counters().calls() == 2);
            CallResults.result(caller).interrupt();
            assertGivenUp(CallResults.result(end), false);
            ProbeCalls.reply(request);
            assertEquals(CallResults.result(first), "first");
            assertEquals(client.counters().sent(), 1);
        }
    }

    @Test
    public void beforeTheCall() throws Exception {
        try (ProbeServer server = ProbeServer.start(ThriftProtocol.COMPACT);
                ThriftClient client = server.client().build()) {
            Outcome outcome = CallResults.result(CallerThread.start(() -> {
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
        try (ProbeServer server = ProbeServer.start(ThriftProtocol.COMPACT);
                ThriftClient client = server.client().build()) {
            Probe.FutureIface stub = client.stub(Probe.FutureIface.class);
            CompletableFuture<String> other = stub.echo("other");
            ReceivedCall otherRequest = server.take();
            CountedCallback<String> own = new CountedCallback<>();
            assertTrue(CallResults.result(CallerThread.start(() -> {
                Thread.currentThread().interrupt();
                client.stub(Probe.AsyncIface.class).echo("own", own);
                return Thread.interrupted();
            })));
            ProbeCalls.reply(server.take());
            assertEquals(CallResults.result(own.end()), "own");
            ProbeCalls.reply(otherRequest);
            assertEquals(CallResults.result(other), "other");

            Outcome outcome = CallResults.result(CallerThread.start(() -> {
                Thread.currentThread().interrupt();
                return call(client);
            }));
            assertGivenUp(outcome, true);
            ProbeCalls.reply(server.take());
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
