package io.grizzlythrift.client.internal.stub;

import static org.testng.Assert.assertEquals;
import static org.testng.Assert.assertSame;
import static org.testng.Assert.assertTrue;

import io.grizzlythrift.client.ThriftClient;
import io.grizzlythrift.client.call.FailureCause;
import io.grizzlythrift.client.config.CallOptions;
import io.grizzlythrift.client.gen.Probe;
import io.grizzlythrift.client.testing.CallResults;
import io.grizzlythrift.client.testing.CallerThread;
import io.grizzlythrift.client.testing.CountedCallback;
import io.grizzlythrift.client.testing.scripted.ProbeCalls;
import io.grizzlythrift.client.testing.scripted.ProbeServer;
import io.grizzlythrift.client.testing.scripted.ReplyFrames;
import io.grizzlythrift.message.ThriftProtocol;
import io.grizzlythrift.test.LogCapture;
import io.grizzlythrift.testkit.ReceivedCall;
import io.grizzlythrift.testkit.ScriptedConnection;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import org.testng.annotations.AfterClass;
import org.testng.annotations.BeforeClass;
import org.testng.annotations.Test;

/** Tests callbacks on a user's executor, for every way in which a call can end. */
public class CallbackExecutorTest {
    private static final CallOptions SOON = CallOptions.create().withTimeout(Duration.ofMillis(150));

    private ExecutorService executor;
    private Thread executorThread;

    @BeforeClass
    public void startExecutor() throws Exception {
        executor = Executors.newSingleThreadExecutor();
        executorThread = CallResults.result(executor.submit(Thread::currentThread));
    }

    @AfterClass
    public void stopExecutor() {
        executor.shutdownNow();
    }

    @Test
    public void allCallbacksRunOnTheExecutor() throws Exception {
        try (ProbeServer server = ProbeServer.start(ThriftProtocol.COMPACT);
                ThriftClient client =
                        server.client(5, 0).callbackExecutor(executor).build()) {
            server.connect(client);
            Probe.AsyncIface stub = client.stub(Probe.AsyncIface.class);
            List<CountedCallback<String>> calls = new ArrayList<>();
            for (int i = 0; i < 5; i++) {
                calls.add(i == 2 ? CallbackTest.sentSoon(server, client) : new CountedCallback<>());
            }
            stub.echo("replied", calls.get(0));
            stub.echo("unreadable", calls.get(1));
            stub.echo("lost", calls.get(3));
            CompletableFuture<Thread> future =
                    client.stub(Probe.FutureIface.class).echo("future").thenApply(text -> Thread.currentThread());
            stub.echo("refused", calls.get(4));
            CallResults.failure(calls.get(4).end(), FailureCause.NO_CAPACITY, false);

            List<ReceivedCall> requests = server.take(4);
            CallResults.failure(calls.get(2).end(), FailureCause.TIMED_OUT, true);
            ScriptedConnection connection = requests.get(0).connection();
            ProbeCalls.reply(requests.get(0));
            ProbeCalls.reply(requests.get(3));
            connection.send(new ReplyFrames(ThriftProtocol.COMPACT)
                    .withBody("echo", requests.get(1).sequenceId()));
            assertEquals(CallResults.result(calls.get(0).end()), "replied");
            CallResults.failure(calls.get(1).end(), FailureCause.UNREADABLE_REPLY, true);
            assertSame(CallResults.result(future), executorThread);
            connection.halfClose();
            CallResults.failure(calls.get(3).end(), FailureCause.CONNECTION_CLOSED, true);

            for (CountedCallback<String> call : calls) {
                assertSame(call.thread(), executorThread);
                assertEquals(call.ends(), 1);
            }
        }
    }

    @Test
    public void onewayCallsEndOnTheExecutor() throws Exception {
        try (ProbeServer server = ProbeServer.start(ThriftProtocol.COMPACT);
                ThriftClient client = server.client().callbackExecutor(executor).build()) {
            CountedCallback<Void> callback = new CountedCallback<>();
            client.stub(Probe.AsyncIface.class).note("oneway", callback);
            CallResults.result(callback.end());
            assertSame(callback.thread(), executorThread);
        }
    }

    @Test
    public void aStubMayWaitOnTheExecutor() throws Exception {
        try (ProbeServer server = ProbeServer.echoing(ThriftProtocol.COMPACT);
                ThriftClient client = server.client().callbackExecutor(executor).build()) {
            Probe.Iface waits = client.stub(Probe.Iface.class);
            CountedCallback<String> callback = new CountedCallback<>();
            client.stub(Probe.AsyncIface.class)
                    .echo("asked", CallbackTest.onComplete(text -> CallbackTest.echo(waits, text + " on", callback)));
            assertEquals(CallResults.result(callback.end()), "asked on");
            assertSame(callback.thread(), executorThread);
        }
    }

    @Test
    public void theClientMayBeClosedOnTheExecutor() throws Exception {
        try (ProbeServer server = ProbeServer.echoing(ThriftProtocol.COMPACT);
                ThriftClient client = server.client().callbackExecutor(executor).build()) {
            CompletableFuture<Boolean> drained = new CompletableFuture<>();
            client.stub(Probe.AsyncIface.class)
                    .echo(
                            "last words",
                            CallbackTest.onComplete(text -> drained.complete(
                                    client.shutdown(Duration.ofSeconds(CallResults.TIMEOUT_SECONDS)))));
            assertTrue(CallResults.result(drained));
        }
    }

    @Test
    public void rejectedCallbacksRunOnAThreadOfTheClient() throws Exception {
        try (LogCapture log = LogCapture.ofWarnings();
                ProbeServer server = ProbeServer.start(ThriftProtocol.COMPACT);
                ThriftClient client = server.client()
                        .name("rejected")
                        .callbackExecutor(task -> {
                            throw new RejectedExecutionException("too busy");
                        })
                        .build()) {
            server.connect(client);
            CountedCallback<String> replied = new CountedCallback<>();
            CountedCallback<String> timedOut = CallbackTest.sentSoon(server, client);
            client.stub(Probe.AsyncIface.class).echo("replied", replied);
            ProbeCalls.reply(server.take());
            assertEquals(CallResults.result(replied.end()), "replied");
            CallResults.failure(timedOut.end(), FailureCause.TIMED_OUT, true);
            for (Thread thread : List.of(replied.thread(), timedOut.thread())) {
                assertTrue(thread.getName().startsWith("rejected-selector-"), thread.getName());
            }
            assertTrue(log.awaitCount("rejected a callback") >= 1, log.toString());
            assertEquals(replied.ends() + timedOut.ends(), 2);
            assertEquals(client.counters().callbackErrors(), 0);
        }
    }

    @Test
    public void aFailingExecutorHarmsNoCall() throws Exception {
        try (LogCapture log = LogCapture.ofWarnings();
                ProbeServer server = ProbeServer.start(ThriftProtocol.COMPACT);
                ThriftClient client = server.client()
                        .callbackExecutor(task -> {
                            throw new OutOfMemoryError("no more threads, says the test");
                        })
                        .build()) {
            CountedCallback<String> first = new CountedCallback<>();
            CountedCallback<String> second = new CountedCallback<>();
            client.stub(Probe.AsyncIface.class).echo("first", first);
            client.stub(Probe.AsyncIface.class).echo("second", second);
            List<ReceivedCall> requests = server.take(2);
            requests.get(0)
                    .connection()
                    .send(ProbeCalls.encodedReply(requests.get(0)), ProbeCalls.encodedReply(requests.get(1)));
            assertEquals(CallResults.result(first.end()), "first");
            assertEquals(CallResults.result(second.end()), "second");
            assertEquals(client.counters().inFlight(), 0);
            assertEquals(client.counters().openConnections(), 1);
            assertTrue(log.awaitCount("no more threads") >= 1, log.toString());
        }
    }

    /** Even with an executor that runs tasks directly, user code does not delay deadlines. */
    @Test
    public void aDirectExecutorDelaysNoDeadline() throws Exception {
        CountDownLatch blocks = new CountDownLatch(1);
        CountDownLatch release = new CountDownLatch(1);
        try (ProbeServer server = ProbeServer.start(ThriftProtocol.COMPACT);
                ThriftClient client =
                        server.client().callbackExecutor(Runnable::run).build()) {
            CompletableFuture<Void> blocked = client.stub(Probe.FutureIface.class, SOON)
                    .echo("times out")
                    .handle((result, failure) -> {
                        blocks.countDown();
                        return CallbackTest.awaitUnchecked(release);
                    });
            assertTrue(blocks.await(CallResults.TIMEOUT_SECONDS, TimeUnit.SECONDS));
            CompletableFuture<String> waits = CallerThread.start(
                    () -> client.stub(Probe.Iface.class, SOON).echo("times out, too"));
            assertEquals(CallResults.failure(waits).failure(), FailureCause.TIMED_OUT);
            release.countDown();
            CallResults.result(blocked);
        } finally {
            release.countDown();
        }
    }
}
