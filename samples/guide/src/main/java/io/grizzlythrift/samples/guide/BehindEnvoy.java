package io.grizzlythrift.samples.guide;

import io.grizzlythrift.client.ThriftClient;
import io.grizzlythrift.client.config.CallOptions;
import io.grizzlythrift.frame.Dialect;
import io.grizzlythrift.samples.calculator.CalculatorHandler;
import io.grizzlythrift.samples.calculator.gen.Calculator;
import io.grizzlythrift.samples.guide.gen.Health;
import io.grizzlythrift.samples.guide.gen.NotReady;
import io.grizzlythrift.server.ThriftServer;
import java.time.Duration;
import org.apache.thrift.TException;

/** A server whose health Envoy checks with a call, and a client that selects a server with a header. */
final class BehindEnvoy {
    private BehindEnvoy() {}

    // @start region=handler
    /** Throws unless its server is ready. */
    static final class HealthHandler implements Health.Iface {
        private volatile ThriftServer server;

        void watch(ThriftServer watched) {
            server = watched;
        }

        @Override
        public void check() throws NotReady {
            ThriftServer watched = server;
            if (watched == null || !watched.isReady()) {
                throw new NotReady();
            }
        }
    }
    // @end region=handler

    static ThriftServer server(String address, int port) {
        // @start region=server
        HealthHandler health = new HealthHandler();
        ThriftServer server = ThriftServer.builder()
                .listen(address, port)
                .processor(new Calculator.Processor<>(new CalculatorHandler()))
                .service("health", new Health.Processor<>(health)) // Envoy calls health:check
                .drainDelay(Duration.ofSeconds(10)) // by then, Envoy sends no more calls
                .shutdownHook(true)
                .build();
        health.watch(server);
        // @end region=server
        return server;
    }

    static int canary(String host, int port) throws TException {
        // @start region=client
        try (ThriftClient client = ThriftClient.builder()
                .endpoint(host, port) // of Envoy
                .dialect(Dialect.HEADER)
                .build()) {
            CallOptions canary = CallOptions.create().withHeader("stage", "canary");
            return client.stub(Calculator.Iface.class, canary).add(1, 1);
        }
        // @end region=client
    }
}
