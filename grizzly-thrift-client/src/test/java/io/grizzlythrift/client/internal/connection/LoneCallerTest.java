package io.grizzlythrift.client.internal.connection;

import static org.testng.Assert.assertEquals;
import static org.testng.Assert.assertFalse;
import static org.testng.Assert.assertNull;
import static org.testng.Assert.assertTrue;

import io.grizzlythrift.client.gen.Probe;
import io.grizzlythrift.client.internal.call.InFlightTable;
import io.grizzlythrift.client.internal.call.PendingCall;
import io.grizzlythrift.client.testing.CallResults;
import io.grizzlythrift.client.testing.CallerThread;
import io.grizzlythrift.client.testing.ClientInternals;
import io.grizzlythrift.client.testing.CountedCallback;
import io.grizzlythrift.client.testing.RecordedCall;
import io.grizzlythrift.client.testing.scripted.LoneCaller;
import io.grizzlythrift.client.testing.scripted.LoneCaller.Held;
import io.grizzlythrift.client.testing.scripted.ProbeCalls;
import io.grizzlythrift.client.testing.scripted.ReplyFrames;
import io.grizzlythrift.internal.frame.FrameBatch;
import io.grizzlythrift.message.ThriftProtocol;
import io.grizzlythrift.testkit.ReceivedCall;
import java.nio.channels.Selector;
import java.util.Arrays;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.testng.SkipException;
import org.testng.annotations.Test;

/** Tests that a blocking caller that is alone on its connection reads its own reply, until another call joins. */
@Test(timeOut = 120_000)
public class LoneCallerTest {
    private static final ReplyFrames FRAMES = new ReplyFrames(ThriftProtocol.COMPACT);
    private static final int UNKNOWN_ID = 1_000_000;
    private static final int FIRST_VERSION_WITH_VIRTUAL_THREADS = 21;

    /** More lone calls than it takes before callers read. */
    private static final int CALLS = 40;

    /** Fewer than that. */
    private static final int FEW_CALLS = 8;

    public void theCallerReadsWithoutTheSelectorThread() throws Exception {
        try (LoneCaller lone = new LoneCaller()) {
            Held held = lone.hold();
            lone.holdSelector();
            held.end();
            assertEquals(lone.reader(), "NONE");
            CompletableFuture<String> next = CallerThread.start(() -> lone.blocking("next"));
            ProbeCalls.reply(lone.server().take());
            assertEquals(CallResults.result(next), "next");
        }
    }

    public void aReplyMayComeInPieces() throws Exception {
        try (LoneCaller lone = new LoneCaller()) {
            Held held = lone.hold();
            lone.holdSelector();
            byte[] reply = ProbeCalls.encodedReply(held.request());
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
            lone.peer().send(FRAMES.text("echo", UNKNOWN_ID, "nobody's"), ProbeCalls.encodedReply(held.request()));
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
            ProbeCalls.reply(lone.server().take());
            assertEquals(CallResults.result(joined.end()), "joined");
            assertOnSelector(joined.thread());
            assertFalse(held.call().isDone());
            held.end();
        }
    }

    public void aBlockingCallMayJoin() throws Exception {
        try (LoneCaller lone = new LoneCaller()) {
            Held held = lone.hold();
            CompletableFuture<String> joined = CallerThread.start(() -> lone.blocking("joined"));
            ReceivedCall request = lone.server().take();
            lone.awaitReader("SELECTOR");
            ProbeCalls.reply(request);
            assertEquals(CallResults.result(joined), "joined");
            held.end();
        }
    }

    public void theReadingIsLeftToCallersAgain() throws Exception {
        try (LoneCaller lone = new LoneCaller()) {
            for (int i = 0; i < 3; i++) {
                Held held = lone.hold();
                CompletableFuture<String> joined =
                        lone.client().stub(Probe.FutureIface.class).echo("joined");
                ProbeCalls.reply(lone.server().take());
                CallResults.result(joined);
                held.end();
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
            ProbeCalls.reply(lone.server().take());
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
            assertEquals(ProbeCalls.text(lone.server().take()), "oneway");
            assertEquals(lone.reader(), "NONE");
            Held held = lone.hold();
            lone.client().stub(Probe.Iface.class).note("beside");
            assertEquals(ProbeCalls.text(lone.server().take()), "beside");
            assertEquals(lone.reader(), "CALLER");
            held.end();
        }
    }

    public void callsOfTransportsAreReadByTheSelectorThread() throws Exception {
        try (LoneCaller lone = new LoneCaller().warmUp()) {
            CompletableFuture<String> call = CallerThread.start(() -> new Probe.Client(
                            ThriftProtocol.COMPACT.getProtocol(lone.client().transport()))
                    .echo("transport"));
            ReceivedCall request = lone.server().take();
            lone.awaitReader("SELECTOR");
            ProbeCalls.reply(request);
            assertEquals(CallResults.result(call), "transport");
        }
    }

    /** Descriptors are held for connections in use only. */
    public void theSelectorOfCallersIsClosedWhenNoneCalls() throws Exception {
        try (LoneCaller lone = new LoneCaller()) {
            lone.hold().end();
            Selector unused = ClientInternals.callerSelector(lone.connection());
            lone.releaseTimers();
            lone.awaitReader("SELECTOR");
            assertFalse(unused.isOpen());
            assertNull(ClientInternals.callerSelector(lone.connection()));
            lone.holdTimers();
            lone.hold().end();
            assertTrue(ClientInternals.callerSelector(lone.connection()).isOpen());
        }
    }

    /** A caller that calls now and then is not worth a change of the reader after each call. */
    public void afterAPauseCallersReadOnceTheyHaveMadeSeveralCalls() throws Exception {
        try (LoneCaller lone = new LoneCaller().warmUp()) {
            lone.releaseTimers();
            lone.awaitReader("SELECTOR");
            lone.holdTimers();
            for (int i = 0; i < FEW_CALLS; i++) {
                lone.call();
                assertEquals(lone.reader(), "SELECTOR");
            }
        }
    }

    /** As if no descriptor were left for it. */
    public void aCallerThatCannotWaitAtTheSocketLeavesTheReading() throws Exception {
        try (LoneCaller lone = new LoneCaller()) {
            lone.hold().end();
            ClientInternals.callerSelector(lone.connection()).close();
            for (int i = 0; i < CALLS; i++) {
                CompletableFuture<String> call = CallerThread.start(() -> lone.blocking("next"));
                ProbeCalls.reply(lone.server().take());
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
                ProbeCalls.reply(lone.server().take());
                assertEquals(CallResults.result(call), "virtual");
                assertEquals(lone.reader(), "SELECTOR");
            }
        } finally {
            threads.shutdown();
        }
    }

    /** As if the caller had read it, before it noticed that another call had joined. */
    public void noCallbackRunsOnTheThreadOfAnotherCall() throws Exception {
        try (LoneCaller lone = new LoneCaller().warmUp()) {
            CountedCallback<String> callback = new CountedCallback<>();
            lone.client().stub(Probe.AsyncIface.class).echo("joined", callback);
            byte[] frame = ProbeCalls.encodedReply(lone.server().take());
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
