package io.grizzlythrift.internal.reply;

import static org.testng.Assert.assertEquals;
import static org.testng.Assert.assertFalse;
import static org.testng.Assert.assertTrue;

import io.grizzlythrift.call.ReplyOrder;
import io.grizzlythrift.internal.connection.ServerConnection;
import io.grizzlythrift.internal.frame.FrameOutput;
import io.grizzlythrift.internal.memory.MemoryBudget;
import io.grizzlythrift.memory.MemoryPart;
import io.grizzlythrift.test.server.TestConnections;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.testng.annotations.DataProvider;
import org.testng.annotations.Test;

/** Tests the order in which replies reach the writer. The reply to call n is the int n. */
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

    private ReplyQueue queue(ReplyOrder order) {
        written.clear();
        writes.set(0);
        return TestConnections.queue(order, new TestReplyWriter(this::record));
    }

    /** Delivers replies like a thread that ran these calls in this order. */
    private static void deliver(ReplyQueue queue, int... calls) throws IOException {
        FrameOutput output = new FrameOutput(1 << 16);
        ReplyRuns replies = new ReplyRuns(output);
        ServerConnection owner = TestConnections.of(queue);
        for (int call : calls) {
            output.write(ByteBuffer.allocate(4).putInt(0, call));
            replies.add(owner, call);
        }
        replies.deliver();
    }

    @Test
    void headIsWrittenAtOnceOthersWaitForIt() throws Exception {
        ReplyQueue queue = queue(ReplyOrder.REQUEST);
        assertEquals(queue.accept(3), 0);
        assertEquals(queue.accept(2), 3);
        deliver(queue, 1);
        deliver(queue, 3, 4);
        assertEquals(written, List.of());
        deliver(queue, 0);
        assertEquals(written, List.of(0, 1));
        assertEquals(queue.inFlight(), 3);
        deliver(queue, 2);
        assertEquals(written, List.of(0, 1, 2, 3, 4));
        assertEquals(queue.inFlight(), 0);
    }

    /** Otherwise, thousands of small replies behind a slow one would take many times what is counted. */
    @Test
    void repliesThatWaitAreChargedForTheirObjects() throws Exception {
        for (boolean close : new boolean[] {false, true}) {
            MemoryBudget budget = new MemoryBudget(1 << 20);
            ReplyQueue queue = new ReplyQueue(
                    ReplyOrder.REQUEST, new TestReplyWriter(this::record), Integer.MAX_VALUE, budget.open());
            queue.accept(100);
            for (int call = 2; call < 100; call += 2) {
                deliver(queue, call);
                queue.deliver(List.of(new CopiedReplies(call - 1, 1, new byte[4])));
            }
            assertEquals(budget.usedBytes(MemoryPart.BUFFERED_REPLIES), 98 * (4 + 64));
            assertEquals(queue.queuedBytes(), 98 * 4);
            if (close) {
                queue.close();
                assertEquals(budget.usedBytes(MemoryPart.BUFFERED_REPLIES), 0);
                deliver(queue, 99);
            }
            deliver(queue, 0);
            assertEquals(budget.usedBytes(MemoryPart.BUFFERED_REPLIES), 0);
            assertEquals(queue.queuedBytes(), 0);
        }
    }

    /** The thread may serve all connections, and others may deliver for as long as the peer sends calls. */
    @Test(timeOut = 60_000)
    void aThreadWritesForOthersOnlyForAWhile() throws Exception {
        for (ReplyOrder order : ReplyOrder.values()) {
            written.clear();
            AtomicInteger passed = new AtomicInteger();
            AtomicInteger delivered = new AtomicInteger();
            AtomicBoolean othersDeliver = new AtomicBoolean(true);
            AtomicReference<ReplyQueue> made = new AtomicReference<>();
            ReplyQueue queue = TestConnections.queue(order, new TestReplyWriter((bytes, offset, length) -> {
                record(bytes, offset, length);
                if (othersDeliver.get()) {
                    made.get().deliver(List.of(reply(delivered.getAndIncrement())));
                }
            }));
            made.set(queue);
            queue.setListener(new Passing(passed));
            queue.accept(Integer.MAX_VALUE);
            queue.deliver(List.of(reply(delivered.getAndIncrement())));
            assertEquals(passed.get(), 1);
            assertEquals(written.size(), delivered.get() - 1);
            othersDeliver.set(false);
            deliver(queue, delivered.get()); // does not overtake the one that waits for a thread
            assertEquals(written.size(), delivered.get() + 1);
            for (int call = 0; call < written.size(); call++) {
                assertEquals(written.get(call).intValue(), call);
            }
            queue.writeRemaining(); // too late
            assertEquals(written.size(), delivered.get() + 1);
        }
    }

    /** Nothing is idle before the thread that goes on has written the rest. */
    @Test(timeOut = 60_000)
    void repliesThatWaitForAThreadKeepTheQueueBusy() throws Exception {
        AtomicInteger passed = new AtomicInteger();
        AtomicBoolean othersDeliver = new AtomicBoolean(true);
        AtomicReference<ReplyQueue> made = new AtomicReference<>();
        TestReplyWriter writer = new TestReplyWriter((bytes, offset, length) -> {
            record(bytes, offset, length);
            if (othersDeliver.get()) {
                made.get().deliverNotice(new byte[Integer.BYTES]);
            }
        });
        ReplyQueue queue = TestConnections.queue(ReplyOrder.AS_COMPLETED, writer);
        made.set(queue);
        queue.setListener(new Passing(passed));
        queue.accept(1);
        queue.deliver(List.of(reply(0)));
        othersDeliver.set(false);
        assertEquals(queue.inFlight(), 0);
        assertFalse(queue.isReplied(), "a notice is not written");
        assertFalse(queue.whenIdle().isDone());
        queue.writeRemaining();
        assertTrue(queue.isReplied());
        assertTrue(queue.whenIdle().isDone());
        assertEquals(passed.get(), 1);
    }

    /** Counts how often another thread must go on. */
    private record Passing(AtomicInteger passed) implements ReplyQueue.Listener {
        @Override
        public void progressed() {}

        @Override
        public void overflowed(long waitingBytes) {
            throw new AssertionError(waitingBytes + " bytes wait");
        }

        @Override
        public boolean canPassWriting() {
            return true;
        }

        @Override
        public void passWriting() {
            passed.incrementAndGet();
        }
    }

    private static CopiedReplies reply(int call) {
        return new CopiedReplies(
                call, 1, ByteBuffer.allocate(Integer.BYTES).putInt(0, call).array());
    }

    /** Earlier replies still leave as they complete; so does a run of them that ends with the first later one. */
    @Test
    void laterRepliesChangeToTheOrderOfRequests() throws Exception {
        for (boolean copied : new boolean[] {false, true}) {
            ReplyQueue queue = queue(ReplyOrder.AS_COMPLETED);
            queue.accept(4);
            deliver(queue, 1);
            queue.setOrder(ReplyOrder.REQUEST);
            queue.setOrder(ReplyOrder.AS_COMPLETED);
            assertEquals(queue.accept(4), 4);
            deliver(queue, 5, 7);
            assertEquals(written, List.of(1));
            if (copied) {
                byte[] run = ByteBuffer.allocate(8).putInt(3).putInt(4).array();
                queue.deliver(List.of(new CopiedReplies(3, 2, run)));
            } else {
                deliver(queue, 3, 4);
            }
            assertEquals(written, List.of(1, 3, 4, 5));
            deliver(queue, 2);
            deliver(queue, 6);
            deliver(queue, 0);
            assertEquals(written, List.of(1, 3, 4, 5, 2, 6, 7, 0));
            assertEquals(queue.inFlight(), 0);
        }
    }

    /** A peer that waits for a slow call must know at once that the server asks it to close. */
    @Test
    void aNoticeWaitsForNoReply() throws Exception {
        for (ReplyOrder order : ReplyOrder.values()) {
            ReplyQueue queue = queue(order);
            queue.accept(2);
            queue.deliverNotice(ByteBuffer.allocate(4).putInt(0, -1).array());
            assertEquals(written, List.of(-1));
            assertEquals(queue.inFlight(), 2);
            assertFalse(queue.whenIdle().isDone());
            deliver(queue, 0);
            deliver(queue, 1);
            assertEquals(written, List.of(-1, 0, 1));
            assertTrue(queue.whenIdle().isDone());
        }
    }

    @Test
    void repliesReadyTogetherAreOneWrite() throws Exception {
        ReplyQueue queue = queue(ReplyOrder.REQUEST);
        queue.accept(9);
        deliver(queue, 1, 2, 4, 6, 7);
        deliver(queue, 8, 3);
        deliver(queue, 5);
        assertEquals(writes.get(), 0);
        deliver(queue, 0);
        assertEquals(written, List.of(0, 1, 2, 3, 4, 5, 6, 7, 8));
        assertTrue(writes.get() <= 2, writes + " writes: the head, and all that waited for it");
    }

    /** Returns an owner, such as an HTTP request, that passes its only reply on to the queue of the connection. */
    private static ReplyOwner passingOnTo(ReplyQueue connection, long number) {
        ReplyQueue own = TestConnections.queue(
                ReplyOrder.REQUEST,
                new TestReplyWriter((bytes, offset, length) -> connection.deliver(
                        List.of(new CopiedReplies(number, 1, Arrays.copyOfRange(bytes, offset, offset + length))))));
        own.accept(1);
        return new ReplyOwner() {
            @Override
            public ReplyQueue replyQueue() {
                return own;
            }

            @Override
            public ReplyQueue connectionQueue() {
                return connection;
            }

            @Override
            public void abandon() {
                throw new AssertionError("abandoned");
            }
        };
    }

    @Test
    void repliesOfOwnersOnOneConnectionAreOneWrite() throws Exception {
        ReplyQueue connection = queue(ReplyOrder.REQUEST);
        connection.accept(4);
        FrameOutput output = new FrameOutput(1 << 16);
        ReplyRuns replies = new ReplyRuns(output);
        for (int call : new int[] {1, 0, 2}) {
            output.write(ByteBuffer.allocate(4).putInt(0, call));
            replies.add(passingOnTo(connection, call), 0);
        }
        replies.deliver();
        assertEquals(written, List.of(0, 1, 2));
        assertEquals(writes.get(), 1);
        assertFalse(connection.isIdle());
        deliver(connection, 3);
        assertEquals(written, List.of(0, 1, 2, 3));
        assertTrue(connection.isIdle());
    }

    @Test
    void asCompletedWaitsForNothing() throws Exception {
        ReplyQueue queue = queue(ReplyOrder.AS_COMPLETED);
        queue.accept(6);
        deliver(queue, 4);
        deliver(queue, 1, 3);
        deliver(queue, 0, 2, 5);
        assertEquals(written, List.of(4, 1, 3, 0, 2, 5));
        assertEquals(writes.get(), 3);
        assertTrue(queue.whenIdle().isDone());
    }

    @Test
    void aQueueThatWasIdleIsAwaitedAgain() throws Exception {
        ReplyQueue queue = queue(ReplyOrder.REQUEST);
        assertTrue(queue.whenIdle().isDone());
        for (int call = 0; call < 2; call++) {
            queue.accept(1);
            CompletableFuture<Void> idle = queue.whenIdle();
            assertFalse(idle.isDone());
            deliver(queue, call);
            assertTrue(idle.isDone());
        }
    }

    @Test
    void onewayCallsMoveTheQueueWithoutBytes() {
        ReplyQueue queue = queue(ReplyOrder.REQUEST);
        queue.accept(2);
        queue.deliver(List.of(new CopiedReplies(1, 1, new byte[] {0, 0, 0, 1})));
        ReplyRuns oneway = new ReplyRuns(new FrameOutput(1 << 16));
        oneway.add(TestConnections.of(queue), 0);
        oneway.deliver();
        assertEquals(written, List.of(1));
        assertEquals(writes.get(), 1);
        assertEquals(queue.inFlight(), 0);
    }

    /**
     * The place of a oneway call is delivered before the call ends: later replies are sent, and the queue is idle once
     * it has ended.
     */
    @Test
    void aRunningOnewayCallDelaysNoReply() throws Exception {
        ReplyQueue queue = queue(ReplyOrder.REQUEST);
        queue.accept(2);
        deliver(queue, 1);
        queue.beginOneway();
        queue.deliver(List.of(new CopiedReplies(0, 1, new byte[0])));
        assertEquals(written, List.of(1));
        assertEquals(queue.inFlight(), 1);
        assertFalse(queue.whenIdle().isDone());
        assertTrue(queue.whenReplied().isDone());
        assertTrue(queue.isReplied());
        assertFalse(queue.isIdle());
        queue.endOneway();
        assertEquals(queue.inFlight(), 0);
        assertTrue(queue.whenIdle().isDone());
    }

    @Test
    void idleOnlyWhenEverythingIsWritten() throws Exception {
        ReplyQueue queue = queue(ReplyOrder.REQUEST);
        assertTrue(queue(ReplyOrder.REQUEST).whenIdle().isDone());
        queue.accept(2);
        deliver(queue, 1);
        assertFalse(queue.whenIdle().isDone());
        deliver(queue, 0);
        assertTrue(queue.whenIdle().isDone());
    }

    @Test(timeOut = 60_000)
    void deliveriesDuringAWriteAreLeftToTheWriter() throws Exception {
        CountDownLatch writing = new CountDownLatch(1);
        CountDownLatch goOn = new CountDownLatch(1);
        written.clear();
        writes.set(0);
        ReplyQueue queue = TestConnections.queue(ReplyOrder.REQUEST, new TestReplyWriter((bytes, offset, length) -> {
            writing.countDown();
            try {
                assertTrue(goOn.await(20, TimeUnit.SECONDS));
            } catch (InterruptedException e) {
                throw new IllegalStateException(e);
            }
            record(bytes, offset, length);
        }));
        queue.accept(4);
        Thread writer = new Thread(() -> {
            try {
                deliver(queue, 0);
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        });
        writer.start();
        assertTrue(writing.await(20, TimeUnit.SECONDS));
        deliver(queue, 2);
        deliver(queue, 1);
        deliver(queue, 3);
        goOn.countDown();
        writer.join();
        assertEquals(written, List.of(0, 1, 2, 3));
        assertEquals(writes.get(), 2);
    }

    @DataProvider
    Object[][] failures() {
        return new Object[][] {{new IOException("reset")}, {new IllegalStateException()}, {new OutOfMemoryError()}};
    }

    /** Whatever a write throws, another thread can write next, and the queue becomes idle. */
    @Test(dataProvider = "failures")
    void failedWriteAbortsTheConnectionAndLeavesTheQueueInOrder(Throwable failure) throws Exception {
        TestReplyWriter writer = new TestReplyWriter((bytes, offset, length) -> {
            if (failure instanceof IOException checked) {
                throw checked;
            }
            if (failure instanceof Error error) {
                throw error;
            }
            throw (RuntimeException) failure;
        });
        ReplyQueue queue = TestConnections.queue(ReplyOrder.REQUEST, writer);
        queue.accept(4);
        deliver(queue, 0);
        deliver(queue, 2, 3);
        assertFalse(queue.whenIdle().isDone());
        deliver(queue, 1);
        assertTrue(queue.whenIdle().isDone());
        assertFalse(writer.aborts.isEmpty());
        writer.aborts.forEach(cause -> assertEquals(cause, failure));
    }

    /** Neither a reply being written, after which a peer may send its next call, nor one behind that to a slow call. */
    @Test
    void readyRepliesTakeNoPlace() throws Exception {
        List<List<Long>> counts = new ArrayList<>();
        AtomicReference<ReplyQueue> written = new AtomicReference<>();
        TestReplyWriter writer = new TestReplyWriter((bytes, offset, length) ->
                counts.add(List.of(written.get().awaitingReply(), written.get().inFlight())));
        ReplyQueue queue = TestConnections.queue(ReplyOrder.REQUEST, writer);
        written.set(queue);
        queue.accept(4);
        deliver(queue, 1, 2);
        assertEquals(queue.awaitingReply(), 2);
        deliver(queue, 0);
        assertEquals(counts, List.of(List.of(1L, 4L), List.of(1L, 3L)));
        assertEquals(queue.awaitingReply(), 1);
        deliver(queue, 3);
        assertEquals(queue.awaitingReply(), 0);
    }

    @Test
    void anAbandonedQueueIsIdle() {
        ReplyQueue waited = queue(ReplyOrder.REQUEST);
        waited.accept(1);
        var idle = waited.whenIdle();
        assertFalse(idle.isDone());
        waited.abandon();
        assertTrue(idle.isDone());
        ReplyQueue notWaited = queue(ReplyOrder.REQUEST);
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
        ReplyQueue queue = TestConnections.queue(order, new TestReplyWriter((bytes, offset, length) -> {
            overlapped.compareAndSet(false, !inWrite.compareAndSet(false, true));
            record(bytes, offset, length);
            inWrite.set(false);
        }));
        queue.accept(calls);
        AtomicInteger next = new AtomicInteger();
        List<Thread> threads = new ArrayList<>();
        for (int i = 0; i < 4; i++) {
            Random random = new Random(i);
            threads.add(new Thread(() -> deliverAll(queue, next, calls, random)));
        }
        threads.forEach(Thread::start);
        for (Thread thread : threads) {
            thread.join();
        }
        assertFalse(overlapped.get(), "two writers at a time");
        assertTrue(queue.whenIdle().isDone());
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
    private static void deliverAll(ReplyQueue queue, AtomicInteger next, int calls, Random random) {
        FrameOutput output = new FrameOutput(1 << 16);
        ReplyRuns replies = new ReplyRuns(output);
        ServerConnection owner = TestConnections.of(queue);
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
