package io.grizzlythrift.strategy.internal.threads;

import java.util.concurrent.ExecutorService;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.glassfish.grizzly.IOStrategy;
import org.glassfish.grizzly.nio.SelectorRunner;
import org.glassfish.grizzly.nio.transport.TCPNIOTransport;

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

    /** Makes these threads the only ones of a transport. */
    public void install(TCPNIOTransport transport, IOStrategy ioStrategy) {
        install(transport, ioStrategy, this, getCorePoolSize());
    }

    /** Makes the threads of any pool the only ones of a transport. */
    public static void install(TCPNIOTransport transport, IOStrategy ioStrategy, ExecutorService pool, int selectors) {
        transport.setIOStrategy(ioStrategy);
        transport.setSelectorRunnersCount(selectors);
        transport.setKernelThreadPool(pool);
        transport.setWorkerThreadPoolConfig(null);
    }

    @Override
    public void execute(Runnable task) {
        super.execute(task instanceof SelectorRunner runner ? () -> selectorTask.accept(runner) : task);
    }
}
