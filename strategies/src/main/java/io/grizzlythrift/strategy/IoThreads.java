package io.grizzlythrift.strategy;

import java.util.concurrent.ExecutorService;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.glassfish.grizzly.IOStrategy;
import org.glassfish.grizzly.nio.SelectorRunner;
import org.glassfish.grizzly.nio.transport.TCPNIOTransport;

/**
 * Makes threads that Grizzly keeps its per-thread caches in, without a Grizzly memory pool: each read then gets an
 * array of just its size, so that a handler which keeps a slice of it pins that read, not a shared 64 KiB pool array.
 */
final class IoThreads {
    private IoThreads() {}

    /** One thread per selector. */
    static ExecutorService selectors(String serverName, int count) {
        AtomicInteger number = new AtomicInteger();
        Uncaught uncaught = new Uncaught();
        ThreadFactory factory = task -> {
            Thread thread = new SelectorThread(serverName + "-selector-" + number.incrementAndGet(), task, uncaught);
            thread.setUncaughtExceptionHandler(uncaught);
            return thread;
        };
        return new ThreadPoolExecutor(count, count, 0, TimeUnit.SECONDS, new LinkedBlockingQueue<>(), factory) {
            @Override
            public void execute(Runnable task) {
                super.execute(
                        task instanceof SelectorRunner runner
                                ? () -> SelectorThread.runSelector(runner, uncaught)
                                : task);
            }
        };
    }

    static void install(TCPNIOTransport transport, IOStrategy ioStrategy, ExecutorService kernelPool, int selectors) {
        transport.setIOStrategy(ioStrategy);
        transport.setSelectorRunnersCount(selectors);
        transport.setKernelThreadPool(kernelPool);
        transport.setWorkerThreadPoolConfig(null);
    }
}
