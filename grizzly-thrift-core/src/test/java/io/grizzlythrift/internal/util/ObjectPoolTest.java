package io.grizzlythrift.internal.util;

import static org.testng.Assert.assertEquals;
import static org.testng.Assert.assertFalse;
import static org.testng.Assert.assertNull;
import static org.testng.Assert.assertSame;
import static org.testng.Assert.assertTrue;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.testng.annotations.DataProvider;
import org.testng.annotations.Test;

/** Tests that a pool hands each object to one thread at a time, keeps as many as it may, and finds them all. */
@Test(timeOut = 120_000)
public final class ObjectPoolTest {
    private static final int THREADS = 8;
    private static final int ROUNDS = 20_000;

    @DataProvider
    static Object[][] sizes() {
        return new Object[][] {{1}, {2}, {7}, {16}, {64}};
    }

    public void anEmptyPoolHasNothing() {
        ObjectPool<Object> pool = new ObjectPool<>(4);
        assertNull(pool.take());
        assertEquals(pool.size(), 0);
    }

    @Test(dataProvider = "sizes")
    public void keepsTheMaximumAndDropsTheRest(int max) {
        ObjectPool<Integer> pool = new ObjectPool<>(max);
        for (int i = 0; i < max; i++) {
            assertTrue(pool.offer(i), i + " of " + max);
        }
        assertFalse(pool.offer(max));
        assertEquals(pool.size(), max);
        Set<Integer> taken = new HashSet<>();
        for (int i = 0; i < max; i++) {
            taken.add(pool.take());
        }
        assertEquals(taken.size(), max);
        assertFalse(taken.contains(max), "the dropped object came back");
        assertNull(pool.take());
    }

    /** Threads start their search at different slots, and each finds the only object. */
    @Test(dataProvider = "sizes")
    public void eachThreadFindsTheOnlyObject(int max) throws Exception {
        ObjectPool<Object> pool = new ObjectPool<>(max);
        Object only = new Object();
        assertTrue(pool.offer(only));
        for (int i = 0; i < 2 * max; i++) {
            CompletableFuture<Object> taken = new CompletableFuture<>();
            new Thread(() -> taken.complete(pool.take())).start();
            assertSame(taken.get(60, TimeUnit.SECONDS), only);
            assertTrue(pool.offer(only));
        }
    }

    /** The fields are not volatile, so the pool must publish them. */
    private static final class Owned {
        private boolean inUse;
        private int uses;
    }

    public void noObjectIsUsedByTwoThreads() throws Exception {
        ObjectPool<Owned> pool = new ObjectPool<>(THREADS / 2);
        List<Owned> all = new ArrayList<>();
        for (int i = 0; i < THREADS / 2; i++) {
            Owned owned = new Owned();
            all.add(owned);
            assertTrue(pool.offer(owned));
        }
        Queue<Owned> dropped = new ConcurrentLinkedQueue<>();
        CountDownLatch start = new CountDownLatch(1);
        List<CompletableFuture<Integer>> threads = new ArrayList<>();
        for (int t = 0; t < THREADS; t++) {
            CompletableFuture<Integer> uses = new CompletableFuture<>();
            threads.add(uses);
            new Thread(() -> uses.completeAsync(() -> use(pool, dropped, start), Runnable::run)).start();
        }
        start.countDown();
        int expected = 0;
        for (CompletableFuture<Integer> uses : threads) {
            expected += uses.get(60, TimeUnit.SECONDS);
        }
        assertEquals(all.stream().mapToInt(owned -> owned.uses).sum(), expected);
        assertTrue(expected >= ROUNDS, expected + " uses: objects are not found again");
        Set<Owned> left = new HashSet<>(dropped);
        for (Owned owned = pool.take(); owned != null; owned = pool.take()) {
            assertTrue(left.add(owned), "an object is there twice");
        }
        assertEquals(left.size(), all.size(), "an object was lost");
    }

    private static int use(ObjectPool<Owned> pool, Queue<Owned> dropped, CountDownLatch start) {
        int uses = 0;
        try {
            start.await();
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
        for (int i = 0; i < ROUNDS; i++) {
            Owned owned = pool.take();
            if (owned == null) {
                continue; // all are in use
            }
            assertFalse(owned.inUse, "two threads have one object");
            owned.inUse = true;
            owned.uses++;
            uses++;
            owned.inUse = false;
            if (!pool.offer(owned)) { // a search may miss the free slot
                dropped.add(owned);
            }
        }
        return uses;
    }
}
