package io.grizzlythrift.internal.util;

import static org.testng.Assert.assertEquals;
import static org.testng.Assert.assertFalse;
import static org.testng.Assert.assertTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.TimeUnit;
import org.testng.annotations.BeforeMethod;
import org.testng.annotations.Test;

/** Tests what is in a set, and in which order. */
public class IntrusiveSetTest {
    private static final int THREADS = 4;
    private static final int OF_EACH = 200_000;

    private static final class Element extends IntrusiveSet.Member {}

    private final Element first = new Element();
    private final Element second = new Element();
    private final Element third = new Element();
    private IntrusiveSet<Element> set;

    @BeforeMethod
    void empty() {
        if (set != null) {
            set.copy().forEach(set::remove);
        }
        set = new IntrusiveSet<>();
    }

    private void addAll() {
        set.add(first);
        set.add(second);
        set.add(third);
    }

    private List<Element> visited() {
        List<Element> visited = new ArrayList<>();
        set.forEach(visited::add);
        return visited;
    }

    @Test
    void elementsAreInTheOrderInWhichTheyWereAdded() {
        assertEquals(set.copy(), List.of());
        addAll();
        assertEquals(set.copy(), List.of(first, second, third));
        assertEquals(visited(), List.of(first, second, third));
    }

    @Test
    void anElementIsInTheSetOnce() {
        addAll();
        set.add(second);
        assertEquals(set.copy(), List.of(first, second, third));
        set.remove(second);
        assertEquals(set.copy(), List.of(first, third));
        assertFalse(set.contains(second));
        assertTrue(set.contains(third));
    }

    @Test
    void anElementMayLeaveTwiceAndComeBack() {
        addAll();
        set.remove(third);
        set.remove(third);
        set.remove(first);
        assertEquals(set.copy(), List.of(second));
        set.add(first);
        assertEquals(visited(), List.of(second, first));
        set.remove(second);
        set.remove(first);
        assertEquals(visited(), List.of());
    }

    /** Each thread adds its elements and removes every second one, while the others do the same. */
    @Test(timeOut = 60_000)
    void manyThreads() throws Exception {
        CyclicBarrier begin = new CyclicBarrier(THREADS);
        List<CompletableFuture<List<Element>>> kept = new ArrayList<>();
        for (int i = 0; i < THREADS; i++) {
            kept.add(CompletableFuture.supplyAsync(() -> addAndRemove(begin), action -> new Thread(action).start()));
        }
        List<Element> expected = new ArrayList<>();
        for (CompletableFuture<List<Element>> ofThread : kept) {
            expected.addAll(ofThread.get(50, TimeUnit.SECONDS));
        }
        assertEquals(set.copy().size(), expected.size());
        assertTrue(expected.stream().allMatch(set::contains), "an element is lost");
        expected.forEach(set::remove);
        assertEquals(visited(), List.of());
    }

    private List<Element> addAndRemove(CyclicBarrier begin) {
        List<Element> kept = new ArrayList<>();
        try {
            begin.await();
        } catch (Exception e) {
            throw new IllegalStateException(e);
        }
        for (int i = 0; i < OF_EACH; i++) {
            Element stays = new Element();
            Element leaves = new Element();
            set.add(stays);
            set.add(leaves);
            set.remove(leaves);
            kept.add(stays);
        }
        return kept;
    }
}
