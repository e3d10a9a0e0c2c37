package io.grizzlythrift.client.internal.stub;

import static org.testng.Assert.assertEquals;
import static org.testng.Assert.assertThrows;
import static org.testng.Assert.assertTrue;
import static org.testng.Assert.expectThrows;

import io.grizzlythrift.client.ThriftClient;
import io.grizzlythrift.client.call.FailureCause;
import io.grizzlythrift.client.config.CallOptions;
import io.grizzlythrift.client.gen.Probe;
import io.grizzlythrift.client.testing.CallResults;
import io.grizzlythrift.client.testing.CallerThread;
import io.grizzlythrift.client.testing.CountedCallback;
import io.grizzlythrift.client.testing.scripted.ProbeCalls;
import io.grizzlythrift.client.testing.scripted.ProbeServer;
import io.grizzlythrift.message.ThriftProtocol;
import io.grizzlythrift.test.Await;
import io.grizzlythrift.test.LogCapture;
import io.grizzlythrift.testkit.ReceivedCall;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import org.apache.thrift.TException;
import org.apache.thrift.async.AsyncMethodCallback;
import org.testng.annotations.Test;

/** Tests what callbacks may do, and how that affects other calls. */
public class CallbackTest {
    private static final String NAME = "callback-test";
    private static final String SELECTOR = NAME + "-selector-";

    private static final CallOptions SOON = CallOptions.create().withTimeout(Duration.ofMillis(150));

    @Test
    public void callbacksRunOnASelectorThread() throws Exception {
        try (ProbeServer server = ProbeServer.start(ThriftProtocol.COMPACT);
                ThriftClient client = server.client().name(NAME).build()) {
            server.connect(client);
            CountedCallback<String> timedOut = sentSoon(server, client);
            CountedCallback<String> callback = new CountedCallback<>();
            client.stub(Probe.AsyncIface.class).echo("callback", callback);
            CompletableFuture<Thread> future =
                    client.stub(Probe.FutureIface.class).echo("future").thenApply(text -> Thread.currentThread());
            CountedCallback<Void> oneway = new CountedCallback<>();
            client.stub(Probe.AsyncIface.class).note("oneway", oneway);
            CallResults.failure(timedOut.end(), FailureCause.TIMED_OUT, true);
            for (ReceivedCall request : server.take(3)) {
                ProbeCalls.reply(request);
            }
            assertEquals(CallResults.result(callback.end()), "callback");
            assertOnSelector(callback.thread());
            assertOnSelector(CallResults.result(future));
            assertOnSelector(timedOut.thread());
            CallResults.result(oneway.end());
            assertOnSelector(oneway.thread());
        }
    }

    /** Returns the callback of a call with a short deadline that was sent in time and gets no reply. */
    static CountedCallback<String> sentSoon(ProbeServer server, ThriftClient client) throws Exception {
        AtomicReference<CountedCallback<String>> callback = new AtomicReference<>();
        server.takeSent(() -> {
            callback.set(new CountedCallback<>());
            client.stub(Probe.AsyncIface.class, SOON).echo("times out", callback.get());
            return callback.get().end();
        });
        return callback.get();
    }

    private static void assertOnSelector(Thread thread) {
        assertTrue(thread.getName().startsWith(SELECTOR), thread.getName());
    }

    @Test
    public void aCallbackThatThrowsHarmsNoOtherCall() throws Exception {
        try (LogCapture log = LogCapture.ofWarnings();
                ProbeServer server = ProbeServer.start(ThriftProtocol.COMPACT);
                ThriftClient client = server.client().build()) {
            server.connect(client);
            ReceivedCall late = server.takeSent(() -> {
                        CountedCallback<String> callback = new CountedCallback<>();
                        client.stub(Probe.AsyncIface.class, SOON)
                                .echo("late", throwing(new StackOverflowError("thrown by a callback"), callback));
                        return callback.end();
                    })
                    .request();
            Probe.AsyncIface stub = client.stub(Probe.AsyncIface.class);
            stub.echo("exception", throwing(new IllegalStateException("thrown by a callback")));
            stub.echo("error", throwing(new AssertionError("thrown by a callback")));
            CountedCallback<String> sound = new CountedCallback<>();
            stub.echo("sound", sound);
            List<ReceivedCall> requests = server.take(3);
            Await.that("no timeout", () -> client.counters().inFlight() == 3);
            long timedOut = client.counters().timedOut();
            requests.get(0)
                    .connection()
                    .send(
                            ProbeCalls.encodedReply(requests.get(0)),
                            ProbeCalls.encodedReply(requests.get(1)),
                            ProbeCalls.encodedReply(late),
                            ProbeCalls.encodedReply(requests.get(2)));

            assertEquals(CallResults.result(sound.end()), "sound");
            Await.that("errors are not counted", () -> client.counters().callbackErrors() == 2 + timedOut);
            assertTrue(log.awaitCount("callback of echo") >= 1, log.toString());
            assertEquals(client.counters().completed(), 4);
            assertEquals(client.counters().failed(), timedOut);
            assertEquals(client.counters().openConnections(), 1);
            assertEquals(client.counters().connectAttempts(), 1);
        }
    }

    private static AsyncMethodCallback<String> throwing(Throwable thrown) {
        return throwing(thrown, new CountedCallback<>());
    }

    /** Notifies another callback, then throws. */
    private static AsyncMethodCallback<String> throwing(Throwable thrown, CountedCallback<String> next) {
        return new AsyncMethodCallback<>() {
            @Override
            public void onComplete(String result) {
                next.onComplete(result);
                throwUnchecked();
            }

            @Override
            public void onError(Exception failure) {
                next.onError(failure);
                throwUnchecked();
            }

            private void throwUnchecked() {
                if (thrown instanceof RuntimeException exception) {
                    throw exception;
                }
                throw (Error) thrown;
            }
        };
    }

    @Test
    public void callbacksMayStartCalls() throws Exception {
        try (ProbeServer server = ProbeServer.echoing(ThriftProtocol.COMPACT);
                ThriftClient client =
                        server.client().maxInFlightPerConnection(4).build()) {
            Probe.AsyncIface stub = client.stub(Probe.AsyncIface.class);
            int chains = 8;
            AtomicInteger left = new AtomicInteger(4_000);
            CountDownLatch ended = new CountDownLatch(chains);
            for (int i = 0; i < chains; i++) {
                stub.echo("first", new Chain(stub, left, ended));
            }
            assertTrue(ended.await(CallResults.TIMEOUT_SECONDS, TimeUnit.SECONDS), "a chain broke");
            assertEquals(client.counters().completed(), client.counters().calls());
            assertEquals(client.counters().callbackErrors(), 0);
        }
    }

    /** Starts the next call when one ends. */
    private record Chain(Probe.AsyncIface stub, AtomicInteger left, CountDownLatch ended)
            implements AsyncMethodCallback<String> {
        @Override
        public void onComplete(String result) {
            if (left.decrementAndGet() < 0) {
                ended.countDown();
                return;
            }
            try {
                stub.echo("next", this);
            } catch (TException e) {
                throw new IllegalStateException(e);
            }
        }

        @Override
        public void onError(Exception failure) {
            throw new IllegalStateException(failure);
        }
    }

    @Test
    public void blockingStubsAreRejectedOnASelectorThread() throws Exception {
        try (ProbeServer server = ProbeServer.start(ThriftProtocol.COMPACT);
                ThriftClient client = server.client().name(NAME).build()) {
            Probe.Iface waits = client.stub(Probe.Iface.class);
            CompletableFuture<IllegalStateException> refusal = client.stub(Probe.FutureIface.class)
                    .echo("future")
                    .thenApply(text -> expectThrows(IllegalStateException.class, () -> waits.echo("never sent")));
            ProbeCalls.reply(server.take());
            String message = CallResults.result(refusal).getMessage();
            for (String help : List.of("echo", SELECTOR, "AsyncIface", "FutureIface", "callbackExecutor")) {
                assertTrue(message.contains(help), message);
            }
            assertEquals(client.counters().calls(), 1, "it was counted as a call");
            assertEquals(server.waiting(), 0);
        }
    }

    @Test
    public void waitingForAFutureIsRejectedOnASelectorThread() throws Exception {
        try (ProbeServer server = ProbeServer.start(ThriftProtocol.COMPACT);
                ThriftClient client = server.client().name(NAME).build()) {
            Probe.FutureIface stub = client.stub(Probe.FutureIface.class);
            CompletableFuture<String> pending = stub.echo("pending");
            CompletableFuture<IllegalStateException> refusal = new CompletableFuture<>();
            client.stub(Probe.AsyncIface.class).echo("callback", onComplete(text -> {
                refusal.complete(expectThrows(IllegalStateException.class, pending::join));
                assertThrows(IllegalStateException.class, pending::get);
                assertThrows(IllegalStateException.class, () -> pending.get(1, TimeUnit.HOURS));
            }));
            List<ReceivedCall> requests = server.take(2);
            ProbeCalls.reply(requests.get(1));
            String message = CallResults.result(refusal).getMessage();
            assertTrue(message.contains("callbackExecutor"), message);
            ProbeCalls.reply(requests.get(0));
            assertEquals(CallResults.result(pending), "pending");
            assertEquals(client.counters().callbackErrors(), 0);
        }
    }

    @Test
    public void aStubOfAnotherClientMayWaitOnASelectorThread() throws Exception {
        try (ProbeServer server = ProbeServer.echoing(ThriftProtocol.COMPACT);
                ThriftClient client = server.client().build();
                ThriftClient other = server.client().build()) {
            Probe.Iface waits = other.stub(Probe.Iface.class);
            CountedCallback<String> callback = new CountedCallback<>();
            client.stub(Probe.AsyncIface.class).echo("asked", onComplete(text -> echo(waits, text + " on", callback)));
            assertEquals(CallResults.result(callback.end()), "asked on");
        }
    }

    static void echo(Probe.Iface stub, String text, CountedCallback<String> end) {
        try {
            end.onComplete(stub.echo(text));
        } catch (TException | RuntimeException e) {
            end.onError(e);
        }
    }

    public static AsyncMethodCallback<String> onComplete(Consumer<String> action) {
        return new AsyncMethodCallback<>() {
            @Override
            public void onComplete(String result) {
                action.accept(result);
            }

            @Override
            public void onError(Exception failure) {
                throw new IllegalStateException(failure);
            }
        };
    }

    @Test
    public void aCallbackThatBlocksHoldsCallsOfItsOwnSelectorOnly() throws Exception {
        CountDownLatch blocks = new CountDownLatch(1);
        CountDownLatch release = new CountDownLatch(1);
        try (ProbeServer server = ProbeServer.start(ThriftProtocol.COMPACT);
                ThriftClient client = server.client()
                        .connectionsPerEndpoint(2)
                        .selectorThreads(2)
                        .build()) {
            Probe.FutureIface stub = client.stub(Probe.FutureIface.class);
            CompletableFuture<String> first = stub.echo("first");
            Await.that("no connection", () -> client.counters().openConnections() >= 1);
            CompletableFuture<String> second = stub.echo("opens another connection");
            Await.that("no second connection", () -> client.counters().openConnections() == 2);
            List<CompletableFuture<String>> calls = new ArrayList<>(List.of(second));
            for (int i = 0; i < 4; i++) {
                calls.add(stub.echo("text " + i));
            }
            CompletableFuture<Void> blocked = first.thenAccept(text -> {
                blocks.countDown();
                awaitUnchecked(release);
            });
            List<ReceivedCall> requests = server.take(6);
            ReceivedCall blocking = requests.stream()
                    .filter(request -> ProbeCalls.text(request).equals("first"))
                    .findAny()
                    .orElseThrow();
            ProbeCalls.reply(blocking);
            assertTrue(blocks.await(CallResults.TIMEOUT_SECONDS, TimeUnit.SECONDS));

            requests.remove(blocking);
            int others = 0;
            for (ReceivedCall request : requests) {
                ProbeCalls.reply(request);
                if (request.connection() != blocking.connection()) {
                    others++;
                }
            }
            int expected = others;
            Await.that("the other selector is blocked, too", () -> done(calls) == expected);
            assertTrue(others > 0 && others < calls.size(), others + " calls on the other connection");
            ProbeServer.Sent<CompletableFuture<String>> waits = server.takeSent(() -> CallerThread.start(
                    () -> client.stub(Probe.Iface.class, SOON).echo("a deadline needs no selector")));
            CallResults.failure(waits.call(), FailureCause.TIMED_OUT, true);

            release.countDown();
            for (CompletableFuture<String> call : calls) {
                CallResults.result(call);
            }
            CallResults.result(blocked);
        } finally {
            release.countDown();
        }
    }

    private static int done(List<CompletableFuture<String>> calls) {
        return (int) calls.stream().filter(CompletableFuture::isDone).count();
    }

    static Void awaitUnchecked(CountDownLatch latch) {
        try {
            assertTrue(latch.await(CallResults.TIMEOUT_SECONDS, TimeUnit.SECONDS));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        return null;
    }

    @Test
    public void anInterruptLeftByACallbackOfATimeoutIsCleared() throws Exception {
        try (ProbeServer server = ProbeServer.start(ThriftProtocol.COMPACT);
                ThriftClient client = server.client().build()) {
            server.connect(client);
            CompletableFuture<Thread> interrupted = client.stub(Probe.FutureIface.class, SOON)
                    .echo("times out")
                    .handle((text, failure) -> {
                        Thread.currentThread().interrupt();
                        return Thread.currentThread();
                    });
            Thread selector = CallResults.result(interrupted);
            Await.that("the selector thread stays interrupted", () -> !selector.isInterrupted());
        }
    }

    /** With the flag set, the selector thread would spin, and its next wait in a callback would end at once. */
    @Test
    public void anInterruptDoesNotAffectTheNextCall() throws Exception {
        try (ProbeServer server = ProbeServer.start(ThriftProtocol.COMPACT);
                ThriftClient client =
                        server.client().maxInFlightPerConnection(1).build()) {
            server.connect(client);
            Probe.FutureIface stub = client.stub(Probe.FutureIface.class);
            CompletableFuture<Void> first = stub.echo("interrupts")
                    .thenAccept(text -> Thread.currentThread().interrupt());
            CompletableFuture<String> second = stub.echo("waits for a place");
            ProbeCalls.reply(server.take(1).get(0));
            CallResults.result(first);
            ProbeCalls.reply(server.take(1).get(0));
            assertEquals(CallResults.result(second), "waits for a place");
            assertEquals(client.counters().connectAttempts(), 1);
        }
    }

    @Test
    public void anInterruptLeftByACallbackIsCleared() throws Exception {
        try (ProbeServer server = ProbeServer.start(ThriftProtocol.COMPACT);
                ThriftClient client = server.client().build()) {
            CompletableFuture<Thread> interrupted = client.stub(Probe.FutureIface.class)
                    .echo("interrupts")
                    .thenApply(text -> {
                        Thread.currentThread().interrupt();
                        return Thread.currentThread();
                    });
            ProbeCalls.reply(server.take());
            Thread selector = CallResults.result(interrupted);
            Await.that("the selector thread stays interrupted", () -> !selector.isInterrupted());
            CompletableFuture<String> next =
                    client.stub(Probe.FutureIface.class).echo("next");
            ProbeCalls.reply(server.take());
            assertEquals(CallResults.result(next), "next");
        }
    }
}
