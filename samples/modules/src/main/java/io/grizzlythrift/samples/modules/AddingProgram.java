package io.grizzlythrift.samples.modules;

import io.grizzlythrift.client.ThriftClient;
import io.grizzlythrift.samples.calculator.gen.Calculator;
import io.grizzlythrift.server.ThriftServer;
import io.grizzlythrift.strategy.WorkerThreadStrategy;

/** Serves a calculator and calls it. Runs on the module path, in an OSGi framework and on the class path. */
public final class AddingProgram {
    private AddingProgram() {}

    /** Prints the sum. */
    public static void main(String[] args) throws Exception {
        System.out.println(add(1, 2, 3));
    }

    /**
     * Adds three numbers in two calls: the first with a blocking stub, the second with a stub that returns futures.
     *
     * @return the sum
     */
    public static int add(int first, int second, int third) throws Exception {
        try (ThriftServer server = ThriftServer.builder()
                .listen("127.0.0.1", 0)
                .processor(new Calculator.Processor<>(new AddingHandler()))
                .strategy(WorkerThreadStrategy.ofThreads(2))
                .build()) {
            server.start();
            try (ThriftClient client =
                    ThriftClient.builder().endpoint("127.0.0.1", server.port()).build()) {
                int sum = client.stub(Calculator.Iface.class).add(first, second);
                return client.stub(Calculator.FutureIface.class).add(sum, third).get();
            }
        }
    }
}
