package io.grizzlythrift.server;

import io.grizzlythrift.test.Await;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;

/** The clock of a timeout monitor, which tests move past timeouts that a busy machine does not reach. */
public final class MovedClock {
    private static final long STEP_NANOS = Duration.ofHours(2).toNanos();

    private final AtomicLong moved = new AtomicLong();

    /** Returns options whose server has this clock. */
    public <B extends ServiceOptions<B>> B of(B options) {
        options.clock(() -> System.nanoTime() + moved.get());
        return options;
    }

    /** Lets hours pass again and again until a condition holds: a timeout begins when the monitor has seen its cause. */
    public <E extends Exception> void moveUntil(String failure, Await.Condition<E> condition) throws E {
        Await.that(failure, () -> {
            moved.addAndGet(STEP_NANOS);
            return condition.holds();
        });
    }
}
