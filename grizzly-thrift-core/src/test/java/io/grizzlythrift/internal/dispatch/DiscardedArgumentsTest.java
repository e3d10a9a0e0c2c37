package io.grizzlythrift.internal.dispatch;

import static org.testng.Assert.assertEquals;

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
import java.lang.reflect.Proxy;
import java.util.ArrayList;
import java.util.List;
import org.testng.annotations.AfterMethod;
import org.testng.annotations.BeforeMethod;
import org.testng.annotations.Test;

/** Tests that a call in another form does not keep its arguments once their memory is released. */
@Test(timeOut = 60_000)
public final class DiscardedArgumentsTest {
    /** What was called on the transcoder. */
    private final List<String> calls = new ArrayList<>();

    private FlushTimer flushTimer;
    private ReceivedCalls read;
    private SubmittedBatch batch;

    @BeforeMethod
    void begin() throws Exception {
        calls.clear();
        flushTimer = new FlushTimer("discarded-arguments");
        CounterRecorder counters = new CounterRecorder();
        AdmissionControl admission =
                TestAdmission.of(ServerLimits.defaults(), new LimitReporter("discarded-arguments", counters));
        CallExecutorPool executors = TestConnections.executors(
                TestConnections.service(ThriftProtocol.BINARY, 1 << 20), flushTimer, admission, counters);
        CallTranscoder transcoder = (CallTranscoder) Proxy.newProxyInstance(
                getClass().getClassLoader(), new Class<?>[] {CallTranscoder.class}, (proxy, method, arguments) -> {
                    calls.add(method.getName());
                    return null;
                });
        TestCallOrigin origin =
                new TestCallOrigin(
                        TestConnections.queue(ReplyOrder.REQUEST, new TestReplyWriter((bytes, from, length) -> {})),
                        new HeldProcessor()) {
                    @Override
                    public CallTranscoder transcoder() {
                        return transcoder;
                    }
                };
        byte[] message = HeldProcessor.call(ThriftProtocol.BINARY, "fast", 1);
        read = new ReceivedCalls(origin, FrameBatches.of(message), executors, System.nanoTime());
        batch = read.ofAll(TestAdmission.route(ServerLimits.defaults()), CallBatch.NORMAL_PRIORITY);
    }

    @AfterMethod(alwaysRun = true)
    void stop() {
        flushTimer.close();
    }

    /** The batch stays in the queue of its strategy, and is all that refers to the call. */
    public void aDroppedCallForgetsThem() {
        read.drop();
        assertEquals(batch.unclaimed(), 0);
        assertEquals(calls, List.of("discard"));
    }

    public void aCallThatHasEndedForgetsThem() {
        batch.claim();
        assertEquals(calls, List.of());
        read.consumed(1, false);
        assertEquals(calls, List.of("discard"));
    }

    /** They are converted by the threads of its method, whose read forgets them. */
    public void aMovedCallKeepsThem() throws Exception {
        ServerCall call = batch.claim();
        byte[] message = HeldProcessor.call(ThriftProtocol.BINARY, "fast", 1);
        ReceivedCalls other = new ReceivedCalls(call, FrameBatches.of(message));
        SubmittedBatch moved = other.ofAll(call.route(), CallBatch.NORMAL_PRIORITY);
        read.noteMoved();
        read.consumed(1, false);
        assertEquals(calls, List.of());
        other.drop();
        assertEquals(moved.unclaimed(), 0);
        assertEquals(calls, List.of("discard"));
    }
}
