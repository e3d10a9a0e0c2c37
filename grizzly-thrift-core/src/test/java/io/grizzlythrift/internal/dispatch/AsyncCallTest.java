package io.grizzlythrift.internal.dispatch;

import static org.testng.Assert.assertEquals;
import static org.testng.Assert.assertNull;

import io.grizzlythrift.call.ReplyOrder;
import io.grizzlythrift.internal.frame.FrameBatch;
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
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import org.apache.thrift.TException;
import org.apache.thrift.protocol.TMessage;
import org.apache.thrift.protocol.TMessageType;
import org.testng.annotations.AfterMethod;
import org.testng.annotations.BeforeMethod;
import org.testng.annotations.Test;

/** Tests what has happened before the reply of an asynchronous handler is sent. */
@Test(timeOut = 60_000)
public final class AsyncCallTest {
    private static final ThriftProtocol PROTOCOL = ThriftProtocol.BINARY;
    private static final CallRoute ROUTE = TestAdmission.route(ServerLimits.defaults());

    /** The calls in flight at each write. */
    private final List<Integer> written = new CopyOnWriteArrayList<>();

    private FlushTimer flushTimer;
    private AdmissionControl admission;
    private CallExecutorPool executors;
    private PendingAsyncCalls calls;
    private TestCallOrigin origin;

    @BeforeMethod
    void begin() {
        written.clear();
        CounterRecorder counters = new CounterRecorder();
        LimitReporter limits = new LimitReporter("async-call", counters);
        admission = TestAdmission.of(ServerLimits.defaults(), limits);
        assertEquals(admission.admit(ROUTE, null, 1, CallBatch.NORMAL_PRIORITY, () -> 0), 1);
        ServiceConfig service = TestConnections.service(PROTOCOL, 1 << 20);
        flushTimer = new FlushTimer("async-call");
        executors = TestConnections.executors(service, flushTimer, admission, counters);
        calls = new PendingAsyncCalls(service, admission, limits, counters);
        origin = new TestCallOrigin(
                TestConnections.queue(
                        ReplyOrder.REQUEST,
                        new TestReplyWriter((bytes, offset, length) -> written.add(admission.inFlight()))),
                null);
    }

    @AfterMethod(alwaysRun = true)
    void end() {
        flushTimer.close();
    }

    private AsyncCall call(AsyncCall.Listener listener) throws TException {
        FrameBatch frames = FrameBatches.of(HeldProcessor.call(PROTOCOL, "hold", 7));
        ReceivedCalls read = new ReceivedCalls(origin, frames, executors, System.nanoTime());
        ServerCall call = read.ofAll(ROUTE, CallBatch.NORMAL_PRIORITY).claim();
        call.begin(new TMessage("hold", TMessageType.CALL, 7));
        return new AsyncCall(calls, call, listener);
    }

    /** A peer that waits for each reply never exceeds a limit of one call. */
    public void itsPlaceIsFree() throws Exception {
        AsyncCall call = call((kind, replyBytes) -> {});
        assertNull(call.detach(0));
        assertEquals(admission.inFlight(), 1);
        call.failed();
        assertEquals(written, List.of(0));
    }

    /** The handler replies on another thread, and the thread that started the call moves on meanwhile. */
    public void itsListenerHasReturned() throws Exception {
        CompletableFuture<Void> notified = new CompletableFuture<>();
        CompletableFuture<Void> returns = new CompletableFuture<>();
        AsyncCall call = call((kind, replyBytes) -> {
            notified.complete(null);
            returns.join();
        });
        CompletableFuture<Void> replied = CompletableFuture.runAsync(call::failed, task -> new Thread(task).start());
        notified.get(30, TimeUnit.SECONDS);
        assertNull(call.detach(0), "the thread that started the call sends the reply");
        assertEquals(written, List.of());
        returns.complete(null);
        replied.get(30, TimeUnit.SECONDS);
        assertEquals(written, List.of(0));
    }
}
