package io.grizzlythrift.samples.calculator;

import io.grizzlythrift.samples.calculator.gen.Calculator;
import io.grizzlythrift.server.ThriftServer;
import io.grizzlythrift.server.ThriftServerBuilder;
import io.grizzlythrift.strategy.AdaptiveStrategy;
import io.grizzlythrift.strategy.LeaderFollowerStrategy;
import io.grizzlythrift.strategy.ProcessingStrategy;
import io.grizzlythrift.strategy.SameThreadStrategy;
import io.grizzlythrift.strategy.WorkerThreadStrategy;

/** Serves the calculator until the process is stopped. */
public final class CalculatorServer {
    private static final int DEFAULT_PORT = 9090;

    private CalculatorServer() {}

    /**
     * Runs the server. Usage: {@code CalculatorServer [strategy [port]]}.
     *
     * @param args {@code same-thread}, {@code worker-thread} (the default), {@code leader-follower} or
     *     {@code adaptive}; and the port, 9090 by default
     * @throws InterruptedException never: nothing interrupts the main thread
     */
    public static void main(String[] args) throws InterruptedException {
        ProcessingStrategy strategy = strategy(args.length > 0 ? args[0] : WorkerThreadStrategy.NAME);
        int port = args.length > 1 ? Integer.parseInt(args[1]) : DEFAULT_PORT;
        ThriftServer server = builder(port, strategy, new CalculatorHandler()).build();
        server.start();
        System.out.println("Calculator on 127.0.0.1:" + server.port() + ", " + strategy.name() + "; Ctrl-C stops it.");
        server.awaitTermination();
    }

    static ThriftServerBuilder builder(int port, ProcessingStrategy strategy, Calculator.Iface handler) {
        return ThriftServer.builder()
                .name("calculator")
                .listen("127.0.0.1", port)
                .processor(new Calculator.Processor<>(handler))
                .strategy(strategy)
                .shutdownHook(true);
    }

    private static ProcessingStrategy strategy(String name) {
        return switch (name) {
            case SameThreadStrategy.NAME -> SameThreadStrategy.create();
            case WorkerThreadStrategy.NAME -> WorkerThreadStrategy.ofThreads(8);
            case LeaderFollowerStrategy.NAME -> LeaderFollowerStrategy.ofThreads(8);
            case AdaptiveStrategy.NAME -> AdaptiveStrategy.ofThreads(8);
            default -> throw new IllegalArgumentException("no strategy is named " + name);
        };
    }
}
