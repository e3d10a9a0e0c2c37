package io.grizzlythrift.internal.reply;

import static org.testng.Assert.assertEquals;
import static org.testng.Assert.assertFalse;
import static org.testng.Assert.assertTrue;

import io.grizzlythrift.call.ReplyOrder;
import io.grizzlythrift.internal.connection.ServerConnection;
import io.grizzlythrift.internal.dispatch.AdmissionControl;
import io.grizzlythrift.internal.dispatch.CallExecutor;
import io.grizzlythrift.internal.dispatch.CallExecutorPool;
import io.grizzlythrift.internal.dispatch.ServiceConfig;
import io.grizzlythrift.internal.dispatch.SubmittedBatch;
import io.grizzlythrift.internal.dispatch.TestAdmission;
import io.grizzlythrift.internal.frame.FrameBatch;
import io.grizzlythrift.internal.frame.FrameBatches;
import io.grizzlythrift.internal.message.ProcessorTable;
import io.grizzlythrift.internal.metrics.CounterRecorder;
import io.grizzlythrift.internal.metrics.LimitReporter;
import io.grizzlythrift.message.ThriftProtocol;
import io.grizzlythrift.test.Await;
import io.grizzlythrift.test.LogCapture;
import io.grizzlythrift.test.server.HeldProcessor;
import io.grizzlythrift.test.server.Reply;
import io.grizzlythrift.test.server.TestConnections;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.IntConsumer;
import org.apache.thrift.TException;
import org.testng.annotations.Test;

/** Tests the flush timer tick by tick, and that its thread parks when nothing is buffered. */
public class FlushTimerTest {
    private static final ThriftProtocol PROTOCOL = ThriftProtocol.BINARY;

    /**
     * Sends replies behind a handler that runs for two ticks, leaves those behind a quicker one alone,
     * and nothing twice.
     */
    @Test(timeOut = 60_000)
    void bufferedRepliesAreSentAfterTwoTicksOfOneHandler() throws Exception {
        List<byte[]> sent = new CopyOnWriteArrayList<>();
        ReplyQueue queue = TestConnections.queue(
                ReplyOrder.REQUEST,
                new TestReplyWriter(
                        (bytes, offset, length) -> sent.add(Arrays.copyOfRange(bytes, offset, offset + length))));
        HeldProcessor processor = new HeldProcessor();
        ServerConnection connection = TestConnections.of(queue);
        connection.serve(new ProcessorTable(processor, Map.of()));
        try (FlushTimer ownThread = new FlushTimer("unused")) {
            ServiceConfig service = TestConnections.service(PROTOCOL, 1 << 20);
            CounterRecorder counters = new CounterRecorder();
            AdmissionControl admission = TestAdmission.of(service.limits(), new LimitReporter("unused", counters));
            ReplyBuffer buffer = new ReplyBuffer(ownThread, admission::ended);
            CallExecutorPool executors = TestConnections.executors(service, ownThread, admission, counters);
            CallExecutor executor = executors.newExecutor(buffer);
            FrameBatch frames =
                    FrameBatches.of(message("fast", 0), message("hold", 1), message("hold", 2), message("fast", 3));
            SubmittedBatch batch = TestAdmission.admitted(connection, frames, executors, System.nanoTime());
            assertFalse(buffer.flushIfStalled(), "nothing is buffered");
            Thread worker = new Thread(() -> {
                for (int call = 0; call < 4; call++) {
                    executor.run(batch.claim());
                }
                executor.flush();
            });
            worker.start();

            processor.awaitStart(1);
            assertTrue(buffer.flushIfStalled(), "call 1 is seen for the first time");
            assertEquals(sent.size(), 0);
            processor.release(1);
            processor.awaitStart(2);
            assertTrue(buffer.flushIfStalled(), "call 2 is seen for the first time");
            assertEquals(sent.size(), 0);
            assertTrue(buffer.flushIfStalled(), "call 2 still runs");
            assertEquals(sent.size(), 1);
            assertFalse(buffer.flushIfStalled(), "nothing is buffered any more");
            processor.release(2);
            worker.join();
            assertEquals(sent.size(), 2);
        }
        int next = 0;
        for (byte[] bytes : sent) {
            ByteBuffer frames = ByteBuffer.wrap(bytes);
            while (frames.hasRemaining()) {
                byte[] frame = new byte[frames.getInt()];
                frames.get(frame);
                assertEquals(new Reply(PROTOCOL, frame).sequenceId(), next++);
            }
        }
        assertEquals(next, 4);
    }

    private static byte[] message(String method, int sequenceId) {
        try {
            return HeldProcessor.call(PROTOCOL, method, sequenceId);
        } catch (TException e) {
            throw new IllegalStateException(e);
        }
    }

    @Test(timeOut = 60_000)
    void threadParksWhenNothingIsBufferedAndEndsOnClose() throws Exception {
        FlushTimer flushTimer = new FlushTimer("flush-timer-test");
        assertEquals(flushTimer.thread().getName(), "flush-timer-test-flush-timer");
        for (int i = 0; i < 3; i++) {
            flushTimer.wake();
            Await.that("the flush timer never parks", () -> flushTimer.thread().getState() == Thread.State.WAITING);
        }
        flushTimer.close();
        flushTimer.thread().join();
    }

    @Test(timeOut = 60_000)
    void aFailedFlushDoesNotStopOthers() throws Exception {
        try (LogCapture log = LogCapture.start();
                FlushTimer flushTimer = new FlushTimer("flush-timer-fails")) {
            ReplyBuffer broken = withOneCall(flushTimer, ended -> {
                throw new IllegalStateException("made up by a test");
            });
            AtomicInteger endedCalls = new AtomicInteger();
            ReplyBuffer good = withOneCall(flushTimer, endedCalls::addAndGet);
            broken.share();
            good.share();
            Await.that("the other buffer is not flushed", () -> endedCalls.get() == 1);
            Await.that("the failure is not logged", () -> log.count("replies could not be flushed") > 0);
            assertTrue(flushTimer.thread().isAlive(), "the flush timer has died");
        }
    }

    /** Returns a registered buffer that holds one ended call. */
    private static ReplyBuffer withOneCall(FlushTimer flushTimer, IntConsumer endedCalls) {
        ReplyQueue queue =
                TestConnections.queue(ReplyOrder.REQUEST, new TestReplyWriter((bytes, offset, length) -> {}));
        ReplyBuffer buffer = new ReplyBuffer(flushTimer, endedCalls);
        buffer.endCall(TestConnections.of(queue), queue.accept(1), true);
        flushTimer.register(buffer);
        return buffer;
    }
}
