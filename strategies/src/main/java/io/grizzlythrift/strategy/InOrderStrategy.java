package io.grizzlythrift.strategy;

import java.time.Duration;
import org.glassfish.grizzly.nio.transport.TCPNIOTransport;

/**
 * Another strategy, but with one call of a connection at a time, in the order in which they were sent: the next one
 * begins when the one before has run, oneway calls included. Handlers that were written for libthrift's servers may
 * rely on it. Calls of different connections run at the same time, as the other strategy has it.
 */
public final class InOrderStrategy implements ProcessingStrategy {
    private final ProcessingStrategy behind;

    /**
     * Runs the calls of each connection one after the other.
     *
     * @param behind decides on which threads
     */
    public InOrderStrategy(ProcessingStrategy behind) {
        this.behind = behind;
    }

    @Override
    public String name() {
        return behind.name();
    }

    @Override
    public int defaultSelectorThreads() {
        return behind.defaultSelectorThreads();
    }

    @Override
    public void checkSelectorThreads(int selectorThreads) {
        behind.checkSelectorThreads(selectorThreads);
    }

    @Override
    public StrategyThreads start(String serverName, int selectorThreads) {
        return new Threads(behind.start(serverName, selectorThreads));
    }

    /** Puts each batch into the lane of its connection. */
    private static final class Threads implements StrategyThreads {
        private final StrategyThreads behind;

        Threads(StrategyThreads behind) {
            this.behind = behind;
        }

        @Override
        public void install(TCPNIOTransport transport) {
            behind.install(transport);
        }

        @Override
        public void execute(CallBatch batch) {
            laneOf(batch.flow()).add(batch);
        }

        /** On the thread that reads the connection, so that there is one lane. */
        private SerialExecutor laneOf(CallFlow flow) {
            if (flow.attachment() instanceof SerialExecutor lane) {
                return lane;
            }
            SerialExecutor lane = new SerialExecutor(behind);
            flow.attach(lane);
            return lane;
        }

        @Override
        public boolean hasCallQueue() {
            return behind.hasCallQueue();
        }

        @Override
        public void shutdownNow() {
            behind.shutdownNow();
        }

        @Override
        public boolean awaitTermination(Duration timeout) throws InterruptedException {
            return behind.awaitTermination(timeout);
        }
    }
}
