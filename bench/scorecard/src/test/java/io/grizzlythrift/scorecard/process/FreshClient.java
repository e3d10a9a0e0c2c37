package io.grizzlythrift.scorecard.process;

import io.grizzlythrift.bench.gen.BenchService;
import io.grizzlythrift.client.ThriftClient;
import io.grizzlythrift.client.ThriftClientBuilder;
import io.grizzlythrift.message.ThriftProtocol;
import io.grizzlythrift.scorecard.variant.Sizes;
import io.grizzlythrift.scorecard.variant.Wire;
import java.time.Duration;
import org.apache.thrift.TException;

/** A client of this library that is created for one call. */
public final class FreshClient {
    private static final Duration TIMEOUT = Duration.ofSeconds(5);

    private FreshClient() {}

    /** Returns a builder of a client for the server under test. */
    public static ThriftClientBuilder of(int port, Wire wire) {
        ThriftClientBuilder builder =
                ThriftClient.builder().endpoint("127.0.0.1", port).protocol(ThriftProtocol.COMPACT);
        wire.prepare(builder);
        return builder;
    }

    /**
     * Returns the time from the creation of a client to its first reply. The client has one connection: if the reply is
     * slow, another one would open ahead of need, and the server might accept it after this method has returned.
     */
    public static Duration firstAnswer(int port, Wire wire) throws TException {
        long begin = System.nanoTime();
        try (ThriftClient client = of(port, wire)
                .name("fresh-client")
                .connectionsPerEndpoint(1)
                .connectTimeout(Sizes.bound(TIMEOUT))
                .callTimeout(Sizes.bound(TIMEOUT))
                .build()) {
            int sum = client.stub(BenchService.Iface.class).add(40, 2);
            if (sum != 42) {
                throw new AssertionError("40 + 2 = " + sum);
            }
            return Duration.ofNanos(System.nanoTime() - begin);
        }
    }
}
