package io.grizzlythrift.strategy.internal.threads;

import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import org.glassfish.grizzly.Transport.State;
import org.glassfish.grizzly.nio.SelectorRunner;

/**
 * Runs one of Grizzly's selectors and restarts it if an exception escapes. The runner catches exceptions of a selection,
 * but its catch block logs and notifies the transport's probes, which may throw again when memory is exhausted. Without a
 * restart the runner would stay in state STARTED with no thread, and its connections would hang forever.
 */
public final class SelectorLoop {
    /** Pause between two attempts, so that a lasting failure does not use up a processor. */
    private static final long PAUSE_NANOS = TimeUnit.MILLISECONDS.toNanos(1);

    private SelectorLoop() {}

    /**
     * Runs a selector on the current thread. Returns when the runner has stopped or has left the thread deliberately.
     * Throws nothing.
     *
     * @param runner the runner of a transport that is starting or started
     * @param ownsRunner whether the current thread is still responsible for the runner
     * @param onFailure receives each exception that escaped from the runner, on the current thread; its own exceptions
     *     are ignored, because it may merely lack the memory to log
     */
    public static void run(SelectorRunner runner, BooleanSupplier ownsRunner, Consumer<? super Throwable> onFailure) {
        boolean again;
        do {
            try {
                runner.run();
                again = false;
            } catch (Throwable t) {
                again = ownsRunner.getAsBoolean() && runner.getState() == State.STARTED && postpone(runner);
                report(t, onFailure);
                if (again) {
                    LockSupport.parkNanos(PAUSE_NANOS);
                }
            }
        } while (again);
    }

    /**
     * Runs a selector that another thread has left in the middle of a selection, as {@link #run} does. That thread no longer uses
     * the runner, except that it returns from it.
     */
    public static void resume(
            SelectorRunner runner, BooleanSupplier ownsRunner, Consumer<? super Throwable> onFailure) {
        if (postpone(runner)) {
            run(runner, ownsRunner, onFailure);
        }
    }

    @SuppressWarnings("EmptyCatch") // even a string constant needs memory on first use
    private static void report(Throwable thrown, Consumer<? super Throwable> onFailure) {
        try {
            onFailure.accept(thrown);
        } catch (Throwable t) {
            // The selector continues.
        }
    }

    /**
     * Postpones the runner, so that its next run resumes where this one ended, as when another thread takes over a
     * selector. Returns false if the runner has stopped or has no thread.
     */
    @SuppressWarnings("EmptyCatch") // the next attempt to resume may succeed
    private static boolean postpone(SelectorRunner runner) {
        while (runner.getState() == State.STARTED) {
            try {
                // facts.md#an-escaped-error-ends-a-selector
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
