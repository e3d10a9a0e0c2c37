package io.grizzlythrift.internal.reply;

import static org.testng.Assert.assertEquals;
import static org.testng.Assert.assertFalse;
import static org.testng.Assert.assertTrue;

import io.grizzlythrift.call.ReplyOrder;
import io.grizzlythrift.internal.connection.ServerConnection;
import io.grizzlythrift.internal.frame.FrameOverflowException;
import io.grizzlythrift.test.server.TestConnections;
import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.util.Random;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.testng.annotations.AfterMethod;
import org.testng.annotations.BeforeMethod;
import org.testng.annotations.Test;

/** Tests the owner of a buffer and the flush timer, step by step and at the same time. */
public class ReplyBufferTest {
    private final ByteArrayOutputStream sent = new ByteArrayOutputStream();
    private final AtomicInteger ended = new AtomicInteger();
    private final AtomicInteger ticks = new AtomicInteger();
    private ReplyQueue queue;
    private ServerConnection connection;
    private FlushTimer unused;
    private ReplyBuffer buffer;

    @BeforeMethod
    void begin() {
        sent.reset();
        ended.set(0);
        queue = TestConnections.queue(
                ReplyOrder.REQUEST, new TestReplyWriter((bytes, offset, length) -> sent.write(bytes, offset, length)));
        connection = TestConnections.of(queue);
        unused = new FlushTimer("reply-buffer-test");
        buffer = new ReplyBuffer(unused, ended::addAndGet);
    }

    @AfterMethod(alwaysRun = true)
    void end() {
        unused.close();
    }

    /** Buffers the reply to a call: its number, as often as the number says, modulo 8. */
    private void reply(int call) throws FrameOverflowException {
        for (int i = 0; i <= call % 8; i++) {
            buffer.output().write(ByteBuffer.allocate(Integer.BYTES).putInt(0, call));
        }
        buffer.endCall(connection, call, true);
    }

    private void assertSent(int calls) {
        ByteBuffer bytes = ByteBuffer.wrap(sent.toByteArray());
        for (int call = 0; call < calls; call++) {
            for (int i = 0; i <= call % 8; i++) {
                assertEquals(bytes.getInt(), call);
            }
        }
        assertFalse(bytes.hasRemaining(), "more was sent than " + calls + " replies");
    }

    /** The timer sends replies behind two slow handlers of one read, and the owner sends only the rest. */
    @Test
    public void eachSlowHandlerIsFlushed() throws Exception {
        queue.accept(4);
        reply(0);
        flushedWhileAHandlerRuns();
        assertSent(1);
        reply(1);
        reply(2);
        flushedWhileAHandlerRuns();
        assertSent(3);
        assertEquals(ended.get(), 3);
        reply(3);
        buffer.deliver();
        assertSent(4);
        assertEquals(ended.get(), 4);
        assertEquals(queue.inFlight(), 0);
    }

    private void flushedWhileAHandlerRuns() {
        buffer.share();
        assertTrue(buffer.flushIfStalled(), "the handler is seen for the first time");
        assertTrue(buffer.flushIfStalled(), "the handler still runs");
        assertFalse(buffer.flushIfStalled(), "nothing is left");
        buffer.reclaim();
    }

    /** What the owner has taken back is not flushed, although the timer has seen the handler. */
    @Test
    public void nothingIsFlushedAfterTheHandlerHasReturned() throws Exception {
        queue.accept(1);
        reply(0);
        buffer.share();
        assertTrue(buffer.flushIfStalled());
        buffer.reclaim();
        assertFalse(buffer.flushIfStalled());
        assertSent(0);
        buffer.deliver();
        assertSent(1);
    }

    /** The output starts from its beginning after all replies were flushed, so that a long read does not grow it. */
    @Test
    public void theArrayIsReusedAfterAFlush() throws Exception {
        queue.accept(2);
        reply(0);
        flushedWhileAHandlerRuns();
        assertEquals(buffer.output().size(), 0);
        assertTrue(buffer.isEmpty());
        reply(1);
        buffer.deliver();
        assertSent(2);
    }

    /** A reply that was finished during a flush which came late is flushed behind the next slow handler. */
    @Test
    public void aFlushOfTheNextHandlerContinuesThatOfTheLast() throws Exception {
        queue.accept(2);
        reply(0);
        buffer.share();
        assertTrue(buffer.flushIfStalled());
        assertTrue(buffer.flushIfStalled());
        reply(1); // without taking the buffer back: the claim came after the owner had looked for one
        buffer.share();
        assertTrue(buffer.flushIfStalled());
        assertTrue(buffer.flushIfStalled());
        assertSent(2);
        assertEquals(ended.get(), 2);
        buffer.reclaim();
        buffer.deliver();
        assertSent(2);
        assertEquals(ended.get(), 2);
    }

    /** A oneway call whose place the timer delivers stays in flight until its handler returns. */
    @Test
    public void aFlushedOnewayCallStaysInFlight() throws Exception {
        queue.accept(2);
        reply(0);
        buffer.beginOneway(connection, 1, false);
        assertTrue(buffer.flushIfStalled());
        assertTrue(buffer.flushIfStalled());
        assertSent(1);
        assertEquals(queue.inFlight(), 1);
        buffer.reclaim();
        buffer.endCall(connection, 1, true);
        assertEquals(queue.inFlight(), 0);
        assertEquals(ended.get(), 2);
        buffer.deliver();
        assertSent(1);
        assertEquals(ended.get(), 2);
    }

    /**
     * A timer that never waits competes with the owner: each reply is sent once, in order and unchanged, each call is reported
     * once, and no oneway call stays in flight.
     */
    @Test(timeOut = 60_000)
    public void nothingIsLostOrSentTwice() throws Exception {
        int calls = 50_000;
        AtomicBoolean over = new AtomicBoolean();
        Thread timer = new Thread(() -> {
            while (!over.get()) {
                if (buffer.flushIfStalled()) {
                    ticks.incrementAndGet();
                }
            }
        });
        timer.start();
        int replies = 0;
        try {
            replies = runCalls(calls);
        } finally {
            over.set(true);
            timer.join();
        }
        assertRepliesSent(replies, calls);
        assertEquals(ended.get(), calls);
        assertEquals(queue.inFlight(), 0);
    }

    /** Every fifth call is oneway, and the handlers of half of those are asynchronous. Returns the number of replies. */
    private int runCalls(int calls) throws FrameOverflowException {
        Random random = new Random(1);
        int replies = 0;
        for (int call = 0; call < calls; call++) {
            queue.accept(1);
            buffer.reclaim();
            boolean oneway = call % 5 == 4;
            int before = ticks.get();
            if (oneway) {
                buffer.beginOneway(connection, call, false);
            } else {
                buffer.share();
            }
            if (!buffer.isEmpty() && random.nextInt(4) > 0) {
                returnDuringAFlush(before, random.nextInt(32));
            }
            buffer.reclaim();
            if (oneway && call % 10 == 4) {
                buffer.endCall(connection, call, true);
            } else if (oneway) { // as an asynchronous handler does, which ends the call later
                buffer.leaveCall();
                ended.incrementAndGet();
            } else {
                reply(call);
                replies++;
            }
            if (random.nextInt(16) == 0) {
                buffer.deliver();
                awaitIdle();
            }
        }
        buffer.deliver();
        return replies;
    }

    /** Lets the timer see the handler for the first time; the next tick flushes. */
    private void returnDuringAFlush(int ticksBefore, int spins) {
        while (ticks.get() == ticksBefore) {
            Thread.onSpinWait();
        }
        for (int i = 0; i < spins; i++) {
            Thread.onSpinWait();
        }
    }

    /** Waits for a flush that is under way. No call is left in flight after that. */
    private void awaitIdle() {
        while (queue.inFlight() > 0) {
            Thread.onSpinWait();
        }
    }

    private void assertRepliesSent(int replies, int calls) {
        ByteBuffer bytes = ByteBuffer.wrap(sent.toByteArray());
        int found = 0;
        for (int call = 0; call < calls; call++) {
            if (call % 5 == 4) {
                continue;
            }
            for (int i = 0; i <= call % 8; i++) {
                assertEquals(bytes.getInt(), call);
            }
            found++;
        }
        assertEquals(found, replies);
        assertFalse(bytes.hasRemaining(), "a reply was sent twice");
    }
}
