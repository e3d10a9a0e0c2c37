package io.grizzlythrift.strategy;

import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Logs what a pool of threads lets through, which batches should never throw: one line a second at most. It throws
 * nothing itself: there may be no memory for the line, and a thread that died of that would be missed.
 *
 * <p>It is a consumer itself because a method reference would be allocated whenever a thread begins to run a selector.
 */
final class Uncaught implements Thread.UncaughtExceptionHandler, Consumer<Throwable> {
    private static final Logger LOG = LoggerFactory.getLogger(ProcessingStrategy.class);
    private static final long INTERVAL_NANOS = TimeUnit.SECONDS.toNanos(1);

    private final AtomicLong next = new AtomicLong(System.nanoTime());

    @Override
    public void accept(Throwable thrown) {
        survived(thrown);
    }

    /** The same for the current thread, which goes on. */
    void survived(Throwable thrown) {
        uncaughtException(Thread.currentThread(), thrown);
    }

    @Override
    @SuppressWarnings("EmptyCatch") // what could be said of it would take memory, too
    public void uncaughtException(Thread thread, Throwable thrown) {
        try {
            long now = System.nanoTime();
            long due = next.get();
            if (now - due >= 0 && next.compareAndSet(due, now + INTERVAL_NANOS)) {
                LOG.error("uncaught in {}", thread.getName(), thrown);
            }
        } catch (Throwable t) {
            // The next one has its line.
        }
    }
}
