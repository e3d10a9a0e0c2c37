package io.grizzlythrift.internal.dispatch;

import static org.testng.Assert.assertEquals;
import static org.testng.Assert.assertTrue;

import io.grizzlythrift.call.ReplyOrder;
import io.grizzlythrift.internal.frame.FrameBatches;
import io.grizzlythrift.internal.metrics.CounterRecorder;
import io.grizzlythrift.internal.metrics.LimitReporter;
import io.grizzlythrift.internal.metrics.MethodMetricsRecorder;
import io.grizzlythrift.internal.reply.FlushTimer;
import io.grizzlythrift.internal.reply.ReplyQueue;
import io.grizzlythrift.internal.reply.TestReplyWriter;
import io.grizzlythrift.limits.ServerLimits;
import io.grizzlythrift.message.ThriftProtocol;
import io.grizzlythrift.metrics.MethodMetrics;
import io.grizzlythrift.server.ThriftServer;
import io.grizzlythrift.strategy.ExecutorStrategy;
import io.grizzlythrift.strategy.spi.CallBatch;
import io.grizzlythrift.test.PatientLimits;
import io.grizzlythrift.test.UniqueName;
import io.grizzlythrift.test.server.EchoHandler;
import io.grizzlythrift.test.server.HeldProcessor;
import io.grizzlythrift.test.server.RawClient;
import io.grizzlythrift.test.server.Requests;
import io.grizzlythrift.test.server.Strategies;
import io.grizzlythrift.test.server.TestConnections;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.thrift.TProcessor;
import org.testng.annotations.BeforeMethod;
import org.testng.annotations.Test;

/** Tests that nothing is kept per thread when calls run on threads that end with them. */
@Test(timeOut = 60_000)
public final class ShortThreadsTest {
    private static final ThriftProtocol PROTOCOL = ThriftProtocol.BINARY;
    private static final int THREADS_TOGETHER = 2 * CallExecutorPool.MAX_SPARES;
    private static final int THREADS = 2_000;

    private CounterRecorder counters;
    private MethodMetricsRecorder metrics;
    private AtomicInteger sent;

    @BeforeMethod
    void begin() {
        counters = new CounterRecorder();
        metrics = new MethodMetricsRecorder();
        sent = new AtomicInteger();
    }

    private CallExecutorPool executors(FlushTimer flushTimer, AdmissionControl admission) {
        ServiceConfig service = TestConnections.service(PROTOCOL, 1 << 20);
        PendingAsyncCalls async =
                new PendingAsyncCalls(service, admission, new LimitReporter("short", counters), counters);
        return new CallExecutorPool(service, flushTimer, admission, async, counters, metrics, MethodPaces.NONE);
    }

    private Thread thread(CallExecutorPool executors, TProcessor processor) throws Exception {
        byte[] message = HeldProcessor.call(PROTOCOL, "fast", 1);
        return new Thread(() -> {
            ReplyQueue queue = TestConnections.queue(
                    ReplyOrder.REQUEST, new TestReplyWriter((bytes, offset, length) -> sent.incrementAndGet()));
            ReceivedCalls read = new ReceivedCalls(
                    new TestCallOrigin(queue, processor), FrameBatches.of(message), executors, System.nanoTime());
            SubmittedBatch batch = read.ofAll(TestAdmission.route(ServerLimits.defaults()), CallBatch.NORMAL_PRIORITY);
            assertEquals(batch.admit(() -> 0), 1);
            batch.claim().run();
            batch.flush();
        });
    }

    private long countedCalls() {
        return metrics.methods().stream().mapToLong(MethodMetrics::calls).sum();
    }

    /** The threads themselves are strongly referenced, so nothing that they refer to is garbage-collected. */
    public void oneThreadPerCallKeepsNothing() throws Exception {
        try (FlushTimer flushTimer = new FlushTimer("short-one")) {
            AdmissionControl admission =
                    TestAdmission.of(ServerLimits.defaults(), new LimitReporter("short-one", counters));
            CallExecutorPool executors = executors(flushTimer, admission);
            List<Thread> threads = new ArrayList<>();
            for (int i = 0; i < THREADS; i++) {
                Thread thread = thread(executors, new HeldProcessor());
                threads.add(thread);
                thread.start();
                thread.join();
            }
            assertEquals(threads.size(), THREADS);
            assertEquals(sent.get(), THREADS);
            assertEquals(countedCalls(), THREADS);
            assertEquals(admission.inFlight(), 0);
            assertEquals(flushTimer.registered(), 1);
            assertEquals(metrics.threads(), 1);
        }
    }

    /** If more executors are used than the pool keeps, the rest are dropped, but not their counts. */
    public void concurrentThreadsKeepABoundedNumber() throws Exception {
        try (FlushTimer flushTimer = new FlushTimer("short-many")) {
            AdmissionControl admission =
                    TestAdmission.of(ServerLimits.defaults(), new LimitReporter("short-many", counters));
            CallExecutorPool executors = executors(flushTimer, admission);
            CountDownLatch allRun = new CountDownLatch(THREADS_TOGETHER);
            TProcessor echo = new HeldProcessor();
            TProcessor together = (in, out) -> {
                allRun.countDown();
                try {
                    assertTrue(allRun.await(20, TimeUnit.SECONDS), "not all run");
                } catch (InterruptedException e) {
                    Thread.currentThread().interrupt();
                }
                echo.process(in, out);
            };
            List<Thread> threads = new ArrayList<>();
            for (int i = 0; i < THREADS_TOGETHER; i++) {
                threads.add(thread(executors, together));
            }
            threads.forEach(Thread::start);
            for (Thread thread : threads) {
                thread.join();
            }
            assertEquals(sent.get(), THREADS_TOGETHER);
            assertEquals(countedCalls(), THREADS_TOGETHER);
            assertEquals(flushTimer.registered(), CallExecutorPool.MAX_SPARES);
            assertTrue(metrics.threads() <= CallExecutorPool.MAX_SPARES, metrics.threads() + " recorders");
        }
    }

    /** Tests a server, which also writes replies: direct memory would run out first. */
    @Test(dataProvider = "protocols", dataProviderClass = Strategies.class)
    public void aServerWithAThreadPerRead(ThriftProtocol protocol) throws Exception {
        int calls = 500;
        Requests requests = new Requests(protocol);
        AtomicInteger threads = new AtomicInteger();
        ThreadPoolExecutor executor = new ThreadPoolExecutor(1, 1, 0, TimeUnit.SECONDS, new LinkedBlockingQueue<>()) {
            @Override
            public void execute(Runnable task) {
                threads.incrementAndGet();
                new Thread(task, "short-" + threads.get()).start();
            }
        };
        try (ThriftServer server = ThriftServer.builder()
                        .name(UniqueName.of("short-threads-" + protocol.name()))
                        .listen("127.0.0.1", 0)
                        .strategy(new ExecutorStrategy(executor))
                        .processor(EchoHandler.processor())
                        .limits(PatientLimits.builder().build())
                        .protocol(protocol)
                        .build()
                        .start();
                RawClient client = new RawClient(server)) {
            for (int id = 0; id < calls; id++) {
                client.sendFrames(requests.echoString(id, "call " + id));
                client.readReply(protocol).assertEchoString(id, "call " + id);
            }
            assertEquals(threads.get(), calls);
            assertTrue(
                    ((MethodMetricsRecorder) server.metrics()).threads() <= CallExecutorPool.MAX_SPARES,
                    ((MethodMetricsRecorder) server.metrics()).threads() + " recorders");
        }
    }
}
