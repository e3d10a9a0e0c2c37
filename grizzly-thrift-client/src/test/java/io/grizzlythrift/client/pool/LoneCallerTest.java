package io.grizzlythrift.client.pool;

import static org.testng.Assert.assertEquals;
import static org.testng.Assert.assertFalse;
import static org.testng.Assert.assertNotSame;
import static org.testng.Assert.assertTrue;

import io.grizzlythrift.client.call.FailureCause;
import io.grizzlythrift.client.config.CallOptions;
import io.grizzlythrift.client.gen.Probe;
import io.grizzlythrift.client.inflight.InFlightTable;
import io.grizzlythrift.client.inflight.PendingCall;
import io.grizzlythrift.client.testing.CallResults;
import io.grizzlythrift.client.testing.CallerThread;
import io.grizzlythrift.client.testing.ClientInternals;
import io.grizzlythrift.client.testing.CountedCallback;
import io.grizzlythrift.client.testing.RecordedCall;
import io.grizzlythrift.client.testing.scripted.LoneCaller;
import io.grizzlythrift.client.testing.scripted.LoneCaller.Held;
import io.grizzlythrift.client.testing.scripted.ReplyFrames;
import io.grizzlythrift.client.testing.scripted.ScriptedConnection;
import io.grizzlythrift.client.testing.scripted.ScriptedRequest;
import io.grizzlythrift.frame.FrameBatch;
import io.grizzlythrift.message.ThriftProtocol;
import io.grizzlythrift.peer.CloseNotice;
import io.grizzlythrift.test.Await;
import java.nio.channels.Selector;
import java.time.Duration;
import java.util.Arrays;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.testng.SkipException;
import org.testng.annotations.DataProvider;
import org.testng.annotations.Test;

/** Tests that a blocking caller that is alone on its connection reads its own reply, and that nothing is lost with it. */
@Test(timeOut = 120_000)
public class LoneCallerTest {
    private static final ReplyFrames FRAMES = new ReplyFrames(ThriftProtocol.COMPACT);
    private static final int UNKNOWN_ID = 1_000_000;
    private static final int FIRST_VERSION_WITH_VIRTUAL_THREADS = 21;

    /** More than it takes to leave the reading to callers. */
    private static final int CALLS = 40;

    private static final Duration SHORT = Duration.ofMillis(500);

    private static void reply(Held held) throws Exception {
        held.request().sendReply();
        assertEquals(CallResults.result(held.call()), "held");
    }

    public void theCallerReadsWithoutTheSelectorThread() throws Exception {
        try (LoneCaller lone = new LoneCaller()) {
            Held held = lone.hold();
            lone.holdSelector();
            reply(held);
            assertEquals(lone.reader(), "NONE");
            CompletableFuture<String> next = CallerThread.start(() -> lone.blocking("next"));
            lone.server().take().sendReply();
            assertEquals(CallResults.result(next), "next");
        }
    }

    public void aReplyMayComeInPieces() throws Exception {
        try (LoneCaller lone = new LoneCaller()) {
            Held held = lone.hold();
            lone.holdSelector();
            byte[] reply = held.request().reply();
            for (byte piece : reply) {
                lone.peer().send(new byte[] {piece});
            }
            assertEquals(CallResults.result(held.call()), "held");
        }
    }

    public void otherFramesMayComeWithTheReply() throws Exception {
        try (LoneCaller lone = new LoneCaller()) {
            Held held = lone.hold();
            lone.holdSelector();
            lone.peer().send(FRAMES.text("echo", UNKNOWN_ID, "nobody's"), held.request().reply());
            assertEquals(CallResults.result(held.call()), "held");
            assertEquals(lone.client().counters().unknownReplies(), 1);
        }
    }

    public void anAsynchronousCallMayJoin() throws Exception {
        try (LoneCaller lone = new LoneCaller()) {
            Held held = lone.hold();
            CountedCallback<String> joined = new CountedCallback<>();
            lone.client().stub(Probe.AsyncIface.class).echo("joined", joined);
            lone.awaitReader("SELECTOR");
            lone.server().take().sendReply();
            assertEquals(CallResults.result(joined.end()), "joined");
            assertOnSelector(joined.thread());
            assertFalse(held.call().isDone());
            reply(held);
        }
    }

    public void aBlockingCallMayJoin() throws Exception {
        try (LoneCaller lone = new LoneCaller()) {
            Held held = lone.hold();
            CompletableFuture<String> joined = CallerThread.start(() -> lone.blocking("joined"));
            ScriptedRequest request = lone.server().take();
            lone.awaitReader("SELECTOR");
            request.sendReply();
            assertEquals(CallResults.result(joined), "joined");
            reply(held);
        }
    }

    public void theReadingIsLeftToCallersAgain() throws Exception {
        try (LoneCaller lone = new LoneCaller()) {
            for (int i = 0; i < 3; i++) {
                Held held = lone.hold();
                CompletableFuture<String> joined =
                        lone.client().stub(Probe.FutureIface.class).echo("joined");
                lone.server().take().sendReply();
                CallResults.result(joined);
                reply(held);
            }
            assertEquals(lone.client().counters().connectAttempts(), 1);
        }
    }

    /** As if a caller had begun its next call before the selector thread was done with the last one. */
    public void theReadingIsNotLeftToCallersWhileACallIsInFlight() throws Exception {
        try (LoneCaller lone = new LoneCaller()) {
            lone.holdSelector();
            InFlightTable calls = ClientInternals.calls(lone.connection());
            PendingCall next = new RecordedCall(false, 1, 0);
            calls.register(next, lone.connection());
            assertEquals(afterLoneCalls(lone), "SELECTOR");
            calls.remove(next);
            assertEquals(afterLoneCalls(lone), "NONE");
        }
    }

    /** On this thread, in place of the selector thread, which is held. */
    private static String afterLoneCalls(LoneCaller lone) throws Exception {
        for (int i = 0; i < CALLS; i++) {
            ClientInternals.replyReader(lone.connection()).replied(true);
        }
        lone.connection().selectorHasRead();
        return lone.reader();
    }

    public void anAsynchronousCallMayFollow() throws Exception {
        try (LoneCaller lone = new LoneCaller().warmUp()) {
            CompletableFuture<String> call =
                    lone.client().stub(Probe.FutureIface.class).echo("follows");
            lone.server().take().sendReply();
            assertEquals(CallResults.result(call), "follows");
            assertEquals(lone.reader(), "SELECTOR");
        }
    }

    public void aOnewayCallChangesNothing() throws Exception {
        try (LoneCaller lone = new LoneCaller().warmUp()) {
            CallResults.result(CallerThread.start(() -> {
                lone.client().stub(Probe.Iface.class).note("oneway");
                return null;
            }));
            assertEquals(lone.server().take().text(), "oneway");
            assertEquals(lone.reader(), "NONE");
            Held held = lone.hold();
            lone.client().stub(Probe.Iface.class).note("beside");
            assertEquals(lone.server().take().text(), "beside");
            assertEquals(lone.reader(), "CALLER");
            reply(held);
        }
    }

    public void callsOfTransportsAreReadByTheSelectorThread() throws Exception {
        try (LoneCaller lone = new LoneCaller().warmUp()) {
            CompletableFuture<String> call = CallerThread.start(() ->
                    new Probe.Client(ThriftProtocol.COMPACT.getProtocol(lone.client().transport())).echo("transport"));
            ScriptedRequest request = lone.server().take();
            lone.awaitReader("SELECTOR");
            request.sendReply();
            assertEquals(CallResults.result(call), "transport");
        }
    }

    public void anOverdueCallEnds() throws Exception {
        try (LoneCaller lone = new LoneCaller()) {
            Held held = lone.hold();
            PendingCall call = ClientInternals.calls(lone.connection()).oldestSent();
            lone.connection().overdue(call, call.deadline());
            CallResults.failure(held.call(), FailureCause.TIMED_OUT, true);
            assertLateReplyIsDropped(lone, held);
        }
    }

    /** The timers are held, so only the caller notices. */
    public void theCallerNoticesTheDeadline() throws Exception {
        try (LoneCaller lone = new LoneCaller()) {
            CallOptions options = CallOptions.create().withTimeout(SHORT);
            Probe.Iface stub = lone.warmUp().client().stub(Probe.Iface.class, options);
            var sent = lone.server().takeSent(() -> CallerThread.start(() -> stub.echo("held")));
            CallResults.failure(sent.call(), FailureCause.TIMED_OUT, true);
            assertLateReplyIsDropped(lone, new Held(sent.call(), sent.request(), null));
        }
    }

    public void anInterruptedCallEnds() throws Exception {
        try (LoneCaller lone = new LoneCaller()) {
            Held held = lone.hold();
            held.caller().interrupt();
            CallResults.failure(held.call(), FailureCause.CANCELLED, true);
            assertLateReplyIsDropped(lone, held);
        }
    }

    /** As if no descriptor were left for it. */
    public void aCallerThatCannotWaitAtTheSocketLeavesTheReading() throws Exception {
        try (LoneCaller lone = new LoneCaller()) {
            reply(lone.hold());
            ClientInternals.callerSelector(lone.connection()).close();
            for (int i = 0; i < CALLS; i++) {
                CompletableFuture<String> call = CallerThread.start(() -> lone.blocking("next"));
                lone.server().take().sendReply();
                assertEquals(CallResults.result(call), "next");
                assertEquals(lone.reader(), "SELECTOR");
            }
        }
    }

    public void virtualThreadsDoNotRead() throws Exception {
        if (Runtime.version().feature() < FIRST_VERSION_WITH_VIRTUAL_THREADS) {
            throw new SkipException("this JDK has no virtual threads");
        }
        ExecutorService threads = (ExecutorService)
                Executors.class.getMethod("newVirtualThreadPerTaskExecutor").invoke(null);
        try (LoneCaller lone = new LoneCaller()) {
            for (int i = 0; i < CALLS; i++) {
                Future<String> call = threads.submit(() -> lone.blocking("virtual"));
                lone.server().take().sendReply();
                assertEquals(CallResults.result(call), "virtual");
                assertEquals(lone.reader(), "SELECTOR");
            }
        } finally {
            threads.shutdown();
        }
    }

    private static void assertLateReplyIsDropped(LoneCaller lone, Held held) throws Exception {
        lone.awaitReader("SELECTOR");
        held.request().sendReply();
        Await.that("no late reply", () -> lone.client().counters().lateReplies() == 1);
        CompletableFuture<String> next = CallerThread.start(() -> lone.blocking("next"));
        lone.server().take().sendReply();
        assertEquals(CallResults.result(next), "next");
        assertEquals(lone.client().counters().connectAttempts(), 1);
    }

    public void theClientMayBeClosed() throws Exception {
        try (LoneCaller lone = new LoneCaller()) {
            Held held = lone.hold();
            Selector waiting = ClientInternals.callerSelector(lone.connection());
            lone.releaseTimers();
            lone.client().close();
            CallResults.failure(held.call(), FailureCause.CLIENT_CLOSED, true);
            Await.that("the socket stays open", () -> !waiting.isOpen());
            lone.peer().awaitEnd();
        }
    }

    @DataProvider
    static Object[][] ends() {
        return new Object[][] {
            {FailureCause.CLOSED_BY_PEER, (LostConnectionTest.Fault) ScriptedConnection::finish},
            {FailureCause.CONNECTION_RESET, (LostConnectionTest.Fault) ScriptedConnection::reset},
            {FailureCause.PROTOCOL_ERROR, (LostConnectionTest.Fault) c -> c.send(ReplyFrames.length(-1))}
        };
    }

    @Test(dataProvider = "ends", timeOut = 120_000)
    public void theConnectionMayEnd(FailureCause cause, LostConnectionTest.Fault fault) throws Exception {
        try (LoneCaller lone = new LoneCaller()) {
            Held held = lone.hold();
            lone.holdSelector();
            fault.on(lone.peer());
            Selector waiting = ClientInternals.callerSelector(lone.connection());
            CallResults.failure(held.call(), cause, true);
            assertEquals(lone.reader(), "CLOSED");
            Await.that("the socket stays open", () -> !waiting.isOpen());
            lone.releaseSelector();
            lone.peer().awaitEnd();
        }
    }

    /** The selector thread could not see the end in time, so the caller looks before it sends. */
    @Test(dataProvider = "ends", timeOut = 120_000)
    public void noCallIsSentOnAConnectionThatHasEnded(FailureCause cause, LostConnectionTest.Fault fault)
            throws Exception {
        try (LoneCaller lone = new LoneCaller().warmUp()) {
            fault.on(lone.peer());
            CompletableFuture<String> next = CallerThread.start(() -> lone.blocking("next"));
            ScriptedRequest request = lone.server().take();
            assertNotSame(request.connection(), lone.peer());
            request.sendReply();
            assertEquals(CallResults.result(next), "next");
        }
    }

    @Test(dataProvider = "ends", timeOut = 120_000)
    public void theEndOfAnIdleConnectionIsNoticed(FailureCause cause, LostConnectionTest.Fault fault)
            throws Exception {
        try (LoneCaller lone = new LoneCaller()) {
            reply(lone.hold());
            fault.on(lone.peer());
            assertEquals(lone.reader(), "NONE");
            assertFalse(lone.connection().isClosed());
            Selector waiting = ClientInternals.callerSelector(lone.connection());
            lone.releaseTimers();
            Await.that("the connection stays", () -> lone.connection().isClosed());
            Await.that("the socket stays open", () -> !waiting.isOpen());
            lone.peer().awaitEnd();
        }
    }

    public void aCloseNoticeMayComeWithTheReply() throws Exception {
        try (LoneCaller lone = new LoneCaller()) {
            Held held = lone.hold();
            lone.peer().send(held.request().reply(), CloseNotice.encode(ThriftProtocol.COMPACT));
            assertEquals(CallResults.result(held.call()), "held");
            assertEndsInOrder(lone);
        }
    }

    public void aCloseNoticeMayComeBeforeTheReply() throws Exception {
        try (LoneCaller lone = new LoneCaller()) {
            Held held = lone.hold();
            lone.peer().send(CloseNotice.encode(ThriftProtocol.COMPACT));
            lone.awaitReader("SELECTOR");
            reply(held);
            assertEndsInOrder(lone);
        }
    }

    public void aCloseNoticeMayComeBetweenCalls() throws Exception {
        try (LoneCaller lone = new LoneCaller().warmUp()) {
            lone.peer().send(CloseNotice.encode(ThriftProtocol.COMPACT));
            assertEndsInOrder(lone);
        }
    }

    private static void assertEndsInOrder(LoneCaller lone) throws Exception {
        CompletableFuture<String> next = CallerThread.start(() -> lone.blocking("next"));
        ScriptedRequest request = lone.server().take();
        assertNotSame(request.connection(), lone.peer());
        request.sendReply();
        assertEquals(CallResults.result(next), "next");
        lone.peer().awaitEnd();
    }

    /** As if the caller had read it, before it noticed that another call had joined. */
    public void noCallbackRunsOnTheThreadOfAnotherCall() throws Exception {
        try (LoneCaller lone = new LoneCaller().warmUp()) {
            CountedCallback<String> callback = new CountedCallback<>();
            lone.client().stub(Probe.AsyncIface.class).echo("joined", callback);
            byte[] frame = lone.server().take().reply();
            lone.connection().replies(batchOf(frame));
            assertEquals(CallResults.result(callback.end()), "joined");
            assertOnSelector(callback.thread());
        }
    }

    private static void assertOnSelector(Thread thread) {
        assertTrue(thread.getName().contains("-selector-"), thread.getName());
    }

    private static FrameBatch batchOf(byte[] frame) {
        byte[] message = Arrays.copyOfRange(frame, Integer.BYTES, frame.length);
        return FrameBatch.of(message, 0, message.length);
    }
}
