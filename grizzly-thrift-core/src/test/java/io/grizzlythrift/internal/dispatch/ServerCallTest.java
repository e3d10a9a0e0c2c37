package io.grizzlythrift.internal.dispatch;

import static org.testng.Assert.assertEquals;
import static org.testng.Assert.assertFalse;
import static org.testng.Assert.assertNull;
import static org.testng.Assert.assertTrue;

import io.grizzlythrift.call.CallContext;
import io.grizzlythrift.call.ReplyOrder;
import io.grizzlythrift.internal.frame.FrameBatches;
import io.grizzlythrift.internal.metrics.CounterRecorder;
import io.grizzlythrift.internal.metrics.LimitReporter;
import io.grizzlythrift.internal.reply.FlushTimer;
import io.grizzlythrift.internal.reply.TestReplyWriter;
import io.grizzlythrift.limits.ServerLimits;
import io.grizzlythrift.message.ThriftProtocol;
import io.grizzlythrift.strategy.spi.CallBatch;
import io.grizzlythrift.test.server.HeldProcessor;
import io.grizzlythrift.test.server.TestConnections;
import java.util.ArrayList;
import java.util.List;
import org.apache.thrift.TException;
import org.apache.thrift.TProcessor;
import org.testng.annotations.AfterMethod;
import org.testng.annotations.BeforeMethod;
import org.testng.annotations.Test;

/** Tests that one thread gets a call, and what is kept of it. */
@Test(timeOut = 60_000)
public final class ServerCallTest {
    private static final ThriftProtocol PROTOCOL = ThriftProtocol.BINARY;
    private static final CallRoute MAIN = TestAdmission.route(ServerLimits.defaults());

    private final List<CallContext> contexts = new ArrayList<>();
    private FlushTimer flushTimer;
    private CounterRecorder counters;
    private ReceivedCalls read;

    /** Reads four calls. */
    @BeforeMethod
    void begin() throws TException {
        flushTimer = new FlushTimer("server-call");
        counters = new CounterRecorder();
        contexts.clear();
        HeldProcessor handler = new HeldProcessor();
        TProcessor processor = (in, out) -> {
            contexts.add(CallContext.current().orElseThrow());
            handler.process(in, out);
        };
        AdmissionControl admission =
                TestAdmission.of(ServerLimits.defaults(), new LimitReporter("server-call", counters));
        CallExecutorPool executors =
                TestConnections.executors(TestConnections.service(PROTOCOL, 1 << 20), flushTimer, admission, counters);
        TestCallOrigin origin = new TestCallOrigin(
                TestConnections.queue(ReplyOrder.REQUEST, new TestReplyWriter((bytes, from, length) -> {})), processor);
        byte[][] messages = new byte[4][];
        for (int id = 0; id < messages.length; id++) {
            messages[id] = HeldProcessor.call(PROTOCOL, "fast", id);
        }
        read = new ReceivedCalls(origin, FrameBatches.of(messages), executors, System.nanoTime());
    }

    @AfterMethod(alwaysRun = true)
    void stop() {
        flushTimer.close();
    }

    public void isClaimedOnce() {
        SubmittedBatch batch = read.ofAll(MAIN, CallBatch.NORMAL_PRIORITY);
        for (int left = 4; left > 0; left--) {
            assertEquals(batch.unclaimed(), left);
            assertEquals(batch.claim().index(), 4 - left);
        }
        assertEquals(batch.unclaimed(), 0);
        assertNull(batch.claim());
        batch.drop();
        assertNull(batch.claim());
        assertEquals(counters.droppedCalls(), 0);
    }

    /** A thread that claimed exclusively may leave the rest to others. */
    public void isClaimedOnceAlsoAfterExclusiveClaims() {
        SubmittedBatch batch = read.ofAll(MAIN, CallBatch.NORMAL_PRIORITY);
        assertEquals(batch.claimExclusively().index(), 0);
        assertEquals(batch.claimExclusively().index(), 1);
        assertEquals(batch.unclaimed(), 2);
        assertEquals(batch.claim().index(), 2);
        assertEquals(batch.claimExclusively().index(), 3);
        assertNull(batch.claimExclusively());
        assertNull(batch.claim());
        assertEquals(batch.unclaimed(), 0);
    }

    public void isAdmittedIfItHasAPlace() {
        SubmittedBatch batch = read.ofAll(MAIN, CallBatch.NORMAL_PRIORITY);
        assertFalse(batch.claim().isAdmitted());
        batch.admit(() -> 0);
        assertTrue(batch.claim().isAdmitted());
        batch.drop();
        assertEquals(counters.droppedCalls(), 2);
    }

    /** A handler may keep the context of a call for as long as it likes. */
    public void keepsNothingOfItsReadOnceAllCallsAreDecoded() {
        SubmittedBatch batch = read.ofAll(MAIN, CallBatch.NORMAL_PRIORITY);
        batch.admit(() -> 0);
        List<ServerCall> calls = new ArrayList<>();
        for (ServerCall call = batch.claim(); call != null; call = batch.claim()) {
            calls.add(call);
            call.run();
        }
        batch.flush();
        assertEquals(read.batches().size(), 0);
        assertNull(read.frames());
        assertEquals(contexts, calls);
        for (CallContext context : contexts) {
            assertEquals(context.method(), "fast");
            assertTrue(context.messageBytes() > 0);
            assertFalse(context.isCancelled());
        }
    }
}
