package io.grizzlythrift.samples.guide;

import io.grizzlythrift.call.ServerCallOutcome;
import io.grizzlythrift.client.ThriftClient;
import io.grizzlythrift.client.micrometer.ThriftClientCallTimer;
import io.grizzlythrift.client.micrometer.ThriftClientMetricsBinder;
import io.grizzlythrift.limits.LimitType;
import io.grizzlythrift.metrics.MethodMetrics;
import io.grizzlythrift.micrometer.ThriftServerMetricsBinder;
import io.grizzlythrift.server.ThriftServer;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import java.io.PrintStream;

/** Metrics and counters of a server and a client. */
final class Numbers {
    private Numbers() {}

    static void print(ThriftServer server, PrintStream out) {
        // @start region=methods
        for (MethodMetrics method : server.metrics().methods()) {
            out.printf(
                    "%s: %d calls, %d failed, %s in the handler on average, %s in queue at most%n",
                    method.method(),
                    method.calls(),
                    method.calls(ServerCallOutcome.Kind.HANDLER_FAILED),
                    method.handled().mean(),
                    method.queued().max());
        }
        // @end region=methods
    }

    static void printCounters(ThriftServer server, ThriftClient client, PrintStream out) {
        // @start region=counters
        out.println(server.counters().openConnections() + " connections, "
                + server.counters().inFlight() + " calls in flight, "
                + server.counters().reached(LimitType.QUEUE_TIMEOUT) + " refused for queueTimeout");
        out.println(client.counters()); // calls by outcome, late replies, connections, reconnects
        // @end region=counters
    }

    static String scrape(ThriftServer started) {
        // @start region=prometheus
        PrometheusMeterRegistry registry = new PrometheusMeterRegistry(PrometheusConfig.DEFAULT);
        new ThriftServerMetricsBinder(started).bindTo(registry);
        // @end region=prometheus
        return registry.scrape();
    }

    static void bind(ThriftClient client, MeterRegistry registry) {
        // @start region=client-meters
        new ThriftClientMetricsBinder(client).bindTo(registry);
        // @end region=client-meters
    }

    static ThriftClient timed(MeterRegistry registry, int port) {
        // @start region=timers
        ThriftClient client = ThriftClient.builder()
                .endpoint("127.0.0.1", port)
                .interceptor(new ThriftClientCallTimer(registry, timer -> timer.publishPercentileHistogram()))
                .build();
        // @end region=timers
        return client;
    }
}
