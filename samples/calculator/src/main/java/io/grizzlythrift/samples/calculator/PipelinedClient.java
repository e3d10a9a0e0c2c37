package io.grizzlythrift.samples.calculator;

import io.grizzlythrift.client.ThriftClient;
import io.grizzlythrift.samples.calculator.gen.Calculator;
import java.io.PrintStream;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;

/** Starts 1,000 calls before it waits for the first reply: one thread, at most two connections. */
public final class PipelinedClient {
    private static final int CALLS = 1_000;

    private PipelinedClient() {}

    /**
     * Runs the client. Usage: {@code PipelinedClient [host [port]]}.
     *
     * @param args the server's host, 127.0.0.1 by default; and its port, 9090 by default
     * @throws Exception if a call fails
     */
    public static void main(String[] args) throws Exception {
        run(args.length > 0 ? args[0] : "127.0.0.1", args.length > 1 ? Integer.parseInt(args[1]) : 9090, System.out);
    }

    // @start region=pipelined
    static void run(String host, int port, PrintStream out) throws Exception {
        try (ThriftClient client = ThriftClient.builder()
                .endpoint(host, port)
                .connectionsPerEndpoint(2)
                .maxInFlightPerConnection(CALLS)
                .build()) {
            Calculator.FutureIface calculator = client.stub(Calculator.FutureIface.class);
            List<CompletableFuture<Integer>> sums = new ArrayList<>();
            for (int i = 0; i < CALLS; i++) {
                sums.add(calculator.add(i, i));
            }
            out.println(CALLS + " calls begun");
            for (int i = 0; i < CALLS; i++) {
                if (sums.get(i).get() != 2 * i) {
                    throw new IllegalStateException(
                            i + " + " + i + " is not " + sums.get(i).get());
                }
            }
            out.println(CALLS + " sums are right");
        }
    }
    // @end region=pipelined
}
