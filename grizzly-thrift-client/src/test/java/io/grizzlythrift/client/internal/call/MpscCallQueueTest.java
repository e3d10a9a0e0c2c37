package io.grizzlythrift.client.internal.call;

import static org.testng.Assert.assertEquals;
import static org.testng.Assert.assertNull;
import static org.testng.Assert.assertSame;
import static org.testng.Assert.assertTrue;

import io.grizzlythrift.client.testing.Race;
import io.grizzlythrift.client.testing.RecordedCall;
import io.grizzlythrift.test.TestSize;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.testng.annotations.Test;

/** Tests that calls leave the queue in the order in which they were added, by any number of threads. */
public class MpscCallQueueTest {
    private static final int PRODUCERS = 4;
    private static final int CALLS_EACH = TestSize.of(20_000, 100_000);
    private static final int ROUNDS = TestSize.of(4_000, 20_000);
    private static final long LIMIT_NANOS = TimeUnit.SECONDS.toNanos(30);

    /** Returns the {@code number}th call of one producer; the bounds of its frame encode both numbers. */
    private static PendingCall call(int producer, int number) {
        PendingCall call = new RecordedCall();
        call.frame(null, producer, number, 0);
        return call;
    }

    private static PendingCall takeNext(MpscCallQueue queue) {
        PendingCall next = queue.peek();
        if (next != null) {
            queue.take(next);
        }
        return next;
    }

    @Test
    void firstInFirstOut() {
        MpscCallQueue queue = new MpscCallQueue();
        assertNull(queue.peek());
        List<PendingCall> added = new ArrayList<>();
        for (int round = 0; round < 100; round++) {
            for (int i = 0; i <= round % 7; i++) {
                added.add(call(0, i));
                queue.add(added.get(added.size() - 1));
            }
            while (added.size() > round % 3) {
                assertSame(queue.peek(), added.get(0), "peek must not remove the call");
                assertSame(takeNext(queue), added.remove(0));
            }
        }
        while (!added.isEmpty()) {
            assertSame(takeNext(queue), added.remove(0));
        }
        assertNull(queue.peek());
    }

    @Test
    void removedCallsAreUnlinked() {
        MpscCallQueue queue = new MpscCallQueue();
        PendingCall first = call(0, 0);
        PendingCall second = call(0, 1);
        PendingCall third = call(0, 2);
        queue.add(first);
        queue.add(second);
        queue.add(third);
        queue.take(queue.peek());
        queue.take(queue.peek());
        assertNull(first.next(), "a call that has ended keeps those after it in memory");
        assertSame(second.next(), third);
    }

    @Test(timeOut = 120_000)
    void concurrentlyAddedCallsArrive() {
        MpscCallQueue queue = new MpscCallQueue();
        try (Race race = new Race()) {
            for (int i = 0; i < ROUNDS && !race.takesLong(); i++) {
                PendingCall one = call(0, i);
                PendingCall other = call(1, i);
                race.run(List.of(() -> queue.add(one), () -> queue.add(other)));
                PendingCall first = takeNext(queue);
                assertTrue(first == one || first == other, "a call that was not added");
                assertSame(takeNext(queue), first == one ? other : one);
                assertNull(queue.peek());
            }
        }
    }

    @Test(timeOut = 120_000)
    void callsArriveOnceInTheOrderOfTheirProducer() throws Exception {
        MpscCallQueue queue = new MpscCallQueue();
        CountDownLatch start = new CountDownLatch(1);
        List<Thread> producers = new ArrayList<>();
        for (int p = 0; p < PRODUCERS; p++) {
            int producer = p;
            Thread thread = new Thread(() -> {
                awaitStart(start);
                for (int number = 0; number < CALLS_EACH; number++) {
                    queue.add(call(producer, number));
                }
            });
            thread.setDaemon(true);
            thread.start();
            producers.add(thread);
        }
        start.countDown();
        int[] next = new int[PRODUCERS];
        long deadline = System.nanoTime() + LIMIT_NANOS;
        for (int taken = 0; taken < PRODUCERS * CALLS_EACH; ) {
            PendingCall call = takeNext(queue);
            if (call == null) {
                assertTrue(System.nanoTime() < deadline, "only " + taken + " calls arrived");
                Thread.onSpinWait();
            } else {
                assertEquals(call.frameLength(), next[call.frameOffset()]++);
                taken++;
            }
        }
        for (Thread producer : producers) {
            producer.join();
        }
        assertNull(queue.peek(), "more calls than were added");
    }

    private static void awaitStart(CountDownLatch start) {
        try {
            start.await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
