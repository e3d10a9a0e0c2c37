package io.grizzlythrift.internal.dispatch;

import static org.testng.Assert.assertEquals;
import static org.testng.Assert.assertFalse;
import static org.testng.Assert.assertTrue;

import io.grizzlythrift.call.ReplyOrder;
import io.grizzlythrift.call.ServerCallOutcome;
import io.grizzlythrift.internal.frame.FrameBatch;
import io.grizzlythrift.internal.frame.FrameBatches;
import io.grizzlythrift.internal.frame.FrameOutput;
import io.grizzlythrift.internal.frame.FrameOverflowException;
import io.grizzlythrift.internal.frame.ReadBufferPool;
import io.grizzlythrift.internal.message.ProcessorTable;
import io.grizzlythrift.internal.metrics.CounterRecorder;
import io.grizzlythrift.internal.metrics.LimitReporter;
import io.grizzlythrift.internal.reply.FlushTimer;
import io.grizzlythrift.internal.reply.ReplyQueue;
import io.grizzlythrift.internal.reply.ReplyRuns;
import io.grizzlythrift.internal.reply.TestReplyWriter;
import io.grizzlythrift.limits.ServerLimits;
import io.grizzlythrift.message.ThriftProtocol;
import io.grizzlythrift.strategy.internal.util.LogLimiter;
import io.grizzlythrift.strategy.spi.Call;
import io.grizzlythrift.strategy.spi.CallBatch;
import io.grizzlythrift.strategy.spi.StrategyThreads;
import io.grizzlythrift.test.Await;
import io.grizzlythrift.test.LogCapture;
import io.grizzlythrift.test.server.HeldProcessor;
import io.grizzlythrift.test.server.Reply;
import io.grizzlythrift.test.server.TestConnections;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Consumer;
import org.apache.thrift.TApplicationException;
import org.apache.thrift.TException;
import org.apache.thrift.TProcessor;
import org.apache.thrift.protocol.TMessage;
import org.apache.thrift.protocol.TMessageType;
import org.apache.thrift.protocol.TProtocolFactory;
import org.glassfish.grizzly.nio.transport.TCPNIOTransport;
import org.testng.annotations.AfterMethod;
import org.testng.annotations.BeforeMethod;
import org.testng.annotations.Test;

/**
 * Tests that a failure in any step of a call ends the call exactly once, or its connection, and affects no
 * other call.
 */
@Test(timeOut = 60_000)
public final class SurvivedFailuresTest {
    private static final ThriftProtocol PROTOCOL = ThriftProtocol.BINARY;
    private static final int MAX_FRAME_BYTES = 1 << 20;

    private final List<byte[]> sent = new CopyOnWriteArrayList<>();
    private final CounterRecorder counters = new CounterRecorder();
    private LogCapture log;
    private FlushTimer flushTimer;

    @BeforeMethod
    void begin() {
        log = LogCapture.start();
        flushTimer = new FlushTimer("survived-failures");
        sent.clear();
    }

    @AfterMethod(alwaysRun = true)
    void end() {
        flushTimer.close();
        log.close();
    }

    private ReplyQueue replyQueue() {
        return TestConnections.queue(
                ReplyOrder.REQUEST,
                new TestReplyWriter(
                        (bytes, offset, length) -> sent.add(Arrays.copyOfRange(bytes, offset, offset + length))));
    }

    /** Accepts calls and then fails whenever its queue is requested. */
    private final class BrokenQueue extends TestCallOrigin {
        private boolean broken;

        BrokenQueue() {
            super(SurvivedFailuresTest.this.replyQueue(), new HeldProcessor());
        }

        @Override
        public ReplyQueue replyQueue() {
            if (broken) {
                throw new OutOfMemoryError("queue");
            }
            return super.replyQueue();
        }
    }

    private static void note(ReplyRuns replies, CallOrigin source, byte... reply) throws FrameOverflowException {
        long call = source.replyQueue().accept(1);
        replies.output().write(reply, 0, reply.length);
        replies.add(source, call);
    }

    /** Buffers replies of a broken connection between those of two good ones. */
    private ReplyRuns threeConnections(BrokenQueue broken) throws FrameOverflowException {
        ReplyRuns replies = new ReplyRuns(new FrameOutput(0));
        note(replies, new TestCallOrigin(replyQueue(), null), (byte) 1);
        note(replies, broken, (byte) 2);
        note(replies, new TestCallOrigin(replyQueue(), null), (byte) 3);
        broken.broken = true;
        return replies;
    }

    private void assertOthersSent(ReplyRuns replies, BrokenQueue broken) {
        assertEquals(sent.size(), 2);
        assertEquals(sent.get(0), new byte[] {1});
        assertEquals(sent.get(1), new byte[] {3});
        assertEquals(broken.abandoned.get(), 1);
        assertTrue(replies.isEmpty());
        assertEquals(replies.output().size(), 0);
    }

    public void repliesOfOthersAreDelivered() throws Exception {
        BrokenQueue broken = new BrokenQueue();
        ReplyRuns replies = threeConnections(broken);
        replies.deliver();
        assertOthersSent(replies, broken);
    }

    public void copiesOfOthersAreDelivered() throws Exception {
        BrokenQueue broken = new BrokenQueue();
        ReplyRuns replies = threeConnections(broken);
        ReplyRuns copies = replies.snapshot();
        assertTrue(copies.copyBytes());
        replies.dropTo(copies.end());
        assertTrue(replies.isEmpty());
        assertEquals(sent.size(), 0);
        copies.deliver();
        assertOthersSent(replies, broken);
    }

    /** No bytes of a reply that could not be recorded are sent with the next one. */
    public void aReplyThatIsNotRecordedIsDropped() throws Exception {
        ReplyRuns replies = new ReplyRuns(new FrameOutput(0));
        TestCallOrigin source = new TestCallOrigin(replyQueue(), null);
        note(replies, source, (byte) 1);
        replies.output().write((byte) 2);
        replies.dropUnnoted();
        note(replies, source, (byte) 3);
        replies.deliver();
        assertEquals(sent.get(0), new byte[] {1, 3});
    }

    /** Passes each batch to the test. */
    private record DirectThreads(Consumer<CallBatch> execution) implements StrategyThreads {
        @Override
        public void install(TCPNIOTransport transport) {}

        @Override
        public void execute(CallBatch batch) {
            execution.accept(batch);
        }

        @Override
        public void shutdownNow() {}

        @Override
        public boolean awaitTermination(Duration timeout) {
            return true;
        }
    }

    private static void runAll(CallBatch batch) {
        for (Call call = batch.claim(); call != null; call = batch.claim()) {
            call.run();
        }
        batch.flush();
    }

    private static Dispatcher dispatcher(Consumer<CallBatch> execution) {
        return new Dispatcher(
                TestConnections.service(PROTOCOL, MAX_FRAME_BYTES), new DirectThreads(execution), now -> {});
    }

    private static FrameBatch calls(int... sequenceIds) throws TException {
        byte[][] frames = new byte[sequenceIds.length][];
        for (int i = 0; i < frames.length; i++) {
            frames[i] = HeldProcessor.call(PROTOCOL, "fast", sequenceIds[i]);
        }
        return FrameBatches.of(frames);
    }

    private List<Reply> replies() throws Exception {
        List<Reply> replies = new ArrayList<>();
        for (byte[] bytes : sent) {
            ByteBuffer frames = ByteBuffer.wrap(bytes);
            while (frames.hasRemaining()) {
                byte[] frame = new byte[frames.getInt()];
                frames.get(frame);
                replies.add(new Reply(PROTOCOL, frame));
            }
        }
        return replies;
    }

    /** Waits until all replies are sent: if a call takes long, the flush timer sends those of the calls before it. */
    private static void awaitFlush(TestCallOrigin source) {
        Await.that("the calls are not flushed", () -> source.replyQueue().isIdle());
    }

    private List<Integer> repliedIds() throws Exception {
        return replies().stream().map(Reply::sequenceId).toList();
    }

    public void callsOfAStrategyThatThrowsAreRejected() throws Exception {
        TestCallOrigin source = new TestCallOrigin(replyQueue(), new HeldProcessor());
        try (Dispatcher dispatcher = dispatcher(batch -> {
            batch.claim().run();
            throw new OutOfMemoryError("execute");
        })) {
            dispatcher.submit(source, calls(1, 2, 3));
            assertEquals(repliedIds(), List.of(1, 2, 3));
            assertFalse(replies().get(0).isException());
            replies().get(1).assertFailure("fast", 2, TApplicationException.INTERNAL_ERROR);
            replies().get(2).assertFailure("fast", 3, TApplicationException.INTERNAL_ERROR);
            assertEquals(dispatcher.counters().inFlight(), 0);
            assertTrue(source.replyQueue().isIdle());
            assertEquals(log.awaitCount("calls could not be handed to the strategy"), 1, log.text());
        }
    }

    public void callsThatCannotBeAcceptedEndTheirConnection() throws Exception {
        BrokenQueue source = new BrokenQueue();
        source.broken = true;
        try (Dispatcher dispatcher = dispatcher(SurvivedFailuresTest::runAll)) {
            dispatcher.submit(source, calls(1, 2));
            assertEquals(source.abandoned.get(), 1);
            assertEquals(dispatcher.counters().inFlight(), 0);
        }
    }

    /** Neither the call nor its error reply can be handled. */
    public void aCallWithoutAnErrorReplyEndsItsConnection() throws Exception {
        TestCallOrigin broken = new TestCallOrigin(replyQueue(), null) {
            @Override
            public ProcessorTable services() {
                throw new OutOfMemoryError("services");
            }

            @Override
            public LogLimiter terminationLog() {
                throw new OutOfMemoryError("log");
            }
        };
        TestCallOrigin good = new TestCallOrigin(replyQueue(), new HeldProcessor());
        try (Dispatcher dispatcher = dispatcher(SurvivedFailuresTest::runAll)) {
            dispatcher.submit(broken, calls(1, 2));
            dispatcher.submit(good, calls(3, 4));
            assertEquals(broken.abandoned.get(), 2);
            awaitFlush(good);
            assertEquals(repliedIds(), List.of(3, 4));
            assertEquals(dispatcher.counters().inFlight(), 0);
            assertTrue(broken.replyQueue().isIdle());
        }
    }

    /**
     * Shuts down after calls have arrived, just before they enter their reply queue. A drain rejects them and closes
     * idle connections.
     */
    public void aDrainMissesNoCallBeforeItIsQueued() throws Exception {
        Dispatcher[] dispatcher = new Dispatcher[1];
        boolean[] idle = new boolean[1];
        ReplyQueue queue = replyQueue();
        TestCallOrigin source = new TestCallOrigin(queue, new HeldProcessor()) {
            private boolean drained;

            @Override
            public ReplyQueue replyQueue() {
                if (!drained) {
                    drained = true;
                    dispatcher[0].rejectCalls("shutting down");
                    idle[0] = super.replyQueue().whenIdle().isDone();
                }
                return super.replyQueue();
            }
        };
        List<CallBatch> handedOver = new ArrayList<>();
        dispatcher[0] = dispatcher(handedOver::add);
        try (Dispatcher closed = dispatcher[0]) {
            closed.submit(source, calls(1));
            assertTrue(idle[0], "the connection may be closed by now");
            assertEquals(handedOver.size(), 0, "a call is to run whose connection is closed");
            replies().get(0).assertFailure("fast", 1, TApplicationException.INTERNAL_ERROR);
        }
    }

    /** A drain that begins after the calls entered the queue waits for them. */
    public void aDrainWaitsForQueuedCalls() throws Exception {
        TestCallOrigin source = new TestCallOrigin(replyQueue(), new HeldProcessor());
        List<CallBatch> handedOver = new ArrayList<>();
        try (Dispatcher dispatcher = dispatcher(handedOver::add)) {
            dispatcher.submit(source, calls(1));
            dispatcher.rejectCalls("shutting down");
            assertFalse(source.replyQueue().whenIdle().isDone());
            runAll(handedOver.get(0));
            assertTrue(source.replyQueue().whenIdle().isDone());
            assertEquals(repliedIds(), List.of(1));
        }
    }

    /** A handler runs calls of the same server on its own thread, like an executor that runs tasks directly. */
    public void nestedCallsUseTheirOwnReads() throws Exception {
        ReadBufferPool memory = new ReadBufferPool();
        TestCallOrigin inner = new TestCallOrigin(replyQueue(), new HeldProcessor());
        Dispatcher[] dispatcher = new Dispatcher[1];
        TProcessor echo = new HeldProcessor();
        int[] released = new int[1];
        TProcessor nesting = (in, out) -> {
            if (released[0] == 0) {
                dispatcher[0].submit(inner, largeCalls(memory, 10, 11, 12));
                released[0] = memory.pooledArrays();
                awaitFlush(inner);
            }
            echo.process(in, out);
        };
        TestCallOrigin outer = new TestCallOrigin(replyQueue(), nesting);
        dispatcher[0] = dispatcher(SurvivedFailuresTest::runAll);
        try (Dispatcher closed = dispatcher[0]) {
            FrameBatch outerCalls = largeCalls(memory, 1, 2);
            closed.submit(outer, outerCalls);
            awaitFlush(outer);
            assertEquals(repliedIds(), List.of(10, 11, 12, 1, 2));
            assertEquals(replies().stream().filter(Reply::isException).count(), 0);
            assertEquals(released[0], 1, "reads that can be used again inside the call");
            assertEquals(memory.pooledArrays(), 2);
            assertEquals(closed.counters().inFlight(), 0);
        }
    }

    private static FrameBatch largeCalls(ReadBufferPool memory, int... sequenceIds) throws TException {
        byte[][] frames = new byte[sequenceIds.length][];
        for (int i = 0; i < frames.length; i++) {
            frames[i] = Arrays.copyOf(HeldProcessor.call(PROTOCOL, "fast", sequenceIds[i]), 5_000);
        }
        return FrameBatches.of(memory, frames);
    }

    private static final class FailingListener implements AsyncCall.Listener {
        @Override
        public void ended(ServerCallOutcome.Kind kind, int replyBytes) {
            throw new OutOfMemoryError("end");
        }
    }

    private AsyncCall pending(PendingAsyncCalls calls, TestCallOrigin source) throws TException {
        CallExecutorPool executors = TestConnections.executors(
                TestConnections.service(PROTOCOL, MAX_FRAME_BYTES), flushTimer, admission(), counters);
        ReceivedCalls read = new ReceivedCalls(source, calls(7), executors, System.nanoTime());
        ServerCall call = read.ofAll(TestAdmission.routeWithoutTime(), CallBatch.NORMAL_PRIORITY)
                .claim();
        call.begin(new TMessage("hold", TMessageType.CALL, 7));
        AsyncCall async = new AsyncCall(calls, call, new FailingListener());
        assertEquals(async.detach(0), null);
        return async;
    }

    private AdmissionControl admission() {
        AdmissionControl admission = TestAdmission.of(ServerLimits.defaults(), new LimitReporter("async", counters));
        assertEquals(admission.admit(TestAdmission.routeWithoutTime(), null, 1, CallBatch.NORMAL_PRIORITY, () -> 0), 1);
        return admission;
    }

    private PendingAsyncCalls asyncCalls(TProtocolFactory protocol, AdmissionControl admission) {
        ServiceConfig service = TestConnections.service(protocol, MAX_FRAME_BYTES);
        return new PendingAsyncCalls(service, admission, new LimitReporter("async", counters), counters);
    }

    public void aReplyIsDeliveredAlthoughItsListenerFails() throws Exception {
        AdmissionControl admission = admission();
        PendingAsyncCalls calls = asyncCalls(PROTOCOL, admission);
        TestCallOrigin source = new TestCallOrigin(replyQueue(), null);
        pending(calls, source).failed();
        assertEquals(repliedIds(), List.of(7));
        assertEquals(admission.inFlight(), 0);
        assertTrue(source.replyQueue().isIdle());
        assertEquals(log.awaitCount("the end of hold could not be recorded"), 1, log.text());
    }

    public void aTimeoutReplyIsDeliveredAlthoughItsListenerFails() throws Exception {
        AdmissionControl admission = admission();
        PendingAsyncCalls calls = asyncCalls(PROTOCOL, admission);
        TestCallOrigin source = new TestCallOrigin(replyQueue(), null);
        pending(calls, source);
        calls.expireOverdue(System.nanoTime());
        assertEquals(repliedIds(), List.of(7));
        assertEquals(admission.inFlight(), 0);
    }

    public void aReplyThatCannotBeDeliveredEndsItsConnection() throws Exception {
        AdmissionControl admission = admission();
        PendingAsyncCalls unable = asyncCalls(
                transport -> {
                    throw new OutOfMemoryError("protocol");
                },
                admission);
        TestCallOrigin source = new TestCallOrigin(replyQueue(), null);
        pending(unable, source);
        assertEquals(admission.admit(TestAdmission.routeWithoutTime(), null, 1, CallBatch.NORMAL_PRIORITY, () -> 0), 1);
        TestCallOrigin other = new TestCallOrigin(replyQueue(), null);
        pending(unable, other);
        unable.expireOverdue(System.nanoTime());
        assertEquals(source.abandoned.get(), 1);
        assertEquals(other.abandoned.get(), 1);
        assertEquals(admission.inFlight(), 0);

        assertEquals(admission.admit(TestAdmission.routeWithoutTime(), null, 1, CallBatch.NORMAL_PRIORITY, () -> 0), 1);
        BrokenQueue broken = new BrokenQueue();
        AsyncCall call = pending(asyncCalls(PROTOCOL, admission), broken);
        broken.broken = true;
        call.failed();
        assertEquals(broken.abandoned.get(), 1);
        assertEquals(admission.inFlight(), 0);
    }

    public void anAbandonedCallEnds() throws Exception {
        AdmissionControl admission = admission();
        PendingAsyncCalls calls = asyncCalls(PROTOCOL, admission);
        pending(calls, new TestCallOrigin(replyQueue(), null));
        calls.close();
        assertEquals(admission.inFlight(), 0);
    }
}
