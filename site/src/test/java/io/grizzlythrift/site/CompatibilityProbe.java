package io.grizzlythrift.site;

import com.example.greeter.GreeterHandler;
import com.example.greeter.gen.Greeter;
import com.example.greeter.gen.NoName;
import io.grizzlythrift.client.ThriftClient;
import io.grizzlythrift.message.ThriftProtocol;
import io.grizzlythrift.server.ThriftServer;
import io.grizzlythrift.strategy.AdaptiveStrategy;
import io.grizzlythrift.strategy.LeaderFollowerStrategy;
import io.grizzlythrift.strategy.ProcessingStrategy;
import io.grizzlythrift.strategy.SameThreadStrategy;
import io.grizzlythrift.strategy.WorkerThreadStrategy;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.apache.thrift.async.AsyncMethodCallback;

/** What {@link CompatibilityTest} runs with other versions of the libraries: says what works, or dies of what does not. */
public final class CompatibilityProbe {
    static final String WORKS = "works";
    private static final Duration PATIENCE = Duration.ofMinutes(1);

    private CompatibilityProbe() {}

    public static void main(String[] args) throws Exception {
        for (ProcessingStrategy strategy : List.of(
                SameThreadStrategy.create(),
                WorkerThreadStrategy.create(),
                LeaderFollowerStrategy.create(),
                AdaptiveStrategy.create())) {
            for (ThriftProtocol protocol : ThriftProtocol.values()) {
                call(strategy, protocol);
            }
        }
        System.out.println(WORKS);
    }

    private static void call(ProcessingStrategy strategy, ThriftProtocol protocol) throws Exception {
        try (ThriftServer server = ThriftServer.builder()
                        .listen("127.0.0.1", 0)
                        .protocol(protocol)
                        .strategy(strategy)
                        .processor(new Greeter.Processor<>(new GreeterHandler()))
                        .build()
                        .start();
                ThriftClient client = ThriftClient.builder()
                        .endpoint("127.0.0.1", server.port())
                        .protocol(protocol)
                        .connectTimeout(PATIENCE)
                        .callTimeout(PATIENCE)
                        .build()) {
            Greeter.Iface greeter = client.stub(Greeter.Iface.class);
            check(greeter.greet("a"));
            try {
                greeter.greet("");
                throw new AssertionError("no exception");
            } catch (NoName expected) {
                // as it should be
            }
            check(client.stub(Greeter.FutureIface.class).greet("a").get(30, TimeUnit.SECONDS));
            CompletableFuture<String> called = new CompletableFuture<>();
            client.stub(Greeter.AsyncIface.class).greet("a", new AsyncMethodCallback<>() {
                @Override
                public void onComplete(String greeting) {
                    called.complete(greeting);
                }

                @Override
                public void onError(Exception failure) {
                    called.completeExceptionally(failure);
                }
            });
            check(called.get(30, TimeUnit.SECONDS));
            check(new Greeter.Client(protocol.getProtocol(client.transport())).greet("a"));
        }
    }

    private static void check(String greeting) {
        if (!greeting.equals("Hello, a!")) {
            throw new AssertionError(greeting);
        }
    }
}
