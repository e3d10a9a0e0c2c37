package io.grizzlythrift.samples.guide;

import io.grizzlythrift.client.ThriftClient;
import io.grizzlythrift.limits.ServerLimits;
import io.grizzlythrift.samples.calculator.CalculatorHandler;
import io.grizzlythrift.samples.calculator.gen.Calculator;
import io.grizzlythrift.server.ThriftServer;
import io.grizzlythrift.server.ThriftServerBuilder;
import java.time.Duration;

/** Custom limits, an orderly shutdown, and JMX. */
final class Running {
    private Running() {}

    // @start region=limits
    static ThriftServer limited(int port) {
        return ThriftServer.builder()
                .listen("127.0.0.1", port)
                .processor(new Calculator.Processor<>(new CalculatorHandler()))
                .limits(ServerLimits.builder()
                        .maxConnections(500)
                        .maxInFlight(2_000)
                        .idleTimeout(Duration.ofMinutes(1))
                        .build())
                .build();
    }
    // @end region=limits

    static ThriftServer drained(int port) {
        // @start region=hook
        ThriftServer server = ThriftServer.builder()
                .name("calculator")
                .listen("127.0.0.1", port)
                .processor(new Calculator.Processor<>(new CalculatorHandler()))
                .shutdownHook(true) // SIGTERM and System.exit close it
                .shutdownGrace(Duration.ofSeconds(20)) // how long close() waits
                .jmx(true)
                .build();
        // @end region=hook
        return server;
    }

    static ThriftServer balanced(ThriftServerBuilder builder) {
        // @start region=drain-delay
        ThriftServer server = builder.drainDelay(Duration.ofSeconds(10)) // not ready any more, but still serving
                .build();
        // @end region=drain-delay
        return server;
    }

    static Thread ownHook(ThriftServer server, ThriftClient backend) {
        // @start region=own-hook
        Thread hook = new Thread(
                () -> {
                    server.close(); // drains, and returns once the server has stopped
                    backend.close(); // handlers needed it until then
                },
                "shutdown");
        Runtime.getRuntime().addShutdownHook(hook);
        // @end region=own-hook
        return hook;
    }

    static boolean stop(ThriftServer server) {
        // @start region=drain
        boolean allAnswered = server.shutdown(Duration.ofSeconds(20));
        // @end region=drain
        return allAnswered;
    }
}
