package io.grizzlythrift.strategy;

import io.grizzlythrift.strategy.internal.queue.MethodPace;
import io.grizzlythrift.strategy.internal.queue.PaceLearner;
import io.grizzlythrift.strategy.spi.CallBatch;
import io.grizzlythrift.strategy.spi.StrategyThreads;
import java.time.Duration;
import java.util.Objects;
import java.util.Optional;
import org.glassfish.grizzly.nio.transport.TCPNIOTransport;

/**
 * Wraps another strategy so that the calls of a connection run one at a time, in the order in which they were sent: each call
 * starts after the previous one has run, oneway calls included. Handlers written for libthrift's servers may rely on this
 * order. Calls of different connections still run in parallel, as the wrapped strategy decides. Priorities and {@code
 * queueTarget} have no effect: the server logs a warning if they are set.
 */
public final class InOrderStrategy implements ProcessingStrategy {
    private final ProcessingStrategy delegate;

    /**
     * Wraps a strategy.
     *
     * @param delegate decides which threads run the calls
     */
    public InOrderStrategy(ProcessingStrategy delegate) {
        this.delegate = Objects.requireNonNull(delegate, "delegate");
    }

    @Override
    public String name() {
        return delegate.name();
    }

    @Override
    public int defaultSelectorThreads() {
        return delegate.defaultSelectorThreads();
    }

    @Override
    public boolean requiresOwnTransport() {
        return delegate.requiresOwnTransport();
    }

    @Override
    public StrategyThreads start(String serverName, int selectorThreads) {
        return new Threads(delegate.start(serverName, selectorThreads));
    }

    /** {@return {@code in-order} and the wrapped strategy} */
    @Override
    public String toString() {
        return "in-order[" + delegate + "]";
    }

    /** Runs the batches of each flow in order. */
    private static final class Threads implements StrategyThreads, PaceLearner {
        private final StrategyThreads delegate;

        Threads(StrategyThreads delegate) {
            this.delegate = delegate;
        }

        @Override
        public void install(TCPNIOTransport transport) {
            delegate.install(transport);
        }

        @Override
        public void execute(CallBatch batch) {
            batch.flow().executeInOrder(delegate, batch);
        }

        @Override
        public Optional<MethodPace> learn(String method) {
            return delegate instanceof PaceLearner learner ? learner.learn(method) : Optional.empty();
        }

        @Override
        public boolean hasCallQueue() {
            return delegate.hasCallQueue();
        }

        @Override
        public void rejectWork() {
            delegate.rejectWork();
        }

        @Override
        public void shutdownNow() {
            delegate.shutdownNow();
        }

        @Override
        public void undoStart() {
            delegate.undoStart();
        }

        @Override
        public boolean awaitTermination(Duration timeout) throws InterruptedException {
            return delegate.awaitTermination(timeout);
        }
    }
}
