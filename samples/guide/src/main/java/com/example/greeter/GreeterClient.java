package com.example.greeter;

import com.example.greeter.gen.Greeter;
import com.example.greeter.gen.NoName;
import io.grizzlythrift.client.ThriftClient;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;

/** Calls the greeter. */
public final class GreeterClient {
    private GreeterClient() {}

    public static void main(String[] args) throws Exception {
        try (ThriftClient client = ThriftClient.builder()
                .endpoint("127.0.0.1", 9090)
                .callTimeout(Duration.ofSeconds(10))
                .build()) {
            Greeter.Iface greeter = client.stub(Greeter.Iface.class); // thread-safe: one for the whole program
            System.out.println(greeter.greet("world"));
            try {
                greeter.greet("");
            } catch (NoName declaredInTheIdl) {
                System.out.println("refused: " + declaredInTheIdl.getMessage());
            }

            Greeter.FutureIface futures = client.stub(Greeter.FutureIface.class);
            CompletableFuture<String> ada = futures.greet("Ada");
            CompletableFuture<String> alan = futures.greet("Alan"); // both are in flight on one connection
            System.out.println(ada.get() + " " + alan.get());
        }
    }
}
