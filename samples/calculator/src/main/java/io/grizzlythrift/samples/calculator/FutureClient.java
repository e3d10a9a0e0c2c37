package io.grizzlythrift.samples.calculator;

import io.grizzlythrift.client.ThriftClient;
import io.grizzlythrift.samples.calculator.gen.Calculator;
import io.grizzlythrift.samples.calculator.gen.InvalidOperation;
import io.grizzlythrift.samples.calculator.gen.Operation;
import io.grizzlythrift.samples.calculator.gen.Work;
import java.io.PrintStream;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;

/** Starts all calls that do not depend on another reply, and only then waits for the first reply. */
public final class FutureClient {
    private FutureClient() {}

    /**
     * Runs the client. Usage: {@code FutureClient [host [port]]}.
     *
     * @param args the server's host, 127.0.0.1 by default; and its port, 9090 by default
     * @throws Exception if a call fails
     */
    public static void main(String[] args) throws Exception {
        run(args.length > 0 ? args[0] : "127.0.0.1", args.length > 1 ? Integer.parseInt(args[1]) : 9090, System.out);
    }

    static void run(String host, int port, PrintStream out) throws Exception {
        try (ThriftClient client = ThriftClient.builder().endpoint(host, port).build()) {
            callAll(client.stub(Calculator.FutureIface.class), out);
        }
    }

    private static void callAll(Calculator.FutureIface calculator, PrintStream out) throws Exception {
        CompletableFuture<Void> pong = calculator.ping();
        CompletableFuture<Integer> sum = calculator.add(1, 1);
        Work rest = new Work(15, 10, Operation.SUBTRACT).setComment("the rest");
        CompletableFuture<Integer> difference = calculator.calculate(1, rest);
        CompletableFuture<Integer> quotient = calculator.calculate(2, new Work(1, 0, Operation.DIVIDE));
        pong.get();
        out.println("ping");
        out.println("1 + 1 = " + sum.get());
        out.println("15 - 10 = " + difference.get());
        out.println("log 1: " + calculator.getStruct(1).get().getValue());
        try {
            quotient.get();
        } catch (ExecutionException e) {
            if (!(e.getCause() instanceof InvalidOperation refusal)) {
                throw e;
            }
            out.println("refused: " + refusal.getWhy());
        }
        calculator.zip().get();
        out.println("zip, without waiting");
    }
}
