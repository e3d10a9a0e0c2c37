package io.grizzlythrift.samples.guide;

import io.grizzlythrift.samples.calculator.CalculatorHandler;
import io.grizzlythrift.samples.calculator.gen.Calculator;
import io.grizzlythrift.server.ThriftServer;
import io.grizzlythrift.strategy.WorkerThreadStrategy;

/** The server on the start page; {@link QuickClient} calls it. */
public final class QuickServer {
    private QuickServer() {}

    // @start region=server
    public static void main(String[] args) throws InterruptedException {
        ThriftServer server = ThriftServer.builder()
                .name("calculator") // prefix of its thread names
                .listen("127.0.0.1", 9090) // repeatable; port 0 takes any free one
                .processor(new Calculator.Processor<>(new CalculatorHandler()))
                .strategy(WorkerThreadStrategy.ofThreads(8))
                .shutdownHook(true) // drains when the JVM ends
                .build();
        server.start();
        System.out.println("listens on port " + server.port());
        server.awaitTermination();
    }
    // @end region=server
}
