package io.grizzlythrift.internal.dispatch;

import static org.testng.Assert.assertEquals;
import static org.testng.Assert.assertNotSame;
import static org.testng.Assert.assertTrue;

import io.grizzlythrift.internal.message.ReplyFormat;
import io.grizzlythrift.internal.metrics.CounterRecorder;
import io.grizzlythrift.internal.metrics.LimitReporter;
import io.grizzlythrift.message.ThriftProtocol;
import io.grizzlythrift.test.server.TestConnections;
import java.util.ArrayList;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.thrift.TApplicationException;
import org.apache.thrift.TException;
import org.apache.thrift.protocol.TMessage;
import org.apache.thrift.protocol.TMessageType;
import org.testng.annotations.BeforeMethod;
import org.testng.annotations.Test;

/** Tests the encoders of asynchronous replies when each reply comes from another thread. */
@Test(timeOut = 120_000)
public final class ShortRepliesTest {
    private static final int THREADS = 2_000;
    private static final int THREADS_TOGETHER = 200;
    private static final TMessage CALL = new TMessage("echo", TMessageType.CALL, 1);

    private PendingAsyncCalls calls;
    private Set<Object> used;

    @BeforeMethod
    void start() {
        CounterRecorder counters = new CounterRecorder();
        LimitReporter events = new LimitReporter("short-replies", counters);
        ServiceConfig service = TestConnections.service(ThriftProtocol.BINARY, 1 << 20);
        calls = new PendingAsyncCalls(service, TestAdmission.of(service.limits(), events), events, counters);
        used = Collections.synchronizedSet(Collections.newSetFromMap(new IdentityHashMap<>()));
    }

    private void beginReply() {
        try {
            AsyncReplyEncoder encoder = calls.encoder();
            CallFailures.write(CALL, new TApplicationException("reply"), encoder.begin(ReplyFormat.FRAMED));
            used.add(encoder);
        } catch (TException e) {
            throw new IllegalStateException("a reply cannot be encoded", e);
        }
    }

    /** The threads themselves are strongly referenced, so nothing that they refer to is garbage-collected. */
    private static List<Thread> runOneAfterTheOther(Runnable task) throws InterruptedException {
        List<Thread> threads = new ArrayList<>();
        for (int i = 0; i < THREADS; i++) {
            Thread thread = new Thread(task);
            threads.add(thread);
            thread.start();
            thread.join();
        }
        return threads;
    }

    public void consecutiveThreadsShareOneEncoder() throws Exception {
        AtomicInteger replies = new AtomicInteger();
        List<Thread> threads = runOneAfterTheOther(() -> {
            beginReply();
            assertTrue(calls.finishReply(ReplyFormat.FRAMED, CALL).frame().length > 0);
            used.add(calls.encoder());
            calls.exception(ReplyFormat.FRAMED, CALL, "in place of the handler");
            replies.incrementAndGet();
        });
        assertEquals(replies.get(), threads.size());
        assertEquals(used.size(), 1);
    }

    /** If more encoders are used than the pool keeps, the rest are dropped. */
    public void concurrentThreadsKeepABoundedNumber() throws Exception {
        CountDownLatch allBegun = new CountDownLatch(THREADS_TOGETHER);
        List<Thread> threads = new ArrayList<>();
        for (int i = 0; i < THREADS_TOGETHER; i++) {
            Thread thread = new Thread(() -> {
                beginReply();
                allBegun.countDown();
                awaitAll(allBegun);
                calls.finishReply(ReplyFormat.FRAMED, CALL);
            });
            threads.add(thread);
            thread.start();
        }
        for (Thread thread : threads) {
            thread.join();
        }
        assertEquals(used.size(), THREADS_TOGETHER);
        Set<Object> before = Set.copyOf(used);
        used.clear();
        List<AsyncReplyEncoder> kept = new ArrayList<>();
        for (int i = 0; i < THREADS_TOGETHER; i++) { // each keeps what it took
            Thread thread = new Thread(() -> kept.add(calls.encoder()));
            thread.start();
            thread.join();
        }
        long again = kept.stream().filter(before::contains).count();
        assertEquals(again, PendingAsyncCalls.MAX_SPARES);
    }

    private static void awaitAll(CountDownLatch latch) {
        try {
            assertTrue(latch.await(30, TimeUnit.SECONDS), "not all have started");
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** A thread that has released its encoder takes another one while a second thread uses the released one. */
    public void noEncoderIsUsedByTwoThreads() throws Exception {
        ExecutorService first = Executors.newSingleThreadExecutor();
        ExecutorService second = Executors.newSingleThreadExecutor();
        try {
            first.submit(() -> {
                        beginReply();
                        calls.finishReply(ReplyFormat.FRAMED, CALL);
                    })
                    .get(30, TimeUnit.SECONDS);
            AsyncReplyEncoder ofSecond = second.submit(calls::encoder).get(30, TimeUnit.SECONDS);
            assertNotSame(first.submit(calls::encoder).get(30, TimeUnit.SECONDS), ofSecond);
        } finally {
            first.shutdownNow();
            second.shutdownNow();
        }
    }
}
