package io.grizzlythrift.samples.guide;

import io.grizzlythrift.client.ThriftClient;
import io.grizzlythrift.client.ThriftClientBuilder;
import io.grizzlythrift.client.balance.OutlierDetection;
import io.grizzlythrift.client.config.HedgePolicy;
import io.grizzlythrift.client.config.RetryPolicy;
import io.grizzlythrift.client.discovery.DnsResolver;
import java.time.Duration;

/** Clients of many servers. */
final class ManyServers {
    private ManyServers() {}

    static ThriftClient dns() {
        // @start region=dns
        return ThriftClient.builder()
                .resolver(DnsResolver.of("mapkeeper", 9090)) // the name of a headless service
                .build();
        // @end region=dns
    }

    static void outliers(ThriftClientBuilder builder) {
        // @start region=outliers
        builder.outlierDetection(OutlierDetection.create()
                .withFailuresInRow(3)
                .withBackoff(Duration.ofSeconds(1), Duration.ofSeconds(30)));
        // @end region=outliers
    }

    static void hedging(ThriftClientBuilder builder) {
        // @start region=hedging
        builder.retries(RetryPolicy.create().withIdempotentMethods("get", "scan"))
                .hedging(HedgePolicy.afterPercentile(95));
        // @end region=hedging
    }
}
