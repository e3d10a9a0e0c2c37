package io.grizzlythrift.strategy;

import static org.testng.Assert.assertEquals;
import static org.testng.Assert.assertTrue;

import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.testng.annotations.DataProvider;
import org.testng.annotations.Test;

/** Tests what logs show of a strategy: its name and its sizes. */
public class StrategyTextTest {
    @DataProvider
    Object[][] strategies() {
        WorkerThreadStrategy workers = WorkerThreadStrategy.ofThreads(8);
        return new Object[][] {
            {SameThreadStrategy.create(), "same-thread"},
            {workers, "worker-thread[threads=8, queueCapacity=16384]"},
            {workers.withQueueCapacity(100), "worker-thread[threads=8, queueCapacity=100]"},
            {LeaderFollowerStrategy.ofThreads(3).withQueueCapacity(5), "leader-follower[threads=3, queueCapacity=5]"},
            {
                AdaptiveStrategy.ofThreads(3).withQueueCapacity(5),
                "adaptive[threads=3, queueCapacity=5, quickBound=100us]"
            },
            {VirtualThreadStrategy.ofThreads(3).withQueueCapacity(5), "virtual-thread[threads=3, queueCapacity=5]"},
            {new InOrderStrategy(workers), "in-order[worker-thread[threads=8, queueCapacity=16384]]"},
        };
    }

    @Test(dataProvider = "strategies")
    void saysNameAndSizes(ProcessingStrategy strategy, String text) {
        assertEquals(strategy.toString(), text);
    }

    @Test
    void anExecutorSpeaksForItself() {
        ExecutorService executor = Executors.newFixedThreadPool(3);
        String text = new ExecutorStrategy(executor).toString();
        executor.shutdownNow();
        assertTrue(text.startsWith("executor[") && text.contains("pool size = 0"), text);
    }
}
