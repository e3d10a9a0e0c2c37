package io.grizzlythrift.samples.calculator;

import io.grizzlythrift.client.ThriftClient;
import io.grizzlythrift.samples.calculator.gen.Calculator;
import io.grizzlythrift.samples.calculator.gen.Operation;
import io.grizzlythrift.samples.calculator.gen.Work;
import java.io.PrintStream;
import java.util.concurrent.CompletableFuture;

/** Calls every method once; each callback starts the next call. Only the main thread waits. */
public final class CallbackClient {
    private CallbackClient() {}

    /**
     * Runs the client. Usage: {@code CallbackClient [host [port]]}.
     *
     * @param args the server's host, 127.0.0.1 by default; and its port, 9090 by default
     * @throws Exception if a call fails
     */
    public static void main(String[] args) throws Exception {
        run(args.length > 0 ? args[0] : "127.0.0.1", args.length > 1 ? Integer.parseInt(args[1]) : 9090, System.out);
    }

    static void run(String host, int port, PrintStream out) throws Exception {
        try (ThriftClient client = ThriftClient.builder().endpoint(host, port).build()) {
            callAll(client.stub(Calculator.AsyncIface.class), new CallbackChain(out))
                    .get();
        }
    }

    private static CompletableFuture<Void> callAll(Calculator.AsyncIface calculator, CallbackChain chain) {
        Work rest = new Work(15, 10, Operation.SUBTRACT).setComment("the rest");
        Work impossible = new Work(1, 0, Operation.DIVIDE);
        return chain.run(
                () -> calculator.ping(chain.print(nothing -> "ping")),
                () -> calculator.add(1, 1, chain.print(sum -> "1 + 1 = " + sum)),
                () -> calculator.calculate(1, rest, chain.print(difference -> "15 - 10 = " + difference)),
                () -> calculator.getStruct(1, chain.print(entry -> "log 1: " + entry.getValue())),
                () -> calculator.calculate(2, impossible, chain.print(quotient -> "1 / 0 = " + quotient)),
                () -> calculator.zip(chain.print(nothing -> "zip, without waiting")));
    }
}
