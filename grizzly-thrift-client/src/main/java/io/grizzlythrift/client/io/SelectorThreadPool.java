package io.grizzlythrift.client.io;

import io.grizzlythrift.log.LogLimiter;
import io.grizzlythrift.selector.SelectorLoop;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import org.glassfish.grizzly.nio.SelectorRunner;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The selector threads. Their runners go on whatever is thrown: see {@link SelectorLoop}. */
final class SelectorThreadPool extends ThreadPoolExecutor {
    private static final Logger LOG = LoggerFactory.getLogger(SelectorThreadPool.class);
    private static final LogLimiter FAILURE_LOG = new LogLimiter(System::nanoTime);

    SelectorThreadPool(int threads, ThreadFactory factory) {
        super(threads, threads, 0, TimeUnit.SECONDS, new LinkedBlockingQueue<>(), factory);
    }

    @Override
    public void execute(Runnable task) {
        super.execute(task instanceof SelectorRunner runner ? () -> select(runner) : task);
    }

    private static void select(SelectorRunner runner) {
        SelectorLoop.run(runner, () -> true, SelectorThreadPool::escaped);
    }

    private static void escaped(Throwable thrown) {
        log("a selector failed, and goes on", thrown);
    }

    /** Logs an unexpected failure, if there is memory for that: a thread that must go on must not end here. */
    static void log(String what, Throwable thrown) {
        try {
            FAILURE_LOG.log(suppressed -> LOG.error("{}{}", what, LogLimiter.suffix(suppressed), thrown));
        } catch (Throwable t) {
            return;
        }
    }
}
