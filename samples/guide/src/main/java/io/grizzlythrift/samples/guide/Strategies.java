package io.grizzlythrift.samples.guide;

import io.grizzlythrift.call.CallPriority;
import io.grizzlythrift.call.MethodOptions;
import io.grizzlythrift.call.PriorityClassifier;
import io.grizzlythrift.call.ReplyOrder;
import io.grizzlythrift.limits.ConcurrencyLimit;
import io.grizzlythrift.limits.ServerLimits;
import io.grizzlythrift.samples.calculator.CalculatorHandler;
import io.grizzlythrift.samples.calculator.gen.Calculator;
import io.grizzlythrift.server.ThriftServer;
import io.grizzlythrift.server.ThriftServerBuilder;
import io.grizzlythrift.strategy.AdaptiveStrategy;
import io.grizzlythrift.strategy.ExecutorStrategy;
import io.grizzlythrift.strategy.LeaderFollowerStrategy;
import io.grizzlythrift.strategy.SameThreadStrategy;
import io.grizzlythrift.strategy.VirtualThreadStrategy;
import io.grizzlythrift.strategy.WorkerThreadStrategy;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.Executor;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

/** One line selects the threads that run the calls. */
final class Strategies {
    private Strategies() {}

    static ThriftServer sameThread(int port) {
        ThriftServerBuilder builder = calculator(port);
        // @start region=same-thread
        builder.strategy(SameThreadStrategy.create()).selectorThreads(4);
        // @end region=same-thread
        return builder.build();
    }

    static ThriftServer adaptive(int port) {
        ThriftServerBuilder builder = calculator(port);
        // @start region=adaptive
        builder.strategy(AdaptiveStrategy.ofThreads(50).withQuickBound(Duration.ofNanos(200_000)));
        // @end region=adaptive
        return builder.build();
    }

    static ThriftServer virtualThread(int port) {
        ThriftServerBuilder builder = calculator(port);
        // @start region=virtual-thread
        builder.strategy(VirtualThreadStrategy.ofThreads(2_000));
        // @end region=virtual-thread
        return builder.build();
    }

    static ThriftServer workerThread(int port) {
        ThriftServerBuilder builder = calculator(port);
        // @start region=worker-thread
        builder.strategy(WorkerThreadStrategy.ofThreads(50).withQueueCapacity(1_000))
                .selectorThreads(2);
        // @end region=worker-thread
        return builder.build();
    }

    static ThriftServer leaderFollower(int port) {
        ThriftServerBuilder builder = calculator(port);
        // @start region=leader-follower
        builder.strategy(LeaderFollowerStrategy.ofThreads(12)).selectorThreads(2);
        // @end region=leader-follower
        return builder.build();
    }

    static ThriftServer executor(int port) {
        ThriftServerBuilder builder = calculator(port);
        // @start region=executor
        builder.strategy(new ExecutorStrategy(
                new ThreadPoolExecutor(2, 50, 60, TimeUnit.SECONDS, new ArrayBlockingQueue<>(1_000))));
        // @end region=executor
        return builder.build();
    }

    static ThriftServer sharedExecutor(int port, Executor executor) {
        ThriftServerBuilder builder = calculator(port);
        // @start region=shared-executor
        builder.strategy(WorkerThreadStrategy.of(executor, 20));
        // @end region=shared-executor
        return builder.build();
    }

    static ThriftServer asCompleted(int port) {
        ThriftServerBuilder builder = calculator(port);
        // @start region=as-completed
        builder.replyOrder(ReplyOrder.AS_COMPLETED);
        // @end region=as-completed
        return builder.build();
    }

    static ThriftServer priorities(int port) {
        ThriftServerBuilder builder = calculator(port);
        // @start region=priorities
        builder.priorities(call -> call.peerAddress() instanceof InetSocketAddress peer
                        && peer.getAddress().isSiteLocalAddress()
                ? PriorityClassifier.FROM_HEADER.of(call)
                : CallPriority.NORMAL);
        // @end region=priorities
        return builder.build();
    }

    static ThriftServer overload(int port) {
        ThriftServerBuilder builder = calculator(port);
        // @start region=overload
        builder.limits(ServerLimits.builder().queueTarget(Duration.ofMillis(20)).build());
        // @end region=overload
        return builder.build();
    }

    static ThriftServer concurrencyLimit(int port) {
        ThriftServerBuilder builder = calculator(port);
        // @start region=concurrency-limit
        builder.limits(ServerLimits.builder()
                .concurrencyLimit(ConcurrencyLimit.adaptive())
                .build());
        // @end region=concurrency-limit
        return builder.build();
    }

    static ThriftServer methods(int port) {
        ThriftServerBuilder builder = calculator(port);
        // @start region=methods
        MethodOptions slow = MethodOptions.ofThreads(2).withQueueTimeout(Duration.ofSeconds(10));
        builder.method("calculate", slow).method("getStruct", slow);
        // @end region=methods
        return builder.build();
    }

    private static ThriftServerBuilder calculator(int port) {
        return ThriftServer.builder()
                .listen("127.0.0.1", port)
                .processor(new Calculator.Processor<>(new CalculatorHandler()));
    }
}
