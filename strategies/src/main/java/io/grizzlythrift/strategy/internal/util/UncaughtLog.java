package io.grizzlythrift.strategy.internal.util;

import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Logs exceptions that reach the top of a thread, where none is expected: at most one line per second, with the name of
 * the thread and the stack. Safe for any number of threads.
 *
 * <p>Throws nothing. Logging may fail when memory is exhausted, and the thread that reports the failure must survive.
 *
 * <p>Implements {@link Consumer} so that callers can pass it without allocating a method reference.
 */
public final class UncaughtLog implements Thread.UncaughtExceptionHandler, Consumer<Throwable> {
    private final LogLimiter limiter = new LogLimiter(System::nanoTime);
    private final Logger logger;

    /**
     * Creates a log.
     *
     * @param owner names the logger
     */
    public UncaughtLog(Class<?> owner) {
        logger = LoggerFactory.getLogger(owner);
    }

    @Override
    public void accept(Throwable thrown) {
        log(thrown);
    }

    /**
     * Logs an exception that the current thread caught and survives.
     *
     * @param thrown the exception
     */
    public void log(Throwable thrown) {
        uncaughtException(Thread.currentThread(), thrown);
    }

    @Override
    @SuppressWarnings("EmptyCatch") // reporting this failure would need memory as well
    public void uncaughtException(Thread thread, Throwable thrown) {
        try {
            long suppressed = limiter.tryAcquire(); // not log(), whose lambda would be allocated first
            if (suppressed >= 0) {
                logger.error("uncaught in {}{}", thread.getName(), LogLimiter.suffix(suppressed), thrown);
            }
        } catch (Throwable t) {
            // The next exception may be logged.
        }
    }
}
