package io.grizzlythrift.client.internal.call;

import io.grizzlythrift.strategy.internal.util.LogLimiter;
import java.util.Optional;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicBoolean;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Runs the callbacks of a client's calls. Thread-safe. */
public final class Callbacks {
    private static final Logger LOG = LoggerFactory.getLogger(CallCompletion.class);

    private final Optional<Executor> executor;
    private final LiveCounters counters;
    private final LogLimiter failureLog = new LogLimiter(System::nanoTime);
    private final LogLimiter rejectionLog = new LogLimiter(System::nanoTime);

    Callbacks(Optional<Executor> executor, LiveCounters counters) {
        this.executor = executor;
        this.counters = counters;
    }

    /** {@return whether there is an executor for callbacks} */
    public boolean hasExecutor() {
        return executor.isPresent();
    }

    /** Runs user code on the executor for callbacks if there is one, otherwise on this thread. */
    public void run(Runnable callback) {
        if (executor.isEmpty()) {
            callback.run();
            return;
        }
        AtomicBoolean begun = new AtomicBoolean();
        Runnable once = () -> {
            if (begun.compareAndSet(false, true)) {
                callback.run();
            }
        };
        try {
            executor.get().execute(once);
        } catch (Throwable t) {
            logRejection(t);
            once.run();
        }
    }

    private void logRejection(Throwable thrown) {
        try {
            rejectionLog.log(suppressed -> LOG.warn(
                    "the executor rejected a callback, which runs on {} instead: {}{}",
                    Thread.currentThread().getName(),
                    thrown.toString(),
                    LogLimiter.suffix(suppressed)));
        } catch (Throwable t) {
            return; // no memory for the line; the callback runs anyway
        }
    }

    /** Passes the headers of a reply to the consumer of the stub, before the caller is notified. Does not throw. */
    public void reportHeaders(PendingCall call) {
        if (call.headers() == null) {
            return;
        }
        try {
            call.headers().report();
        } catch (Throwable t) {
            failed(call, t);
        }
    }

    /** Counts and logs an exception that a callback threw. Does not throw. */
    public void failed(PendingCall call, Throwable thrown) {
        try {
            counters.count(LiveCounters.Event.CALLBACK_ERROR);
            failureLog.log(suppressed -> LOG.error(
                    "a callback of {} threw an exception{}", call.method(), LogLimiter.suffix(suppressed), thrown));
        } catch (Throwable t) {
            return; // no memory for the line; the caller was notified
        }
    }
}
