package io.grizzlythrift.scorecard.server;

import io.grizzlythrift.strategy.ProcessingStrategy;
import io.grizzlythrift.strategy.SameThreadStrategy;
import io.grizzlythrift.strategy.spi.Call;
import io.grizzlythrift.strategy.spi.CallBatch;
import io.grizzlythrift.strategy.spi.StrategyThreads;
import java.time.Duration;
import org.glassfish.grizzly.nio.transport.TCPNIOTransport;

/** A strategy as a user could write it: each read has its own thread, which ends with it. */
final class ThreadPerRead implements ProcessingStrategy {
    @Override
    public String name() {
        return "thread-per-read";
    }

    @Override
    public int defaultSelectorThreads() {
        return 1;
    }

    @Override
    public StrategyThreads start(String serverName, int selectorThreads) {
        StrategyThreads selectors = SameThreadStrategy.create().start(serverName, selectorThreads);
        return new StrategyThreads() {
            @Override
            public void install(TCPNIOTransport transport) {
                selectors.install(transport);
            }

            @Override
            public void execute(CallBatch batch) {
                new Thread(() -> runAll(batch), "short").start();
            }

            @Override
            public void shutdownNow() {
                selectors.shutdownNow();
            }

            @Override
            public boolean awaitTermination(Duration timeout) throws InterruptedException {
                return selectors.awaitTermination(timeout);
            }
        };
    }

    private static void runAll(CallBatch batch) {
        for (Call call = batch.claim(); call != null; call = batch.claim()) {
            call.run();
        }
        batch.flush();
    }
}
