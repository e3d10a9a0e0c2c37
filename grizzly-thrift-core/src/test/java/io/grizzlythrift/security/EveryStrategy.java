package io.grizzlythrift.security;

import io.grizzlythrift.server.ThriftServerBuilder;
import io.grizzlythrift.strategy.AdaptiveStrategy;
import io.grizzlythrift.strategy.LeaderFollowerStrategy;
import io.grizzlythrift.strategy.ProcessingStrategy;
import io.grizzlythrift.strategy.SameThreadStrategy;
import io.grizzlythrift.strategy.VirtualThreadStrategy;
import io.grizzlythrift.strategy.WorkerThreadStrategy;
import io.grizzlythrift.test.everything.AsyncEverything;
import io.grizzlythrift.test.everything.EverythingHandler;
import io.grizzlythrift.test.gen.Everything;
import io.grizzlythrift.test.server.Strategies;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ForkJoinPool;
import org.apache.thrift.TProcessor;
import org.testng.annotations.DataProvider;

/** All strategies, also those that have tests of their own elsewhere, with both kinds of handlers. */
enum EveryStrategy {
    SAME_THREAD,
    WORKER_THREAD,
    LEADER_FOLLOWER,
    ADAPTIVE,
    VIRTUAL_THREAD;

    ProcessingStrategy create() {
        return switch (this) {
            case SAME_THREAD -> SameThreadStrategy.create();
            case WORKER_THREAD -> WorkerThreadStrategy.ofThreads(2);
            case LEADER_FOLLOWER -> LeaderFollowerStrategy.ofThreads(2);
            case ADAPTIVE -> AdaptiveStrategy.create();
            case VIRTUAL_THREAD -> VirtualThreadStrategy.create();
        };
    }

    ThriftServerBuilder builder(TProcessor processor) {
        return Strategies.WORKER_THREAD.builder(processor).strategy(create());
    }

    static TProcessor processor(EverythingHandler handler) {
        return new Everything.Processor<>(handler);
    }

    /** Each strategy of this JDK. */
    @DataProvider(name = "every")
    static Object[][] every() {
        List<Object[]> rows = new ArrayList<>();
        for (EveryStrategy strategy : values()) {
            if (strategy != VIRTUAL_THREAD || VirtualThreadStrategy.isSupported()) {
                rows.add(new Object[] {strategy});
            }
        }
        return rows.toArray(Object[][]::new);
    }

    /** Each strategy with a blocking and with an asynchronous handler ({@code true}). */
    @DataProvider(name = "everyWithHandlers")
    static Object[][] everyWithHandlers() {
        List<Object[]> rows = new ArrayList<>();
        for (Object[] strategy : every()) {
            rows.add(new Object[] {strategy[0], false});
            rows.add(new Object[] {strategy[0], true});
        }
        return rows.toArray(Object[][]::new);
    }

    /** An asynchronous handler, whose handler records what it notes. */
    static AsyncEverything async() {
        return new AsyncEverything(ForkJoinPool.commonPool());
    }
}
