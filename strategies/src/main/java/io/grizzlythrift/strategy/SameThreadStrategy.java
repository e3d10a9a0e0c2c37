package io.grizzlythrift.strategy;

import jakarta.inject.Named;
import java.io.IOException;
import java.nio.channels.SelectionKey;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.TimeUnit;
import org.glassfish.grizzly.nio.DefaultSelectorHandler;
import org.glassfish.grizzly.nio.SelectorRunner;
import org.glassfish.grizzly.nio.transport.TCPNIOTransport;
import org.glassfish.grizzly.strategies.SameThreadIOStrategy;
import org.jvnet.hk2.annotations.Service;

/**
 * The selector thread that read the calls runs them. The lowest cost per call, for handlers that do not block: while
 * one runs, no other connection of that selector is read or accepted. With more than one selector thread, handlers must
 * be thread-safe.
 */
@Service
@Named(SameThreadStrategy.NAME)
public final class SameThreadStrategy implements ProcessingStrategy {
    /** The name of this strategy. */
    public static final String NAME = "same-thread";

    SameThreadStrategy() {}

    /**
     * The strategy has no options.
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

    private static final class Threads implements StrategyThreads {
        private final int selectorThreads;
        private final ExecutorService selectors;

        Threads(String serverName, int selectorThreads) {
            this.selectorThreads = selectorThreads;
            selectors = IoThreads.selectors(serverName, selectorThreads);
        }

        @Override
        public void install(TCPNIOTransport transport) {
            IoThreads.install(transport, SameThreadIOStrategy.getInstance(), selectors, selectorThreads);
            transport.setSelectorHandler(new FlushBeforeSelect());
        }

        @Override
        public void execute(CallBatch batch) {
            SharedWork.claimAll(batch, helped -> {}, selectors::isShutdown);
            if (Thread.currentThread() instanceof SelectorThread thread) {
                thread.flushLater(batch);
            } else {
                batch.flush();
            }
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

    /**
     * Tells the thread of each round of ready connections: everything that was put off is flushed before it may wait for
     * the next one.
     */
    private static final class FlushBeforeSelect extends DefaultSelectorHandler {
        @Override
        public boolean preSelect(SelectorRunner runner) throws IOException {
            boolean goOn = super.preSelect(runner);
            if (Thread.currentThread() instanceof SelectorThread thread) {
                thread.endRound();
            }
            return goOn;
        }

        @Override
        public Set<SelectionKey> select(SelectorRunner runner) throws IOException {
            Set<SelectionKey> ready = super.select(runner);
            if (Thread.currentThread() instanceof SelectorThread thread) {
                thread.beginRound(ready.size());
            }
            return ready;
        }
    }
}
