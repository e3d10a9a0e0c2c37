package io.grizzlythrift.server;

import static org.testng.Assert.assertEquals;
import static org.testng.Assert.assertTrue;

import io.grizzlythrift.UniqueName;
import io.grizzlythrift.frame.FrameBatches;
import io.grizzlythrift.message.ThriftProtocol;
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

/** Calls that run, and answers that are given, on threads which live no longer: nothing is kept for each. */
@Test(timeOut = 60_000)
public final class ShortThreadsTest {
    private static final ThriftProtocol PROTOCOL = ThriftProtocol.BINARY;
    private static final int THREADS_TOGETHER = 2 * CallRunners.MAX_SPARES;
    private static final int THREADS = 2_000;

    private ServerCounters counters;
    private ServerMetrics metrics;
    private AtomicInteger sent;

    @BeforeMethod
    void begin() {
        counters = new ServerCounters();
        metrics = new ServerMetrics();
        sent = new AtomicInteger();
    }

    private CallRunners runners(ReplySweeper sweeper, Admission admission) {
        ServiceConfig service = TestConnections.service(PROTOCOL, 1 << 20);
        AsyncCalls async = new AsyncCalls(service, admission, new LimitEvents("short", counters), counters);
        return new CallRunners(service, sweeper, admission, async, counters, metrics);
    }

    private Thread thread(CallRunners runners, Admission admission, TProcessor processor) throws Exception {
        byte[] message = HeldProcessor.call(PROTOCOL, "fast", 1);
        return new Thread(() -> {
            ReplyLine line = TestConnections.line(
                    ReplyOrder.REQUEST, new TestSink((bytes, offset, length) -> sent.incrementAndGet()));
            ConnectionBatch batch = new ConnectionBatch(
                    new TestSource(line, processor), FrameBatches.of(message), runners, System.nanoTime());
            batch.admit(admission.admit(1, () -> 0));
            batch.run(batch.claim());
            batch.flush();
        });
    }

    private long countedCalls() {
        return metrics.methods().stream().mapToLong(MethodMetrics::calls).sum();
    }

    /** Strong references keep the threads themselves, so nothing is collected that a thread may still refer to. */
    public void oneThreadPerCallKeepsNothing() throws Exception {
        try (ReplySweeper sweeper = new ReplySweeper("short-one")) {
            Admission admission = new Admission(ServerLimits.defaults(), true, new LimitEvents("short-one", counters));
            CallRunners runners = runners(sweeper, admission);
            List<Thread> threads = new ArrayList<>();
            for (int i = 0; i < THREADS; i++) {
                Thread thread = thread(runners, admission, new HeldProcessor());
                threads.add(thread);
                thread.start();
                thread.join();
            }
            assertEquals(threads.size(), THREADS);
            assertEquals(sent.get(), THREADS);
            assertEquals(countedCalls(), THREADS);
            assertEquals(admission.inFlight(), 0);
            assertEquals(sweeper.registered(), 1);
            assertEquals(metrics.threads(), 1);
        }
    }

    /** More at a time than are kept: those too many are forgotten, what they have counted is not. */
    public void manyThreadsTogetherKeepSoManyAtMost() throws Exception {
        try (ReplySweeper sweeper = new ReplySweeper("short-many")) {
            Admission admission = new Admission(ServerLimits.defaults(), true, new LimitEvents("short-many", counters));
            CallRunners runners = runners(sweeper, admission);
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
                threads.add(thread(runners, admission, together));
            }
            threads.forEach(Thread::start);
            for (Thread thread : threads) {
                thread.join();
            }
            assertEquals(sent.get(), THREADS_TOGETHER);
            assertEquals(countedCalls(), THREADS_TOGETHER);
            assertEquals(sweeper.registered(), CallRunners.MAX_SPARES);
            assertTrue(metrics.threads() <= CallRunners.MAX_SPARES, metrics.threads() + " recorders");
        }
    }

    /** On a server, where replies are also written: direct memory would be the first to be used up. */
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
                        .protocol(protocol)
                        .build()
                        .start();
                RawClient client = new RawClient(server)) {
            for (int id = 0; id < calls; id++) {
                client.sendFrames(requests.echoString(id, "call " + id));
                client.readReply(protocol).assertEchoString(id, "call " + id);
            }
            assertEquals(threads.get(), calls);
            assertTrue(DirectBuffers.shared() <= DirectBuffers.MAX_SHARED, DirectBuffers.shared() + " buffers");
            assertTrue(
                    server.metrics().threads() <= CallRunners.MAX_SPARES,
                    server.metrics().threads() + " recorders");
        }
    }
}
