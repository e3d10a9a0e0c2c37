package io.grizzlythrift.strategy;

import io.grizzlythrift.strategy.internal.queue.FlowQueue;
import io.grizzlythrift.strategy.internal.threads.ClaimLoop;
import io.grizzlythrift.strategy.internal.threads.FlushBeforeSelect;
import io.grizzlythrift.strategy.internal.threads.SelectorThread;
import io.grizzlythrift.strategy.internal.threads.SelectorThreadPool;
import io.grizzlythrift.strategy.internal.util.UncaughtLog;
import io.grizzlythrift.strategy.spi.CallBatch;
import io.grizzlythrift.strategy.spi.StrategyThreads;
import jakarta.inject.Named;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import org.glassfish.grizzly.nio.transport.TCPNIOTransport;
import org.glassfish.grizzly.strategies.SameThreadIOStrategy;
import org.jvnet.hk2.annotations.Service;

/**
 * The selector thread that read the calls runs them. This has the lowest cost per call and suits handlers that do not block:
 * while a handler runs, no other connection of that selector is read or accepted. If the calls of one read take longer than 2
 * ms in total, the thread pauses between two of them and continues after it has served the other ready connections. With more
 * than one selector thread, handlers must be thread-safe.
 */
@SuppressWarnings("exports") // HK2 is optional: a module that uses it requires it
@Service
@Named(SameThreadStrategy.NAME)
public final class SameThreadStrategy implements ProcessingStrategy {
    /** The name of this strategy. */
    public static final String NAME = "same-thread";

    SameThreadStrategy() {}

    /**
     * Creates the strategy, which has no options.
     *
     * @return a strategy that runs calls on the selector threads
     */
    public static SameThreadStrategy create() {
        return new SameThreadStrategy();
    }

    @Override
    public String name() {
        return NAME;
    }

    @Override
    public int defaultSelectorThreads() {
        return Runtime.getRuntime().availableProcessors();
    }

    @Override
    public StrategyThreads start(String serverName, int selectorThreads) {
        return new Threads(serverName, selectorThreads);
    }

    /** {@return the name} */
    @Override
    public String toString() {
        return NAME;
    }

    private static final class Threads implements StrategyThreads {
        private final SelectorThreadPool selectors;
        private final BooleanSupplier stopped;
        private final UncaughtLog uncaught = new UncaughtLog(StrategyThreads.class);

        Threads(String serverName, int selectorThreads) {
            selectors = SelectorThread.pool(serverName, selectorThreads);
            stopped = selectors::isShutdown;
        }

        @Override
        public void install(TCPNIOTransport transport) {
            selectors.install(transport, SameThreadIOStrategy.getInstance());
            transport.setSelectorHandler(new FlushBeforeSelect());
        }

        @Override
        public void execute(CallBatch batch) {
            if (Thread.currentThread() instanceof SelectorThread thread) {
                thread.execute(batch, stopped);
            } else { // a thread of the user's own transport
                ClaimLoop loop = new WholeBatchLoop();
                loop.runExclusively(batch);
                loop.flush(batch);
            }
        }

        /** Runs all calls of a batch on the current thread. */
        private final class WholeBatchLoop extends ClaimLoop {
            WholeBatchLoop() {
                super(Long.MAX_VALUE, System::nanoTime, uncaught);
            }

            @Override
            protected boolean othersWait(FlowQueue queue) {
                return false;
            }

            @Override
            protected boolean isStopped() {
                return stopped.getAsBoolean();
            }
        }

        /** {@inheritDoc} Returns false: calls wait for the one thread that may run them. */
        @Override
        public boolean hasCallQueue() {
            return false;
        }

        @Override
        public void shutdownNow() {
            selectors.shutdownNow();
        }

        @Override
        public boolean awaitTermination(Duration timeout) throws InterruptedException {
            return selectors.awaitTermination(timeout.toNanos(), TimeUnit.NANOSECONDS);
        }
    }
}
