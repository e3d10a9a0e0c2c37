package io.grizzlythrift.client.io;

import io.grizzlythrift.selector.SelectorLoop;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import org.glassfish.grizzly.nio.SelectorRunner;

/** The selector threads. Their runners go on whatever is thrown: see {@link SelectorLoop}. */
final class SelectorThreadPool extends ThreadPoolExecutor {
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
        ClientThreads.log("a selector failed, and goes on", thrown);
    }
}
