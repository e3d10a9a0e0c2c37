package io.grizzlythrift.scorecard.server;

import io.grizzlythrift.bench.gen.BenchService;
import io.grizzlythrift.bench.gen.Work;
import io.grizzlythrift.bench.service.BenchHandler;
import io.grizzlythrift.bench.service.UserHandler;
import java.nio.ByteBuffer;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;

/** The bench's handler, whose {@code echo} misbehaves on request. All other methods always reply at once. */
public final class ScorecardHandler extends UserHandler implements BenchService.Iface {
    private static final int LONGEST_PAUSE_MICROS = 500;
    private static final int CALLS_PER_PAUSE = 200;

    /** Duration of a costly call. */
    static final int COST_MILLIS = 10;

    public static final int LARGEST_CHARS = 10_000;

    /** Text of a call that waits while other calls get large replies. */
    public static final String WAITS = "waits";

    /** Length of a text of which a few hundred fill a heap. */
    public static final int HUGE_CHARS = 256 * 1024;

    private static final String LARGE_TEXT = "0123456789abcdef".repeat(HUGE_CHARS / 16);

    /** The behavior of {@code echo} before it replies. */
    public enum Behaviour {
        ANSWER,
        /** Waits until it is released or interrupted. */
        STUCK,
        /** Waits until it is released, and ignores interrupts. */
        DEAF,
        THROW,
        /** Some calls take up to half a millisecond. */
        JITTER,
        /** Every call takes {@value #COST_MILLIS} ms. */
        COSTLY,
        /** The text of a call is the length of its reply, or {@link #WAITS} to wait until it is released. */
        LARGE
    }

    private final BenchHandler answers = new BenchHandler();
    private final AtomicLong running = new AtomicLong();
    private final Behaviour first;
    private volatile CountDownLatch released = new CountDownLatch(1);
    private volatile Behaviour behaviour;

    ScorecardHandler(Behaviour behaviour) {
        first = behaviour;
        this.behaviour = behaviour;
    }

    void behave(Behaviour next) {
        behaviour = next;
    }

    /** Releases all stuck calls, and all later ones until {@link #reset}. */
    void release() {
        released.countDown();
    }

    /** Behaves again as a new handler does. */
    void reset() {
        behaviour = first;
        released = new CountDownLatch(1);
    }

    /** {@return the number of calls of echo that are inside the handler now} */
    long running() {
        return running.get();
    }

    @Override
    public String echo(String text) {
        running.incrementAndGet();
        try {
            misbehave(text);
            return behaviour == Behaviour.LARGE && !text.equals(WAITS)
                    ? LARGE_TEXT.substring(0, Integer.parseInt(text))
                    : text;
        } finally {
            running.decrementAndGet();
        }
    }

    private void misbehave(String text) {
        switch (behaviour) {
            case ANSWER -> {}
            case STUCK -> awaitRelease();
            case DEAF -> {
                boolean interrupted = false;
                while (released.getCount() > 0) {
                    interrupted |= Thread.interrupted();
                    LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(1));
                }
                if (interrupted) {
                    Thread.currentThread().interrupt();
                }
            }
            case THROW -> throw new IllegalStateException("the handler was told to throw");
            case COSTLY -> answers.sleep(COST_MILLIS);
            case LARGE -> {
                if (text.equals(WAITS)) {
                    awaitRelease();
                }
            }
            case JITTER -> {
                ThreadLocalRandom random = ThreadLocalRandom.current();
                if (random.nextInt(CALLS_PER_PAUSE) == 0) {
                    LockSupport.parkNanos(TimeUnit.MICROSECONDS.toNanos(random.nextInt(LONGEST_PAUSE_MICROS)));
                }
            }
        }
    }

    private void awaitRelease() {
        try {
            released.await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("the handler was interrupted", e);
        }
    }

    @Override
    public void ping() {}

    @Override
    public int add(int left, int right) {
        return answers.add(left, right);
    }

    @Override
    public ByteBuffer blob(ByteBuffer bytes) {
        return answers.blob(bytes);
    }

    @Override
    public Work work(Work work) {
        return answers.work(work);
    }

    @Override
    public void sleep(int millis) {
        answers.sleep(millis);
    }

    @Override
    public void burn(int micros) {
        answers.burn(micros);
    }

    @Override
    public void note(String text) {}
}
