package io.grizzlythrift.strategy.selector;

import io.grizzlythrift.log.UncaughtLog;
import io.grizzlythrift.selector.ArraySelectorHandler;
import io.grizzlythrift.selector.SelectorThreadPool;
import io.grizzlythrift.strategy.spi.StrategyThreads;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.atomic.AtomicInteger;
import org.glassfish.grizzly.IOStrategy;
import org.glassfish.grizzly.nio.transport.TCPNIOTransport;

/**
 * Creates selector threads and installs them into a transport. The threads hold Grizzly's per-thread caches but no Grizzly
 * memory pool: each read then gets an exactly sized array, so a handler that retains a slice of it keeps only that read
 * alive, not a shared 64 KiB pool array.
 */
public final class IoThreads {
    private IoThreads() {}

    /** Creates a pool of one thread per selector, named {@code SERVER-selector-N}. */
    public static ExecutorService selectors(String serverName, int count) {
        AtomicInteger selectorNumber = new AtomicInteger();
        UncaughtLog uncaught = new UncaughtLog(StrategyThreads.class);
        ThreadFactory factory = task -> {
            Thread thread =
                    new SelectorThread(serverName + "-selector-" + selectorNumber.incrementAndGet(), task, uncaught);
            thread.setUncaughtExceptionHandler(uncaught);
            return thread;
        };
        return new SelectorThreadPool(count, factory, runner -> SelectorThread.runSelector(runner, uncaught));
    }

    /** Makes a transport use these threads. */
    public static void install(
            TCPNIOTransport transport, IOStrategy ioStrategy, ExecutorService kernelPool, int selectors) {
        transport.setIOStrategy(ioStrategy);
        transport.setSelectorHandler(new ArraySelectorHandler());
        transport.setSelectorRunnersCount(selectors);
        transport.setKernelThreadPool(kernelPool);
        transport.setWorkerThreadPoolConfig(null);
    }
}
