package io.grizzlythrift.internal.dispatch;

import static org.testng.Assert.assertEquals;
import static org.testng.Assert.assertTrue;

import io.grizzlythrift.call.ReplyOrder;
import io.grizzlythrift.internal.frame.FrameBatches;
import io.grizzlythrift.internal.metrics.CounterRecorder;
import io.grizzlythrift.internal.metrics.LimitReporter;
import io.grizzlythrift.internal.reply.FlushTimer;
import io.grizzlythrift.internal.reply.ReplyQueue;
import io.grizzlythrift.internal.reply.TestReplyWriter;
import io.grizzlythrift.limits.LimitType;
import io.grizzlythrift.limits.ServerLimits;
import io.grizzlythrift.message.ThriftProtocol;
import io.grizzlythrift.strategy.spi.CallBatch;
import io.grizzlythrift.test.server.HeldProcessor;
import io.grizzlythrift.test.server.TestConnections;
import java.time.Duration;
import org.testng.annotations.AfterClass;
import org.testng.annotations.BeforeClass;
import org.testng.annotations.Test;

/** Tests that the list of waiting batches contains only batches that wait. */
public final class QueuedBatchesTest {
    private static final int MANY = 10_000;

    private final CounterRecorder counters = new CounterRecorder();
    private final QueuedBatches queued = new QueuedBatches();
    private FlushTimer flushTimer;
    private CallExecutorPool executors;
    private TestCallOrigin origin;

    @BeforeClass
    void start() {
        flushTimer = new FlushTimer("queued-batches");
        AdmissionControl admission =
                TestAdmission.of(ServerLimits.defaults(), new LimitReporter("queued-batches", counters));
        executors = TestConnections.executors(
                TestConnections.service(ThriftProtocol.BINARY, 1 << 20), flushTimer, admission, counters);
        ReplyQueue queue =
                TestConnections.queue(ReplyOrder.AS_COMPLETED, new TestReplyWriter((bytes, from, length) -> {}));
        origin = new TestCallOrigin(queue, new HeldProcessor());
    }

    @AfterClass(alwaysRun = true)
    void stop() {
        flushTimer.close();
    }

    private SubmittedBatch add() throws Exception {
        return add(System.nanoTime(), ServerLimits.defaults());
    }

    private SubmittedBatch add(long arrival, ServerLimits limits) throws Exception {
        byte[] message = HeldProcessor.call(ThriftProtocol.BINARY, "fast", 1);
        ReceivedCalls read = new ReceivedCalls(origin, FrameBatches.of(message), executors, arrival);
        SubmittedBatch batch = read.ofAll(TestAdmission.route(limits), CallBatch.NORMAL_PRIORITY);
        queued.add(batch);
        return batch;
    }

    /**
     * Calls of different methods may wait for different times, so the first to arrive is not always the first to be
     * overdue.
     */
    @Test
    void eachBatchIsOverdueByTheTimeOfItsRoute() throws Exception {
        long arrival = System.nanoTime();
        SubmittedBatch patient = add(
                arrival,
                ServerLimits.builder().queueTimeout(Duration.ofMinutes(10)).build());
        SubmittedBatch impatient = add(
                arrival,
                ServerLimits.builder().queueTimeout(Duration.ofMinutes(1)).build());
        long rejected = counters.reached(LimitType.QUEUE_TIMEOUT);
        queued.rejectOverdue(arrival + Duration.ofMinutes(1).toNanos());
        assertEquals(counters.reached(LimitType.QUEUE_TIMEOUT) - rejected, 0);
        queued.rejectOverdue(arrival + Duration.ofMinutes(1).toNanos() + 1);
        assertEquals(impatient.unclaimed(), 0);
        assertEquals(patient.unclaimed(), 1);
        queued.rejectOverdue(arrival + Duration.ofMinutes(10).toNanos() + 1);
        assertEquals(patient.unclaimed(), 0);
    }

    /** A call of low priority may wait for a long time while many other calls of its connection come and go. */
    @Test
    void servedBatchesAreNotKeptBehindOneThatWaits() throws Exception {
        add();
        for (int i = 0; i < MANY; i++) {
            add().drop();
        }
        add();
        assertTrue(queued.size() <= QueuedBatches.MIN_SWEEP_SIZE, queued.size() + " batches");
        long dropped = counters.droppedCalls();
        queued.connectionClosed();
        assertEquals(counters.droppedCalls() - dropped, 2, "those that wait");
        assertEquals(queued.size(), 0);
    }
}
