package io.grizzlythrift.selector;

import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import org.glassfish.grizzly.Transport.State;
import org.glassfish.grizzly.nio.SelectorRunner;

/**
 * Runs one of Grizzly's selectors, again if something escapes from it. The runner catches what is thrown while it
 * selects, but logs it in the catch, and tells the transport's probes: without memory these throw as well. The runner is
 * still started then and nobody runs it, so that its connections would hang for good.
 */
public final class SelectorLoop {
    /** Between two attempts, so that a failure which lasts does not take a processor. */
    private static final long PAUSE_NANOS = TimeUnit.MILLISECONDS.toNanos(1);

    private SelectorLoop() {}

    /**
     * Runs a selector on the current thread. Returns when the runner has stopped, or has left the thread on purpose.
     * Throws nothing.
     *
     * @param runner of a transport that starts or has started
     * @param isOurs whether the current thread is still the one to run it
     * @param escaped gets what the runner threw, on the current thread; what it throws itself is dropped, for it may only
     *     lack the memory for a line
     */
    public static void run(SelectorRunner runner, BooleanSupplier isOurs, Consumer<? super Throwable> escaped) {
        boolean again;
        do {
            try {
                runner.run();
                again = false;
            } catch (Throwable t) {
                again = isOurs.getAsBoolean() && runner.getState() == State.STARTED && resumes(runner);
                report(t, escaped);
                if (again) {
                    LockSupport.parkNanos(PAUSE_NANOS);
                }
            }
        } while (again);
    }

    @SuppressWarnings("EmptyCatch") // even a text takes memory when it is used for the first time
    private static void report(Throwable thrown, Consumer<? super Throwable> escaped) {
        try {
            escaped.accept(thrown);
        } catch (Throwable t) {
            // The selector goes on.
        }
    }

    /** Has the next run go on where this one ended, as when another thread takes a selector over. */
    @SuppressWarnings("EmptyCatch") // the next attempt to resume may succeed
    private static boolean resumes(SelectorRunner runner) {
        while (runner.getState() == State.STARTED) {
            try {
                runner.postpone();
                return true;
            } catch (Throwable t) {
                if (runner.getRunnerThread() == null) {
                    return false;
                }
                LockSupport.parkNanos(PAUSE_NANOS);
            }
        }
        return false;
    }
}
