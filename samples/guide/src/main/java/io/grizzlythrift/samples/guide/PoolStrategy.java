package io.grizzlythrift.samples.guide;

import io.grizzlythrift.strategy.ProcessingStrategy;
import io.grizzlythrift.strategy.SameThreadStrategy;
import io.grizzlythrift.strategy.StrategyThreads;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

// @start region=strategy
/** Selector threads read; a pool that grows and shrinks runs the calls. */
public final class PoolStrategy implements ProcessingStrategy {
    @Override
    public String name() {
        return "pool";
    }

    @Override
    public int defaultSelectorThreads() {
        return 2;
    }

    @Override
    public StrategyThreads start(String serverName, int selectorThreads) {
        StrategyThreads selectors = SameThreadStrategy.create().start(serverName, selectorThreads);
        return new PoolThreads(
                selectors, new ThreadPoolExecutor(2, 50, 60, TimeUnit.SECONDS, new ArrayBlockingQueue<>(100)));
    }
}
// @end region=strategy
