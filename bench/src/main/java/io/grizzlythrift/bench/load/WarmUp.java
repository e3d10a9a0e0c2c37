package io.grizzlythrift.bench.load;

import java.time.Duration;
import java.util.function.LongSupplier;

/**
 * The time before recording starts. It can end early: once the compilers of client and server have been quiet for a
 * second, but not within the first two.
 */
final class WarmUp {
    /** Compilers are quiet if they use less of a core than this. They rarely stop for good. */
    static final double QUIET = 0.03;

    private static final Duration LEAST = Duration.ofSeconds(2);
    private static final Duration STEP = Duration.ofSeconds(1);

    private final Duration most;
    private final LongSupplier compilerNanos;
    private final Pause pause;

    /** Lets time pass. */
    @FunctionalInterface
    interface Pause {
        void pass(Duration time) throws InterruptedException;
    }

    /**
     * @param most the longest time
     * @param compilerNanos returns the CPU time of the compilers since the previous call, at first since the warm-up began
     * @param pause lets time pass
     */
    WarmUp(Duration most, LongSupplier compilerNanos, Pause pause) {
        this.most = most;
        this.compilerNanos = compilerNanos;
        this.pause = pause;
    }

    /** Returns when the warm-up is over, with the time that it took. */
    Duration await() throws InterruptedException {
        Duration passed = Duration.ZERO;
        boolean quiet = false;
        while (passed.compareTo(most) < 0 && !(quiet && passed.compareTo(LEAST) >= 0)) {
            Duration left = most.minus(passed);
            Duration step = left.compareTo(STEP) < 0 ? left : STEP;
            pause.pass(step);
            passed = passed.plus(step);
            quiet = compilerNanos.getAsLong() < QUIET * step.toNanos();
        }
        return passed;
    }
}
