package consumer;

import io.grizzlythrift.client.ThriftClient;
import io.grizzlythrift.samples.calculator.gen.Calculator;
import io.grizzlythrift.samples.calculator.gen.SharedStruct;
import io.grizzlythrift.samples.calculator.gen.Work;
import io.grizzlythrift.server.ThriftServer;
import io.grizzlythrift.strategy.WorkerThreadStrategy;

/** Calls its own server, as a program that takes a release from a repository. */
public final class Main {
    private Main() {}

    /** Adds two numbers over a socket, and prints the sum. */
    public static void main(String[] args) throws Exception {
        try (ThriftServer server = ThriftServer.builder()
                        .listen("127.0.0.1", 0)
                        .processor(new Calculator.Processor<>(new Adder()))
                        .strategy(WorkerThreadStrategy.ofThreads(2))
                        .build()
                        .start();
                ThriftClient client = ThriftClient.builder()
                        .endpoint("127.0.0.1", server.port())
                        .build()) {
            System.out.println("40 + 2 = " + client.stub(Calculator.Iface.class).add(40, 2));
        }
    }

    private static final class Adder implements Calculator.Iface {
        @Override
        public void ping() {}

        @Override
        public int add(int num1, int num2) {
            return num1 + num2;
        }

        @Override
        public int calculate(int logid, Work work) {
            return 0;
        }

        @Override
        public void zip() {}

        @Override
        public SharedStruct getStruct(int key) {
            return new SharedStruct(key, "");
        }
    }
}
