package io.grizzlythrift.client;

import static org.testng.Assert.assertEquals;
import static org.testng.Assert.assertFalse;
import static org.testng.Assert.assertTrue;
import static org.testng.Assert.expectThrows;

import io.grizzlythrift.client.call.CallFailedException;
import io.grizzlythrift.client.call.FailureCause;
import io.grizzlythrift.client.gen.Probe;
import io.grizzlythrift.client.internal.stub.CallbackTest;
import io.grizzlythrift.client.metrics.ClientCounters;
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
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.apache.thrift.TException;
import org.testng.annotations.Test;

/** Tests closing a client: which threads may close it, what it waits for, and how calls end. */
public class CloseTest {
    private static final Duration HOUR = Duration.ofHours(1);
    private static final Duration SHORT = Duration.ofMillis(60);
    private static final int MAX_FRAME_BYTES = 1000;
    private static final String TOO_LONG = "x".repeat(MAX_FRAME_BYTES);

    @Test
    public void newCallsFail() throws Exception {
        try (ProbeServer server = ProbeServer.start(ThriftProtocol.COMPACT);
                ThriftClient client = client(server).build()) {
            assertTrue(client.shutdown(HOUR));
            CountedCallback<String> callback = new CountedCallback<>();
            client.stub(Probe.AsyncIface.class).echo("callback", callback);
            assertRefused(server, CallResults.failure(callback.end()));
            assertRefused(server, CallResults.failure(echo(client, "future")));
            assertRefused(
                    server,
                    expectThrows(
                            CallFailedException.class,
                            () -> client.stub(Probe.Iface.class).echo("blocking")));
            assertRefused(
                    server,
                    expectThrows(
                            CallFailedException.class,
                            () -> client.stub(Probe.Iface.class).note("oneway")));
            assertEquals(client.counters().failed(FailureCause.CLIENT_CLOSED), 4);
            assertEquals(client.counters().calls(), 4);
            assertEquals(client.counters().connectAttempts(), 0);
        }
    }

    private static void assertRefused(ProbeServer server, CallFailedException failure) {
        assertEquals(failure.failure(), FailureCause.CLIENT_CLOSED);
        assertFalse(failure.mayHaveRun());
        assertTrue(failure.getMessage().contains("closed"), failure.getMessage());
        assertTrue(failure.getMessage().contains(server.endpoint()), failure.getMessage());
    }

    @Test
    public void waitsForCallsInFlight() throws Exception {
        try (ProbeServer server = ProbeServer.start(ThriftProtocol.COMPACT);
                ThriftClient client = client(server).maxInFlightPerConnection(1).build()) {
            CompletableFuture<String> inFlight = echo(client, "in flight");
            CompletableFuture<String> waiting = echo(client, "waiting");
            ReceivedCall request = server.take();
            CompletableFuture<Boolean> drained = CallerThread.start(() -> client.shutdown(HOUR));
            awaitClosing(client);

            ProbeCalls.reply(request);
            ProbeCalls.reply(server.take());
            assertEquals(CallResults.result(inFlight), "in flight");
            assertEquals(CallResults.result(waiting), "waiting");
            assertTrue(CallResults.result(drained));
            ProbeCalls.awaitClosed(request.connection());
            assertAddsUp(client);
        }
    }

    @Test
    public void atTheEndOfTheGraceCallsFail() throws Exception {
        List<CountedCallback<String>> calls = new ArrayList<>();
        try (ProbeServer server = ProbeServer.start(ThriftProtocol.COMPACT);
                ThriftClient client =
                        server.client().maxInFlightPerConnection(3).build()) {
            for (int i = 0; i < 6; i++) {
                calls.add(new CountedCallback<>());
                client.stub(Probe.AsyncIface.class).echo("text " + i, calls.get(i));
            }
            CompletableFuture<String> blocking =
                    CallerThread.start(() -> client.stub(Probe.Iface.class).echo("blocking"));
            Await.that("no blocking call", () -> client.counters().calls() == 7);
            ScriptedConnection connection = server.take(3).get(0).connection();
            long begin = System.nanoTime();
            assertFalse(client.shutdown(SHORT));
            assertTrue(System.nanoTime() - begin >= SHORT.toNanos(), "too early");

            for (int i = 0; i < 6; i++) {
                CallResults.failure(calls.get(i).end(), FailureCause.CLIENT_CLOSED, i < 3);
            }
            CallResults.failure(blocking, FailureCause.CLIENT_CLOSED, false);
            ProbeCalls.awaitClosed(connection);
            assertAddsUp(client);
        }
        for (CountedCallback<String> call : calls) {
            assertEquals(call.ends(), 1);
        }
    }

    @Test
    public void closingAgainChangesNothing() throws Exception {
        try (ProbeServer server = ProbeServer.start(ThriftProtocol.COMPACT)) {
            ThriftClient drained = server.client().build();
            assertTrue(drained.shutdown(HOUR));
            assertTrue(drained.shutdown(Duration.ZERO));
            drained.close();

            ThriftClient forceClose = server.client().build();
            CompletableFuture<String> call = echo(forceClose, "no reply");
            server.take();
            assertFalse(forceClose.shutdown(Duration.ZERO));
            assertFalse(forceClose.shutdown(HOUR));
            forceClose.close();
            CallResults.failure(call, FailureCause.CLIENT_CLOSED, true);
            assertAddsUp(forceClose);
        }
    }

    /** Of several graces, the one that ends first applies. */
    @Test
    public void threadsMayCloseConcurrently() throws Exception {
        try (ProbeServer server = ProbeServer.start(ThriftProtocol.COMPACT);
                ThriftClient client = client(server).build()) {
            CompletableFuture<String> call = echo(client, "no reply");
            server.take();
            List<CompletableFuture<Boolean>> closers = new ArrayList<>();
            closers.add(CallerThread.start(() -> client.shutdown(HOUR)));
            awaitClosing(client);
            for (int i = 0; i < 6; i++) {
                closers.add(CallerThread.start(() -> client.shutdown(HOUR)));
            }
            assertFalse(call.isDone());
            assertFalse(client.shutdown(SHORT));
            for (CompletableFuture<Boolean> closer : closers) {
                assertFalse(CallResults.result(closer));
            }
            CallResults.failure(call, FailureCause.CLIENT_CLOSED, true);
            assertAddsUp(client);
        }
    }

    @Test
    public void anInterruptEndsTheGrace() throws Exception {
        try (ProbeServer server = ProbeServer.start(ThriftProtocol.COMPACT);
                ThriftClient client = client(server).build()) {
            CompletableFuture<String> call = echo(client, "no reply");
            server.take();
            CompletableFuture<Thread> closer = new CompletableFuture<>();
            CompletableFuture<Boolean> interrupted = CallerThread.start(() -> {
                closer.complete(Thread.currentThread());
                assertFalse(client.shutdown(HOUR));
                return Thread.interrupted();
            });
            awaitClosing(client);
            CallResults.result(closer).interrupt();
            assertTrue(CallResults.result(interrupted), "the interrupt was swallowed");
            CallResults.failure(call, FailureCause.CLIENT_CLOSED, true);
        }
    }

    @Test
    public void aSelectorThreadMayNotClose() throws Exception {
        try (ProbeServer server = ProbeServer.echoing(ThriftProtocol.COMPACT);
                ThriftClient client = server.client().name("own-thread").build()) {
            CompletableFuture<IllegalStateException> refusal = new CompletableFuture<>();
            client.stub(Probe.AsyncIface.class)
                    .echo(
                            "a",
                            CallbackTest.onComplete(text ->
                                    refusal.complete(expectThrows(IllegalStateException.class, client::close))));
            String message = CallResults.result(refusal).getMessage();
            assertTrue(message.contains("own-thread"), message);
            assertEquals(CallResults.result(echo(client, "goes on")), "goes on");
        }
    }

    @Test
    public void aBlockingCallbackDoesNotBlockClose() throws Exception {
        CountDownLatch blocks = new CountDownLatch(1);
        CompletableFuture<Void> release = new CompletableFuture<>();
        try (ProbeServer server = ProbeServer.start(ThriftProtocol.COMPACT);
                ThriftClient client = server.client().build()) {
            CompletableFuture<String> blocked = echo(client, "blocked").thenApply(text -> {
                blocks.countDown();
                release.join(); // whether it is interrupted or not
                return text;
            });
            CompletableFuture<String> other = echo(client, "other");
            ProbeCalls.reply(server.take(2).get(0));
            assertTrue(blocks.await(CallResults.TIMEOUT_SECONDS, TimeUnit.SECONDS));
            assertFalse(client.shutdown(Duration.ZERO));
            assertFalse(blocked.isDone());
            CallResults.failure(other, FailureCause.CLIENT_CLOSED, true);

            release.complete(null);
            assertEquals(CallResults.result(blocked), "blocked");
            assertAddsUp(client);
        } finally {
            release.complete(null);
        }
    }

    @Test
    public void aBadGraceChangesNothing() throws Exception {
        try (ProbeServer server = ProbeServer.echoing(ThriftProtocol.COMPACT);
                ThriftClient client = client(server).build()) {
            expectThrows(IllegalArgumentException.class, () -> client.shutdown(Duration.ofMillis(-1)));
            expectThrows(IllegalArgumentException.class, () -> client.shutdown(HOUR.plusMillis(1)));
            assertEquals(CallResults.result(echo(client, "goes on")), "goes on");
        }
    }

    /** Threads call without pause while the client is closed: each call ends, and is counted once. */
    @Test
    public void closedUnderLoad() throws Exception {
        try (ProbeServer server = ProbeServer.echoing(ThriftProtocol.COMPACT)) {
            for (int round = 0; round < 30; round++) {
                ThriftClient client = server.client()
                        .connectionsPerEndpoint(2)
                        .selectorThreads(2)
                        .build();
                List<CountedCallback<String>> calls = new ArrayList<>();
                CompletableFuture<List<CountedCallback<String>>> caller =
                        CallerThread.start(() -> callUntilRefused(client, calls));
                long enough = 20L * round;
                Await.that("too few calls", () -> client.counters().completed() >= enough);
                client.shutdown(round % 2 == 0 ? Duration.ZERO : HOUR);
                for (CountedCallback<String> call : CallResults.result(caller)) {
                    CallResults.result(call.end().handle((result, failure) -> failure == null));
                }
                Await.that("more calls than ends", () -> client.counters().inFlight() == 0);
                assertAddsUp(client);
                assertEquals(calls.stream().filter(call -> call.ends() != 1).count(), 0);
            }
            Await.that("a connection is left", () -> server.openConnections() == 0);
        }
    }

    private static List<CountedCallback<String>> callUntilRefused(
            ThriftClient client, List<CountedCallback<String>> calls) throws TException {
        Probe.AsyncIface stub = client.stub(Probe.AsyncIface.class);
        while (client.counters().failed(FailureCause.CLIENT_CLOSED) == 0) {
            CountedCallback<String> call = new CountedCallback<>();
            calls.add(call);
            stub.echo("text", call);
            if (calls.size() % 100 == 0) {
                LockSupport.parkNanos(100_000);
            }
        }
        return calls;
    }

    /** Waits until the client is closing. A call that is too large fails in either case, with different causes. */
    private static void awaitClosing(ThriftClient client) {
        Await.that("the client does not close", () -> {
            try {
                return CallResults.failure(echo(client, TOO_LONG)).failure() == FailureCause.CLIENT_CLOSED;
            } catch (TException e) {
                throw new IllegalStateException(e);
            }
        });
    }

    private static ThriftClientBuilder client(ProbeServer server) {
        return server.client().maxFrameBytes(MAX_FRAME_BYTES);
    }

    private static void assertAddsUp(ThriftClient client) {
        ClientCounters counters = client.counters();
        assertEquals(counters.calls(), counters.completed() + counters.failed());
        assertEquals(counters.inFlight(), 0);
        assertEquals(counters.openConnections(), 0);
    }

    private static CompletableFuture<String> echo(ThriftClient client, String text) throws TException {
        return client.stub(Probe.FutureIface.class).echo(text);
    }
}
