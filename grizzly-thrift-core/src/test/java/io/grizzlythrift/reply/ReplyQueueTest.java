package io.grizzlythrift.reply;

import static org.testng.Assert.assertEquals;
import static org.testng.Assert.assertFalse;
import static org.testng.Assert.assertTrue;

import io.grizzlythrift.call.ReplyOrder;
import io.grizzlythrift.connection.ServerConnection;
import io.grizzlythrift.frame.FrameOutput;
import io.grizzlythrift.test.TestConnections;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.testng.annotations.DataProvider;
import org.testng.annotations.Test;

/** The order in which replies reach the sink, call by call: the bytes of call n are the int n. */
public class ReplyQueueTest {
    private final List<Integer> written = Collections.synchronizedList(new ArrayList<>());
    private final AtomicInteger writes = new AtomicInteger();

    private void record(byte[] bytes, int offset, int length) {
        writes.incrementAndGet();
        ByteBuffer ints = ByteBuffer.wrap(bytes, offset, length);
        while (ints.hasRemaining()) {
            written.add(ints.getInt());
        }
    }

    private ReplyQueue line(ReplyOrder order) {
        written.clear();
        writes.set(0);
        return TestConnections.queue(order, new TestReplyWriter(this::record));
    }

    /** Delivers the replies of calls, as one thread that ran just these in this order. */
    private static void deliver(ReplyQueue line, int... calls) throws IOException {
        FrameOutput output = new FrameOutput(1 << 16);
        ReplyRuns replies = new ReplyRuns(output);
        ServerConnection owner = TestConnections.of(line);
        for (int call : calls) {
            output.write(ByteBuffer.allocate(4).putInt(0, call));
            replies.add(owner, call);
        }
        replies.deliver();
    }

    @Test
    void headLeavesAtOnceOthersWaitForIt() throws Exception {
        ReplyQueue line = line(ReplyOrder.REQUEST);
        assertEquals(line.accept(3), 0);
        assertEquals(line.accept(2), 3);
        deliver(line, 1);
        deliver(line, 3, 4);
        assertEquals(written, List.of());
        deliver(line, 0);
        assertEquals(written, List.of(0, 1));
        assertEquals(line.inFlight(), 3);
        deliver(line, 2);
        assertEquals(written, List.of(0, 1, 2, 3, 4));
        assertEquals(line.inFlight(), 0);
    }

    @Test
    void whatIsReadyTogetherIsOneWrite() throws Exception {
        ReplyQueue line = line(ReplyOrder.REQUEST);
        line.accept(9);
        deliver(line, 1, 2, 4, 6, 7);
        deliver(line, 8, 3);
        deliver(line, 5);
        assertEquals(writes.get(), 0);
        deliver(line, 0);
        assertEquals(written, List.of(0, 1, 2, 3, 4, 5, 6, 7, 8));
        assertTrue(writes.get() <= 2, writes + " writes: the head, and all that waited for it");
    }

    @Test
    void asCompletedWaitsForNothing() throws Exception {
        ReplyQueue line = line(ReplyOrder.AS_COMPLETED);
        line.accept(6);
        deliver(line, 4);
        deliver(line, 1, 3);
        deliver(line, 0, 2, 5);
        assertEquals(written, List.of(4, 1, 3, 0, 2, 5));
        assertEquals(writes.get(), 3);
        assertTrue(line.whenIdle().isDone());
    }

    @Test
    void onewayCallsMoveTheLineWithoutBytes() {
        ReplyQueue line = line(ReplyOrder.REQUEST);
        line.accept(2);
        line.deliver(List.of(new CopiedReplies(1, 1, new byte[] {0, 0, 0, 1})));
        ReplyRuns oneway = new ReplyRuns(new FrameOutput(1 << 16));
        oneway.add(TestConnections.of(line), 0);
        oneway.deliver();
        assertEquals(written, List.of(1));
        assertEquals(writes.get(), 1);
        assertEquals(line.inFlight(), 0);
    }

    /** Its place is delivered before it ends: replies behind it leave, and the line is idle when it has ended. */
    @Test
    void aOnewayCallThatRunsHoldsNoReplyBack() throws Exception {
        ReplyQueue line = line(ReplyOrder.REQUEST);
        line.accept(2);
        deliver(line, 1);
        line.beginOneway();
        line.deliver(List.of(new CopiedReplies(0, 1, new byte[0])));
        assertEquals(written, List.of(1));
        assertEquals(line.inFlight(), 1);
        assertFalse(line.whenIdle().isDone());
        line.endOneway();
        assertEquals(line.inFlight(), 0);
        assertTrue(line.whenIdle().isDone());
    }

    @Test
    void idleOnlyWhenEverythingIsWritten() throws Exception {
        ReplyQueue line = line(ReplyOrder.REQUEST);
        assertTrue(line(ReplyOrder.REQUEST).whenIdle().isDone());
        line.accept(2);
        deliver(line, 1);
        assertFalse(line.whenIdle().isDone());
        deliver(line, 0);
        assertTrue(line.whenIdle().isDone());
    }

    @Test(timeOut = 60_000)
    void deliveriesDuringAWriteAreLeftToTheWriter() throws Exception {
        CountDownLatch writing = new CountDownLatch(1);
        CountDownLatch goOn = new CountDownLatch(1);
        written.clear();
        writes.set(0);
        ReplyQueue line = TestConnections.queue(ReplyOrder.REQUEST, new TestReplyWriter((bytes, offset, length) -> {
            writing.countDown();
            try {
                assertTrue(goOn.await(20, TimeUnit.SECONDS));
            } catch (InterruptedException e) {
                throw new IllegalStateException(e);
            }
            record(bytes, offset, length);
        }));
        line.accept(4);
        Thread writer = new Thread(() -> {
            try {
                deliver(line, 0);
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        });
        writer.start();
        assertTrue(writing.await(20, TimeUnit.SECONDS));
        deliver(line, 2);
        deliver(line, 1);
        deliver(line, 3);
        goOn.countDown();
        writer.join();
        assertEquals(written, List.of(0, 1, 2, 3));
        assertEquals(writes.get(), 2);
    }

    @DataProvider
    Object[][] failures() {
        return new Object[][] {{new IOException("reset")}, {new IllegalStateException()}, {new OutOfMemoryError()}};
    }

    /** Whatever a write throws, somebody else may write next, and the line becomes idle. */
    @Test(dataProvider = "failures")
    void failedWriteAbortsTheConnectionAndLeavesTheLineInOrder(Throwable failure) throws Exception {
        TestReplyWriter sink = new TestReplyWriter((bytes, offset, length) -> {
            if (failure instanceof IOException checked) {
                throw checked;
            }
            if (failure instanceof Error error) {
                throw error;
            }
            throw (RuntimeException) failure;
        });
        ReplyQueue line = TestConnections.queue(ReplyOrder.REQUEST, sink);
        line.accept(4);
        deliver(line, 0);
        deliver(line, 2, 3);
        assertFalse(line.whenIdle().isDone());
        deliver(line, 1);
        assertTrue(line.whenIdle().isDone());
        assertFalse(sink.aborts.isEmpty());
        sink.aborts.forEach(cause -> assertEquals(cause, failure));
    }

    /** A peer may send its next call before the write of a reply has returned: the connection has room for it. */
    @Test
    void callsWhoseRepliesAreBeingWrittenAreAnswered() throws Exception {
        List<List<Long>> counts = new ArrayList<>();
        AtomicReference<ReplyQueue> written = new AtomicReference<>();
        TestReplyWriter sink = new TestReplyWriter((bytes, offset, length) ->
                counts.add(List.of(written.get().awaitingReply(), written.get().inFlight())));
        ReplyQueue line = TestConnections.queue(ReplyOrder.REQUEST, sink);
        written.set(line);
        line.accept(4);
        deliver(line, 1, 2);
        assertEquals(line.awaitingReply(), 4);
        deliver(line, 0);
        assertEquals(counts, List.of(List.of(3L, 4L), List.of(1L, 3L)));
        assertEquals(line.awaitingReply(), 1);
        deliver(line, 3);
        assertEquals(line.awaitingReply(), 0);
    }

    @Test
    void lineThatIsGivenUpIsIdle() {
        ReplyQueue waited = line(ReplyOrder.REQUEST);
        waited.accept(1);
        var idle = waited.whenIdle();
        assertFalse(idle.isDone());
        waited.abandon();
        assertTrue(idle.isDone());
        ReplyQueue notWaited = line(ReplyOrder.REQUEST);
        notWaited.accept(1);
        notWaited.abandon();
        assertTrue(notWaited.whenIdle().isDone());
    }

    @DataProvider
    Object[][] orders() {
        return new Object[][] {{ReplyOrder.REQUEST}, {ReplyOrder.AS_COMPLETED}};
    }

    @Test(dataProvider = "orders", timeOut = 60_000)
    void manyThreadsOneWriterEveryReplyOnce(ReplyOrder order) throws Exception {
        int calls = 200_000;
        AtomicBoolean inWrite = new AtomicBoolean();
        AtomicBoolean overlapped = new AtomicBoolean();
        written.clear();
        ReplyQueue line = TestConnections.queue(order, new TestReplyWriter((bytes, offset, length) -> {
            overlapped.compareAndSet(false, !inWrite.compareAndSet(false, true));
            record(bytes, offset, length);
            inWrite.set(false);
        }));
        line.accept(calls);
        AtomicInteger next = new AtomicInteger();
        List<Thread> threads = new ArrayList<>();
        for (int i = 0; i < 4; i++) {
            Random random = new Random(i);
            threads.add(new Thread(() -> deliverAll(line, next, calls, random)));
        }
        threads.forEach(Thread::start);
        for (Thread thread : threads) {
            thread.join();
        }
        assertFalse(overlapped.get(), "two writers at a time");
        assertTrue(line.whenIdle().isDone());
        List<Integer> all = new ArrayList<>(written);
        if (order == ReplyOrder.AS_COMPLETED) {
            Collections.sort(all);
        }
        assertEquals(all.size(), calls);
        for (int i = 0; i < calls; i++) {
            assertEquals((int) all.get(i), i);
        }
    }

    /** Claims calls one by one, as a worker does, and delivers a random number of them at a time. */
    private static void deliverAll(ReplyQueue line, AtomicInteger next, int calls, Random random) {
        FrameOutput output = new FrameOutput(1 << 16);
        ReplyRuns replies = new ReplyRuns(output);
        ServerConnection owner = TestConnections.of(line);
        try {
            for (int call = next.getAndIncrement(); call < calls; call = next.getAndIncrement()) {
                output.write(ByteBuffer.allocate(4).putInt(0, call));
                replies.add(owner, call);
                if (random.nextInt(8) == 0) {
                    replies.deliver();
                }
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        replies.deliver();
    }
}
