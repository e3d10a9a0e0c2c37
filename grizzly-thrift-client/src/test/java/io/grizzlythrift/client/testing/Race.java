package io.grizzlythrift.client.testing;

import static org.testng.Assert.assertTrue;

import io.grizzlythrift.test.TestSize;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;

/**
 * Runs a few actions concurrently on one thread per processor, two to {@value #MAX_THREADS}. Each round distributes the actions
 * differently, so that each one races with every other one, and comes before and after it.
 *
 * <p>The threads spin while they wait, because the races take nanoseconds; but only briefly, because they may occupy the
 * processor that another thread needs.
 */
public final class Race implements AutoCloseable {
    private static final int MAX_THREADS = 4;
    private static final int SPINS_BEFORE_YIELD = 200;
    private static final int MAX_HEAD_START = 64;
    private static final long LIMIT_NANOS = TimeUnit.SECONDS.toNanos(60);
    private static final long LONG_NANOS = TimeUnit.SECONDS.toNanos(TestSize.inSoak(TestSize.of(2, 5), 60));

    private final Random random = new Random(4);
    private final AtomicReference<Throwable> failure = new AtomicReference<>();
    private final List<Racer> racers = new ArrayList<>();
    private final AtomicInteger finished = new AtomicInteger();
    private final long begin = System.nanoTime();
    private int rounds;
    private volatile int round;
    private volatile boolean over;

    /** The work of one thread in a round. */
    private final class Racer {
        private final List<Runnable> actions = new ArrayList<>();
        private int headStart;

        void deal() {
            actions.clear();
            headStart = random.nextInt(MAX_HEAD_START);
        }

        void run() {
            for (int i = headStart; i < MAX_HEAD_START; i++) {
                Thread.onSpinWait();
            }
            try {
                actions.forEach(Runnable::run);
            } catch (Throwable t) {
                failure.compareAndSet(null, t);
            }
        }

        void runRounds() {
            for (int next = 1; !over; next++) {
                int wanted = next;
                if (!awaitUntil(() -> round >= wanted)) {
                    return;
                }
                run();
                finished.incrementAndGet();
            }
        }
    }

    /** A condition that is cheap to check. */
    private interface Condition {
        boolean holds();
    }

    public Race() {
        int threads = Math.max(2, Math.min(MAX_THREADS, Runtime.getRuntime().availableProcessors()));
        for (int i = 0; i < threads; i++) {
            racers.add(new Racer());
        }
        for (Racer racer : racers.subList(1, threads)) {
            Thread thread = new Thread(racer::runRounds, "race");
            thread.setDaemon(true);
            thread.start();
        }
    }

    /** Returns whether the rounds have taken long enough, as they do on a busy machine: fewer must then suffice. */
    public boolean takesLong() {
        return System.nanoTime() - begin > LONG_NANOS;
    }

    /** Runs each action once; this thread takes part. Returns when all have run, and fails if one threw. */
    public void run(List<Runnable> actions) {
        racers.forEach(Racer::deal);
        List<Runnable> shuffled = new ArrayList<>(actions);
        Collections.shuffle(shuffled, random);
        for (int i = 0; i < shuffled.size(); i++) {
            racers.get(i % racers.size()).actions.add(shuffled.get(i));
        }
        finished.set(0);
        round = ++rounds;
        racers.get(0).run();
        long deadline = System.nanoTime() + LIMIT_NANOS;
        awaitUntil(() -> {
            boolean all = finished.get() == racers.size() - 1;
            assertTrue(all || System.nanoTime() < deadline, "round " + round + " does not end");
            return all;
        });
        Throwable thrown = failure.get();
        if (thrown != null) {
            throw new AssertionError("round " + round + ": " + thrown, thrown);
        }
    }

    /** Returns false if the race is over. */
    @SuppressWarnings("ThreadPriorityCheck") // which thread runs affects only the time, not the result
    private boolean awaitUntil(Condition condition) {
        for (int spins = 0; !condition.holds(); spins++) {
            if (over) {
                return false;
            }
            if (spins < SPINS_BEFORE_YIELD) {
                Thread.onSpinWait();
            } else {
                Thread.yield();
            }
        }
        return true;
    }

    @Override
    public void close() {
        over = true;
    }
}
