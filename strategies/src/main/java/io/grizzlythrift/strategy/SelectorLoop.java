package io.grizzlythrift.strategy;

import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import org.glassfish.grizzly.Transport.State;
import org.glassfish.grizzly.nio.SelectorRunner;

/**
 * Runs one of Grizzly's selectors, again if something escapes from it. The runner catches what is thrown while it
 * selects, but logs it in the catch, and tells the transport's probes: without memory these throw as well. The runner is
 * still started then and nobody runs it, so that its connections would hang for good.
 */
final class SelectorLoop {
    /** Between two attempts, so that a failure which lasts does not take a processor. */
    private static final long PAUSE_NANOS = TimeUnit.MILLISECONDS.toNanos(1);

    private SelectorLoop() {}

    /**
     * Returns when the runner has stopped, or has left the current thread on purpose.
     *
     * @param isOurs whether the current thread is still the one to run it
     */
    static void run(SelectorRunner runner, BooleanSupplier isOurs, Uncaught uncaught) {
        boolean escaped;
        do {
            try {
                runner.run();
                escaped = false;
            } catch (Throwable t) {
                escaped = isOurs.getAsBoolean() && runner.getState() == State.STARTED && resumes(runner);
                uncaught.survived(t);
                if (escaped) {
                    LockSupport.parkNanos(PAUSE_NANOS);
                }
            }
        } while (escaped);
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
