package io.grizzlythrift.selector;

import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.glassfish.grizzly.nio.SelectorRunner;

/** The kernel thread pool of a transport: one thread per selector. */
public final class SelectorThreadPool extends ThreadPoolExecutor {
    private final Consumer<SelectorRunner> selectorTask;

    /**
     * Creates a pool without threads; Grizzly submits one runner for each selector.
     *
     * @param threads the number of selectors
     * @param factory creates the threads
     * @param selectorTask runs a selector on the current thread until it is stopped, as {@link SelectorLoop#run} does
     */
    public SelectorThreadPool(int threads, ThreadFactory factory, Consumer<SelectorRunner> selectorTask) {
        super(threads, threads, 0, TimeUnit.SECONDS, new LinkedBlockingQueue<>(), factory);
        this.selectorTask = selectorTask;
    }

    @Override
    public void execute(Runnable task) {
        super.execute(task instanceof SelectorRunner runner ? () -> selectorTask.accept(runner) : task);
    }
}
