package io.grizzlythrift.client.internal.stub;

import static org.testng.Assert.assertEquals;
import static org.testng.Assert.assertFalse;
import static org.testng.Assert.assertSame;
import static org.testng.Assert.assertTrue;

import io.grizzlythrift.client.ThriftClient;
import io.grizzlythrift.client.balance.OutlierDetection;
import io.grizzlythrift.client.call.CallFailedException;
import io.grizzlythrift.client.call.CallTimeoutException;
import io.grizzlythrift.client.call.FailureCause;
import io.grizzlythrift.client.config.CallOptions;
import io.grizzlythrift.client.gen.Probe;
import io.grizzlythrift.client.metrics.EndpointMetrics;
import io.grizzlythrift.client.testing.CallResults;
import io.grizzlythrift.client.testing.CallerThread;
import io.grizzlythrift.client.testing.CountedCallback;
import io.grizzlythrift.client.testing.scripted.ProbeCalls;
import io.grizzlythrift.client.testing.scripted.ProbeServer;
import io.grizzlythrift.message.ThriftProtocol;
import io.grizzlythrift.test.Await;
import io.grizzlythrift.testkit.ReceivedCall;
import io.grizzlythrift.testkit.ScriptedConnection;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import org.testng.annotations.Test;

/** Tests calls that time out or are cancelled: their connection stays open, and late replies are dropped. */
public class AbandonedCallsTest {
    private static final Duration SHORT = Duration.ofMillis(150);
    private static final CallOptions SOON = CallOptions.create().withTimeout(SHORT);

    @Test
    public void aTimeoutNamesMethodEndpointAndTime() throws Exception {
        try (ProbeServer server = ProbeServer.start(ThriftProtocol.COMPACT);
                ThriftClient client = server.client().build()) {
            server.connect(client);
            Probe.FutureIface soon = client.stub(Probe.FutureIface.class, SOON);
            AtomicLong begin = new AtomicLong();
            CompletableFuture<String> call = server.takeSent(() -> {
                        begin.set(System.nanoTime());
                        return soon.echo("no reply");
                    })
                    .call();
            CallTimeoutException timeout =
                    (CallTimeoutException) CallResults.failure(call, FailureCause.TIMED_OUT, true);

            assertTrue(System.nanoTime() - begin.get() >= SHORT.toNanos(), "too early");
            assertEquals(timeout.method(), "echo");
            assertEquals(timeout.endpoint(), server.endpoint());
            assertEquals(timeout.timeout(), SHORT);
            for (String fact : List.of("echo", server.endpoint(), "150.0 ms")) {
                assertTrue(timeout.getMessage().contains(fact), timeout.getMessage());
            }
            assertEquals(client.counters().timedOut(), client.counters().calls() - 1);
        }
    }

    @Test
    public void everyKindOfStubTimesOut() throws Exception {
        try (ProbeServer server = ProbeServer.start(ThriftProtocol.COMPACT);
                ThriftClient client = server.client().build()) {
            server.connect(client);
            List<CountedCallback<String>> callbacks = new ArrayList<>();
            ReceivedCall first = assertTimesOut(server, () -> {
                callbacks.add(new CountedCallback<>());
                CountedCallback<String> callback = callbacks.get(callbacks.size() - 1);
                client.stub(Probe.AsyncIface.class, SOON).echo("callback", callback);
                return callback.end();
            });
            ReceivedCall second = assertTimesOut(
                    server,
                    () -> CallerThread.start(
                            () -> client.stub(Probe.Iface.class, SOON).echo("blocking")));
            ProbeCalls.reply(first);
            ProbeCalls.reply(second);
            Await.that("late replies are not counted", () -> client.counters().lateReplies() == 2);
            for (CountedCallback<String> callback : callbacks) {
                assertEquals(callback.ends(), 1);
            }
        }
    }

    /** Returns the request, which got no reply. */
    private static ReceivedCall assertTimesOut(ProbeServer server, Callable<CompletableFuture<String>> call)
            throws Exception {
        AtomicLong begin = new AtomicLong();
        AtomicReference<CompletableFuture<Long>> end = new AtomicReference<>();
        ProbeServer.Sent<CompletableFuture<String>> sent = server.takeSent(() -> {
            begin.set(System.nanoTime());
            CompletableFuture<String> started = call.call();
            end.set(started.handle((result, failure) -> System.nanoTime()));
            return started;
        });
        CallResults.failure(sent.call(), FailureCause.TIMED_OUT, true);
        assertTrue(CallResults.result(end.get()) - begin.get() >= SHORT.toNanos(), "too early");
        return sent.request();
    }

    /** A deadline that is set later but due earlier is met as well. */
    @Test
    public void noCallTimesOutEarly() throws Exception {
        try (ProbeServer server = ProbeServer.start(ThriftProtocol.COMPACT);
                ThriftClient client = server.client().build()) {
            // While it may get a reply, the silence of the server does not replace the connection.
            CompletableFuture<String> held =
                    client.stub(Probe.FutureIface.class).echo("held");
            List<CompletableFuture<Void>> checks = new ArrayList<>();
            for (int i = 0; i < 300; i++) {
                Duration timeout = Duration.ofMillis(30 + i * 137 % 300);
                Probe.FutureIface stub = client.stub(
                        Probe.FutureIface.class, CallOptions.create().withTimeout(timeout));
                long begin = System.nanoTime();
                checks.add(stub.echo("call " + i).handle((result, failure) -> {
                    long after = System.nanoTime() - begin;
                    assertEquals(failure.getClass(), CallTimeoutException.class);
                    assertTrue(after >= timeout.toNanos(), after + " ns instead of " + timeout);
                    return null;
                }));
            }
            for (CompletableFuture<Void> check : checks) {
                CallResults.result(check);
            }
            assertEquals(client.counters().timedOut(), checks.size());
            assertFalse(held.isDone());
        }
    }

    @Test
    public void lateRepliesAreDroppedAndTheirIdsNotReused() throws Exception {
        try (ProbeServer server = ProbeServer.start(ThriftProtocol.COMPACT);
                ThriftClient client = server.client(3, 0).build()) {
            server.connect(client);
            ProbeServer.Sent<CompletableFuture<String>> timedOut = server.takeSent(
                    () -> client.stub(Probe.FutureIface.class, SOON).echo("times out"));
            CompletableFuture<String> cancelled =
                    client.stub(Probe.FutureIface.class).echo("is cancelled");
            List<ReceivedCall> late = List.of(timedOut.request(), server.take());
            assertTrue(cancelled.cancel(true));
            CallResults.failure(timedOut.call(), FailureCause.TIMED_OUT, true);

            for (int i = 0; i < 2_000; i++) {
                ReceivedCall request = assertReplies(server, client);
                for (ReceivedCall pending : late) {
                    assertFalse(
                            request.sequenceId() == pending.sequenceId(),
                            "the id of a call whose reply may still come was used again");
                }
            }
            assertEquals(client.counters().lateReplies(), 0);
            for (ReceivedCall request : late) {
                ProbeCalls.reply(request);
                ProbeCalls.reply(request);
            }
            Await.that("replies are missing", () -> client.counters().unknownReplies() == 2);
            assertEquals(client.counters().lateReplies(), 2);
            assertReplies(server, client);

            assertEquals(client.counters().connectAttempts(), 1, "the connection was replaced");
            assertEquals(client.counters().openConnections(), 1);
            assertEquals(client.counters().failed(FailureCause.CANCELLED), 1);
            assertEquals(client.counters().inFlight(), 0);
        }
    }

    @Test
    public void aCallAbandonedInTheQueueIsNotSent() throws Exception {
        try (ProbeServer server = ProbeServer.start(ThriftProtocol.COMPACT);
                ThriftClient client = server.client(1, 2).build()) {
            CompletableFuture<String> first =
                    client.stub(Probe.FutureIface.class).echo("first");
            ReceivedCall request = server.take();
            for (int i = 0; i < 20; i++) {
                CompletableFuture<String> timesOut = client.stub(
                                Probe.FutureIface.class, CallOptions.create().withTimeout(Duration.ofMillis(5)))
                        .echo("times out");
                CompletableFuture<String> cancelled =
                        client.stub(Probe.FutureIface.class).echo("is cancelled");
                assertTrue(cancelled.cancel(false));
                CallFailedException timeout = CallResults.failure(timesOut, FailureCause.TIMED_OUT, false);
                assertTrue(timeout.getMessage().contains("not sent"), timeout.getMessage());
            }
            ProbeCalls.reply(request);
            CallResults.result(first);
            assertEquals(ProbeCalls.text(assertReplies(server, client)), "and on");
            assertEquals(client.counters().sent(), 2);
            assertEquals(client.counters().lateReplies(), 0);
        }
    }

    @Test
    public void aConnectionFullOfCallsThatTimedOutIsReplaced() throws Exception {
        Duration timeout = SHORT;
        while (!isReplacedWhenFull(timeout)) {
            timeout = timeout.multipliedBy(2);
            assertTrue(timeout.toSeconds() < 30, "the calls do not start within " + timeout);
        }
    }

    /** Returns false if a loaded machine let the first calls time out before all were sent or queued. */
    private static boolean isReplacedWhenFull(Duration timeout) throws Exception {
        try (ProbeServer server = ProbeServer.start(ThriftProtocol.COMPACT);
                ThriftClient client = server.client()
                        .maxInFlightPerConnection(2)
                        .reconnectBackoff(Duration.ofMinutes(1), Duration.ofMinutes(1))
                        .build()) {
            ScriptedConnection connection = server.connect(client);
            Probe.FutureIface stub =
                    client.stub(Probe.FutureIface.class, CallOptions.create().withTimeout(timeout));
            CompletableFuture<String> first = stub.echo("first");
            CompletableFuture<String> second = stub.echo("second");
            CompletableFuture<String> waiting =
                    client.stub(Probe.FutureIface.class).echo("waiting");
            if (client.counters().inFlight() < 3) {
                return false;
            }
            for (CompletableFuture<String> call : List.of(first, second)) {
                CallFailedException failure = CallResults.failure(call);
                assertSame(failure.failure(), FailureCause.TIMED_OUT, failure.getMessage());
                if (!failure.mayHaveRun()) {
                    return false;
                }
            }
            ProbeCalls.awaitClosed(connection);
            ReceivedCall next = server.take();
            while (!ProbeCalls.text(next).equals("waiting")) {
                next = server.take();
            }
            ProbeCalls.reply(next);
            assertEquals(CallResults.result(waiting), "waiting");
            assertReplaced(server, client);
            return true;
        }
    }

    /** The server has done nothing wrong: the next call does not wait for a backoff. */
    @Test
    public void aConnectionFullOfCancelledCallsIsReplacedAtOnce() throws Exception {
        try (ProbeServer server = ProbeServer.start(ThriftProtocol.COMPACT);
                ThriftClient client = server.client()
                        .maxInFlightPerConnection(2)
                        .reconnectBackoff(Duration.ofMinutes(1), Duration.ofMinutes(1))
                        .build()) {
            Probe.FutureIface stub = client.stub(Probe.FutureIface.class);
            for (int round = 1; round <= 3; round++) {
                List<CompletableFuture<String>> calls = List.of(stub.echo("first"), stub.echo("second"));
                ScriptedConnection connection = server.take(2).get(0).connection();
                calls.get(0).cancel(true);
                assertTrue(connection.isOpen(), "replaced too early");
                calls.get(1).cancel(true);
                ProbeCalls.awaitClosed(connection);
                assertEquals(server.acceptedConnections(), round);
            }
            assertReplies(server, client);
            assertEquals(server.acceptedConnections(), 4);
        }
    }

    /** Until it has replied, a connection is not replaced sooner. */
    @Test
    public void cancelledCallsOpenFewConnectionsToAServerThatHangs() throws Exception {
        try (ProbeServer server = ProbeServer.start(ThriftProtocol.COMPACT);
                ThriftClient client = server.client(1, 1).build()) {
            Probe.FutureIface stub = client.stub(Probe.FutureIface.class);
            for (int i = 0; i < 3; i++) {
                long begin = System.nanoTime();
                CompletableFuture<String> call = stub.echo("is cancelled");
                ScriptedConnection connection = server.take().connection();
                call.cancel(true);
                ProbeCalls.awaitClosed(connection);
                long nanos = System.nanoTime() - begin;
                assertTrue(nanos >= TimeUnit.MILLISECONDS.toNanos(100), nanos + " ns");
            }
        }
    }

    @Test
    public void cancelledCallsEjectNoServer() throws Exception {
        try (ProbeServer one = ProbeServer.start(ThriftProtocol.COMPACT);
                ProbeServer other = ProbeServer.start(ThriftProtocol.COMPACT);
                ThriftClient client = one.client(1, 1)
                        .endpoint(ProbeServer.HOST, other.port())
                        .outlierDetection(OutlierDetection.create().withFailuresInRow(1))
                        .build()) {
            Probe.FutureIface stub = client.stub(Probe.FutureIface.class);
            for (int i = 0; i < 10; i++) {
                CompletableFuture<String> call = stub.echo("is cancelled");
                Await.that("no request arrives", () -> one.waiting() + other.waiting() > 0);
                ReceivedCall request = (one.waiting() > 0 ? one : other).take();
                call.cancel(true);
                ProbeCalls.awaitClosed(request.connection());
            }
            for (EndpointMetrics each : client.endpoints()) {
                assertEquals(each.ejections(), 0, each.toString());
                assertEquals(each.lastFailure(), "");
            }
        }
    }

    /** Although its connection, which has room for one call, ends too. */
    @Test
    public void aTimeoutIsOneFailure() throws Exception {
        try (ProbeServer one = ProbeServer.start(ThriftProtocol.COMPACT);
                ProbeServer other = ProbeServer.start(ThriftProtocol.COMPACT);
                ThriftClient client = one.client(1, 1)
                        .endpoint(ProbeServer.HOST, other.port())
                        .reconnectBackoff(Duration.ofMinutes(1), Duration.ofMinutes(1))
                        .outlierDetection(OutlierDetection.create().withFailuresInRow(2))
                        .build()) {
            Probe.FutureIface soon = client.stub(Probe.FutureIface.class, SOON);
            CallFailedException failure;
            do {
                failure = CallResults.failure(soon.echo("times out"));
                assertSame(failure.failure(), FailureCause.TIMED_OUT, failure.getMessage());
            } while (!failure.mayHaveRun()); // on a loaded machine its deadline may pass before it is sent
            ProbeCalls.awaitClosed((failure.endpoint().equals(one.endpoint()) ? one : other)
                    .take()
                    .connection());
            for (EndpointMetrics each : client.endpoints()) {
                assertEquals(each.ejections(), 0, each.toString());
            }
            assertEquals(
                    client.counters().failed(),
                    client.counters().timedOut(),
                    client.counters().toString());
        }
    }

    @Test
    public void cancelledFuturesAreCancelled() throws Exception {
        try (ProbeServer server = ProbeServer.start(ThriftProtocol.COMPACT);
                ThriftClient client = server.client().build()) {
            Probe.FutureIface stub = client.stub(Probe.FutureIface.class);
            CompletableFuture<String> cancelled = stub.echo("is cancelled");
            CompletableFuture<String> completed = stub.echo("is completed by the caller");
            CompletableFuture<String> failed = stub.echo("is failed by the caller");
            CompletableFuture<String> expired = stub.echo("or times out");
            CompletableFuture<String> defaulted = stub.echo("or a default");
            List<ReceivedCall> requests = server.take(5);
            assertSame(expired.orTimeout(20, TimeUnit.MILLISECONDS), expired);
            assertSame(defaulted.completeOnTimeout("default", 20, TimeUnit.MILLISECONDS), defaulted);
            assertTrue(cancelled.cancel(true));
            assertTrue(completed.complete("mine"));
            assertTrue(failed.completeExceptionally(new IllegalStateException("mine")));
            assertFalse(completed.complete("again"));

            assertTrue(cancelled.isCancelled());
            assertEquals(CallResults.result(completed), "mine");
            assertEquals(CallResults.thrown(failed).getMessage(), "mine");
            assertEquals(CallResults.thrown(expired).getClass(), TimeoutException.class);
            assertEquals(CallResults.result(defaulted), "default");
            Await.that("not all are abandoned", () -> client.counters().failed(FailureCause.CANCELLED) == 5);
            for (ReceivedCall request : requests) {
                ProbeCalls.reply(request);
            }
            Await.that("late replies are not counted", () -> client.counters().lateReplies() == 5);
            assertEquals(CallResults.result(completed), "mine");
            assertFalse(completed.cancel(true), "it has ended");
            assertEquals(client.counters().failed(), 5);
        }
    }

    @Test
    public void completingAFutureAbandonsItsCall() throws Exception {
        try (ProbeServer server = ProbeServer.start(ThriftProtocol.COMPACT);
                ThriftClient client = server.client().build()) {
            CompletableFuture<String> call =
                    client.stub(Probe.FutureIface.class).echo("asked elsewhere, too");
            assertEquals(CallResults.result(call.completeAsync(() -> "elsewhere")), "elsewhere");
            Await.that("not abandoned", () -> client.counters().failed(FailureCause.CANCELLED) == 1);
        }
    }

    /** Cancelling a dependent stage does not cancel the future, as in CompletableFuture. */
    @Test
    public void cancellingADependentStageKeepsTheCall() throws Exception {
        try (ProbeServer server = ProbeServer.start(ThriftProtocol.COMPACT);
                ThriftClient client = server.client().build()) {
            CompletableFuture<String> call =
                    client.stub(Probe.FutureIface.class).echo("replied");
            CompletableFuture<String> dependent = call.thenApply(text -> text + "!");
            assertTrue(dependent.cancel(true));
            ProbeCalls.reply(server.take());
            assertEquals(CallResults.result(call), "replied");
            assertEquals(client.counters().failed(), 0);
        }
    }

    private static void assertReplaced(ProbeServer server, ThriftClient client) throws Exception {
        Await.that("no new connection", () -> client.counters().openConnections() == 1);
        while (server.waiting() > 0) {
            server.take();
        }
        assertReplies(server, client);
        assertEquals(server.acceptedConnections(), 2);
    }

    private static ReceivedCall assertReplies(ProbeServer server, ThriftClient client) throws Exception {
        CompletableFuture<String> call = client.stub(Probe.FutureIface.class).echo("and on");
        ReceivedCall request = server.take();
        ProbeCalls.reply(request);
        assertEquals(CallResults.result(call), "and on");
        return request;
    }
}
