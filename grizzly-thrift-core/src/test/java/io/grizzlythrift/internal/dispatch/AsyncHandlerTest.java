package io.grizzlythrift.internal.dispatch;

import static org.testng.Assert.assertEquals;
import static org.testng.Assert.assertFalse;
import static org.testng.Assert.assertTrue;

import io.grizzlythrift.call.ReplyOrder;
import io.grizzlythrift.limits.LimitType;
import io.grizzlythrift.limits.ServerLimits;
import io.grizzlythrift.message.ThriftProtocol;
import io.grizzlythrift.server.ThriftServer;
import io.grizzlythrift.server.ThriftServerBuilder;
import io.grizzlythrift.test.Await;
import io.grizzlythrift.test.LogCapture;
import io.grizzlythrift.test.TestSize;
import io.grizzlythrift.test.everything.AsyncEverything;
import io.grizzlythrift.test.gen.Everything;
import io.grizzlythrift.test.server.RawClient;
import io.grizzlythrift.test.server.Reply;
import io.grizzlythrift.test.server.Requests;
import io.grizzlythrift.test.server.Strategies;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.thrift.TApplicationException;
import org.apache.thrift.async.AsyncMethodCallback;
import org.apache.thrift.transport.TTransportException;
import org.testng.annotations.AfterMethod;
import org.testng.annotations.BeforeMethod;
import org.testng.annotations.Test;

/** Tests that the guarantees of a server also hold for calls of asynchronous handlers. */
@Test(timeOut = 60_000, dataProvider = "strategiesAndProtocols", dataProviderClass = Strategies.class)
public final class AsyncHandlerTest {
    private static final int SECONDS = 20;

    private LogCapture log;

    @BeforeMethod
    void captureTheLog() {
        log = LogCapture.start();
    }

    @AfterMethod(alwaysRun = true)
    void restoreTheLog() {
        log.close();
    }

    private static ThriftServerBuilder serve(Strategies strategy, ThriftProtocol protocol, AsyncEverything handler) {
        return strategy.builder(handler.processor()).protocol(protocol);
    }

    private static byte[] hold(Requests requests, int sequenceId, String key) throws Exception {
        return requests.call("hold", sequenceId, new Everything.hold_args(key));
    }

    private static AsyncMethodCallback<Object> callback(AsyncEverything handler, String key) throws Exception {
        return handler.held(key).get(SECONDS, TimeUnit.SECONDS);
    }

    private static void assertHold(RawClient client, ThriftProtocol protocol, int sequenceId) throws Exception {
        Reply reply = client.readReply(protocol);
        assertEquals(reply.sequenceId(), sequenceId);
        assertFalse(reply.isException());
    }

    private static void awaitNothingInFlight(ThriftServer server) {
        Await.that("calls stay in flight", () -> server.counters().inFlight() == 0);
    }

    public void repliesKeepTheOrderOfTheRequests(Strategies strategy, ThriftProtocol protocol) throws Exception {
        Requests requests = new Requests(protocol);
        AsyncEverything handler = new AsyncEverything(Runnable::run);
        try (ThriftServer server = serve(strategy, protocol, handler).build().start();
                RawClient client = new RawClient(server)) {
            client.sendFrames(
                    hold(requests, 1, "a"),
                    requests.echoString(2, "at once"),
                    hold(requests, 3, "b"),
                    requests.echoString(4, "at once too"));
            AsyncMethodCallback<Object> first = callback(handler, "a");
            callback(handler, "b").onComplete("b");
            Await.that("two calls end", () -> server.counters().inFlight() == 1);
            first.onComplete("a");
            assertHold(client, protocol, 1);
            client.readReply(protocol).assertEchoString(2, "at once");
            assertHold(client, protocol, 3);
            client.readReply(protocol).assertEchoString(4, "at once too");
            awaitNothingInFlight(server);
        }
    }

    public void repliesLeaveAsCompleted(Strategies strategy, ThriftProtocol protocol) throws Exception {
        Requests requests = new Requests(protocol);
        AsyncEverything handler = new AsyncEverything(Runnable::run);
        try (ThriftServer server = serve(strategy, protocol, handler)
                        .replyOrder(ReplyOrder.AS_COMPLETED)
                        .build()
                        .start();
                RawClient client = new RawClient(server)) {
            client.sendFrames(hold(requests, 1, "a"), requests.echoString(2, "first"));
            client.readReply(protocol).assertEchoString(2, "first");
            callback(handler, "a").onComplete("a");
            assertHold(client, protocol, 1);
        }
    }

    public void aSecondReplyIsDropped(Strategies strategy, ThriftProtocol protocol) throws Exception {
        Requests requests = new Requests(protocol);
        AsyncEverything handler = new AsyncEverything(Runnable::run);
        try (ThriftServer server = serve(strategy, protocol, handler).build().start();
                RawClient client = new RawClient(server)) {
            client.sendFrames(hold(requests, 1, "a"));
            AsyncMethodCallback<Object> callback = callback(handler, "a");
            callback.onComplete("once");
            callback.onComplete("twice");
            callback.onError(new IllegalStateException("three times"));
            client.sendFrames(requests.echoString(2, "next"));
            assertHold(client, protocol, 1);
            client.readReply(protocol).assertEchoString(2, "next");
            assertEquals(server.counters().duplicateReplies(), 2);
            assertTrue(log.awaitCount("the handler of hold replied twice") >= 1, log.text());
            awaitNothingInFlight(server);
        }
    }

    public void anOverdueCallGetsAnErrorReply(Strategies strategy, ThriftProtocol protocol) throws Exception {
        Requests requests = new Requests(protocol);
        AsyncEverything handler = new AsyncEverything(Runnable::run);
        ServerLimits limits =
                Strategies.patient().callTimeout(Duration.ofMillis(100)).build();
        try (ThriftServer server = serve(strategy, protocol, handler)
                        .limits(limits)
                        .build()
                        .start();
                RawClient client = new RawClient(server)) {
            client.sendFrames(hold(requests, 1, "a"), requests.echoString(2, "behind"));
            String message = client.readReply(protocol)
                    .assertFailure("hold", 1, TApplicationException.INTERNAL_ERROR)
                    .getMessage();
            assertEquals(message, "the handler has not replied within 100 ms, which is callTimeout");
            client.readReply(protocol).assertEchoString(2, "behind");
            assertEquals(server.counters().reached(LimitType.CALL_TIMEOUT), 1);
            assertEquals(log.awaitCount("hold gets an error reply"), 1, log.text());
            callback(handler, "a").onComplete("too late");
            assertEquals(server.counters().duplicateReplies(), 1);
            awaitNothingInFlight(server);
        }
    }

    public void failuresGetErrorReplies(Strategies strategy, ThriftProtocol protocol) throws Exception {
        Requests requests = new Requests(protocol);
        AsyncEverything handler = new AsyncEverything(task -> {
            throw new StackOverflowError("no executor");
        });
        try (ThriftServer server = serve(strategy, protocol, handler).build().start();
                RawClient client = new RawClient(server)) {
            client.sendFrames(
                    requests.call("unheardOf", 1, new Everything.hold_args("x")),
                    requests.echoString(2, "an Error"),
                    requests.cutShort(3),
                    hold(requests, 4, "transport"),
                    hold(requests, 5, "state"));
            callback(handler, "transport").onError(new TTransportException("of its own"));
            callback(handler, "state").onError(new IllegalStateException("no state"));
            client.readReply(protocol).assertFailure("unheardOf", 1, TApplicationException.UNKNOWN_METHOD);
            client.readReply(protocol).assertFailure("echoString", 2, TApplicationException.INTERNAL_ERROR);
            client.readReply(protocol).assertFailure("echoString", 3, TApplicationException.PROTOCOL_ERROR);
            client.readReply(protocol).assertFailure("hold", 4, TApplicationException.INTERNAL_ERROR);
            client.readReply(protocol).assertFailure("hold", 5, TApplicationException.INTERNAL_ERROR);
            awaitNothingInFlight(server);
        }
    }

    public void onewayCallsHaveNoReply(Strategies strategy, ThriftProtocol protocol) throws Exception {
        Requests requests = new Requests(protocol);
        AsyncEverything handler = new AsyncEverything(Runnable::run);
        try (ThriftServer server = serve(strategy, protocol, handler).build().start();
                RawClient client = new RawClient(server)) {
            client.sendFrames(
                    requests.oneway("note", 1, new Everything.note_args("a note")),
                    requests.oneway("hold", 2, new Everything.hold_args("sent as oneway")),
                    requests.oneway("failQuietly", 3, new Everything.failQuietly_args("RUNTIME")));
            handler.handler().noted("a note").get(SECONDS, TimeUnit.SECONDS);
            callback(handler, "sent as oneway").onComplete("for nobody");
            client.sendFrames(requests.echoString(4, "the only reply"));
            client.readReply(protocol).assertEchoString(4, "the only reply");
            awaitNothingInFlight(server);
        }
    }

    /** Returns the number of ended calls, including rejected ones. */
    private static long echoes(ThriftServer server) {
        return server.metrics().method("", "echoString").orElseThrow().calls();
    }

    public void drainWaitsForReplies(Strategies strategy, ThriftProtocol protocol) throws Exception {
        Requests requests = new Requests(protocol);
        AsyncEverything handler = new AsyncEverything(Runnable::run);
        ThriftServer server = serve(strategy, protocol, handler).build().start();
        try (RawClient client = new RawClient(server)) {
            client.sendFrames(hold(requests, 1, "a"));
            AsyncMethodCallback<Object> callback = callback(handler, "a");
            CompletableFuture<Boolean> drained =
                    CompletableFuture.supplyAsync(() -> server.shutdown(Duration.ofSeconds(SECONDS)));
            int last = 1;
            while (server.counters().rejectedCalls() == 0) { // until the drain has started
                client.sendFrames(requests.echoString(++last, "rejected"));
                long sent = last;
                Await.that("calls end", () -> echoes(server) == sent - 1);
            }
            assertFalse(drained.isDone());
            callback.onComplete("a");
            assertHold(client, protocol, 1);
            Reply reply = null;
            for (int id = 2; id <= last; id++) {
                reply = client.readReply(protocol);
                assertEquals(reply.sequenceId(), id);
            }
            reply.assertFailure("echoString", last, TApplicationException.INTERNAL_ERROR);
            assertTrue(drained.get(SECONDS, TimeUnit.SECONDS));
        } finally {
            server.close();
        }
    }

    public void aStoppedServerAbandonsPendingCalls(Strategies strategy, ThriftProtocol protocol) throws Exception {
        AsyncEverything handler = new AsyncEverything(Runnable::run);
        ThriftServer server = serve(strategy, protocol, handler).build().start();
        try (RawClient client = new RawClient(server)) {
            client.sendFrames(hold(new Requests(protocol), 1, "a"));
            AsyncMethodCallback<Object> callback = callback(handler, "a");
            assertFalse(server.shutdown(Duration.ZERO));
            awaitNothingInFlight(server);
            callback.onComplete("nobody listens");
            assertEquals(server.counters().duplicateReplies(), 1);
            client.assertClosedByServer();
        }
    }

    /** The replying thread belongs to the user and may be interrupted, which must not affect the connection. */
    public void anInterruptedThreadMayReply(Strategies strategy, ThriftProtocol protocol) throws Exception {
        Requests requests = new Requests(protocol);
        AsyncEverything handler = new AsyncEverything(Runnable::run);
        try (ThriftServer server = serve(strategy, protocol, handler).build().start();
                RawClient client = new RawClient(server)) {
            client.sendFrames(hold(requests, 1, "a"));
            AsyncMethodCallback<Object> callback = callback(handler, "a");
            Await.that("the call does not start", () -> server.counters().inFlight() == 1);
            boolean stillInterrupted = CompletableFuture.supplyAsync(() -> {
                        Thread.currentThread().interrupt();
                        callback.onComplete("a");
                        return Thread.interrupted();
                    })
                    .get(SECONDS, TimeUnit.SECONDS);
            assertTrue(stillInterrupted);
            assertHold(client, protocol, 1);
            client.sendFrames(requests.echoString(2, "goes on"));
            client.readReply(protocol).assertEchoString(2, "goes on");
        }
    }

    public void pendingCallsAreInFlight(Strategies strategy, ThriftProtocol protocol) throws Exception {
        Requests requests = new Requests(protocol);
        AsyncEverything handler = new AsyncEverything(Runnable::run);
        ServerLimits limits = Strategies.patient().maxInFlight(2).build();
        try (ThriftServer server = serve(strategy, protocol, handler)
                        .limits(limits)
                        .build()
                        .start();
                RawClient client = new RawClient(server)) {
            client.sendFrames(hold(requests, 1, "a"), hold(requests, 2, "b"));
            callback(handler, "a");
            callback(handler, "b");
            client.sendFrames(requests.echoString(3, "too many"));
            Await.that("a call is rejected", () -> server.counters().rejectedCalls() == 1);
            callback(handler, "a").onComplete("a");
            callback(handler, "b").onComplete("b");
            assertHold(client, protocol, 1);
            assertHold(client, protocol, 2);
            client.readReply(protocol).assertFailure("echoString", 3, TApplicationException.INTERNAL_ERROR);
            awaitNothingInFlight(server);
        }
    }

    /** Calls are completed at once, or by other threads in random order. Each gets its own reply, in request order. */
    public void manyThreadsCompleteManyCalls(Strategies strategy, ThriftProtocol protocol) throws Exception {
        int calls = TestSize.of(1_000, 5_000);
        Requests requests = new Requests(protocol);
        AtomicInteger turn = new AtomicInteger();
        AsyncEverything handler = new AsyncEverything(task -> {
            if (turn.getAndIncrement() % 3 == 0) {
                task.run();
            } else {
                ForkJoinPool.commonPool().execute(task);
            }
        });
        try (ThriftServer server = serve(strategy, protocol, handler).build().start();
                RawClient client = new RawClient(server)) {
            CompletableFuture<Void> sender = CompletableFuture.runAsync(() -> {
                try {
                    for (int id = 0; id < calls; id += 50) {
                        byte[][] frames = new byte[50][];
                        for (int i = 0; i < 50; i++) {
                            frames[i] = requests.echoString(id + i, "call " + (id + i));
                        }
                        client.sendFrames(frames);
                    }
                } catch (Exception e) {
                    throw new IllegalStateException(e);
                }
            });
            for (int id = 0; id < calls; id++) {
                client.readReply(protocol).assertEchoString(id, "call " + id);
            }
            sender.get(SECONDS, TimeUnit.SECONDS);
            awaitNothingInFlight(server);
            assertEquals(server.counters().duplicateReplies(), 0);
        }
    }
}
