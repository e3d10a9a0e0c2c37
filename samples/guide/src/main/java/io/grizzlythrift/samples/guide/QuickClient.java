package io.grizzlythrift.samples.guide;

import io.grizzlythrift.client.ThriftClient;
import io.grizzlythrift.samples.calculator.gen.Calculator;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;

/** The client on the start page; it calls {@link QuickServer}. */
public final class QuickClient {
    private QuickClient() {}

    // @start region=client
    public static void main(String[] args) throws Exception {
        try (ThriftClient client = ThriftClient.builder()
                .endpoint("127.0.0.1", 9090)
                .callTimeout(Duration.ofSeconds(2))
                .build()) {
            Calculator.Iface calculator = client.stub(Calculator.Iface.class);
            System.out.println("1 + 1 = " + calculator.add(1, 1));
            Calculator.FutureIface futures = client.stub(Calculator.FutureIface.class);
            CompletableFuture<Integer> four = futures.add(2, 2);
            CompletableFuture<Integer> six = futures.add(3, 3); // both are in flight
            System.out.println("4 + 6 = " + futures.add(four.get(), six.get()).get());
        }
    }
    // @end region=client
}
