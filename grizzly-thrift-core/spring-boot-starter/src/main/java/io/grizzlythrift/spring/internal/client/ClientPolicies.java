package io.grizzlythrift.spring.internal.client;

import io.grizzlythrift.client.ThriftClientBuilder;
import io.grizzlythrift.client.balance.Aperture;
import io.grizzlythrift.client.balance.Balancer;
import io.grizzlythrift.client.balance.OutlierDetection;
import io.grizzlythrift.client.config.HedgePolicy;
import io.grizzlythrift.client.config.RetryPolicy;
import io.grizzlythrift.spring.internal.config.BuilderOptions;
import io.grizzlythrift.spring.internal.config.ClientOptions;
import io.grizzlythrift.spring.internal.config.ClientOptions.BalancerKind;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Sets the options of a client that are objects: retries, hedging and what chooses servers. */
final class ClientPolicies {
    /** The times of {@code ThriftClientBuilder.reconnectBackoff}, for the one that has no property. */
    private static final List<Duration> BACKOFF = List.of(Duration.ofMillis(20), Duration.ofMillis(800));

    private final BuilderOptions properties;
    private final ThriftClientBuilder builder;

    private ClientPolicies(BuilderOptions properties, ThriftClientBuilder builder) {
        this.properties = properties;
        this.builder = builder;
    }

    static void set(ClientOptions options, BuilderOptions properties, ThriftClientBuilder builder) {
        ClientPolicies policies = new ClientPolicies(properties, builder);
        if (options.retries() != null) {
            builder.retries(properties.nested("retries", options.retries()).applied(RetryPolicy.create()));
        }
        if (options.hedging() != null) {
            policies.setHedging(options.hedging());
        }
        if (options.balancer() != null) {
            policies.setBalancer(options.balancer(), options.loadFactor());
        }
        if (options.outlierDetection() != null) {
            policies.setOutlierDetection(options.outlierDetection());
        }
        if (options.aperture() != null) {
            policies.setAperture(options.aperture());
        }
        if (options.reconnectBackoff() != null) {
            policies.setBackoff(options.reconnectBackoff());
        }
        if (options.pingMethod() != null) {
            properties.set("pingMethod", options.pingMethod(), method -> {
                if (options.pingIdle() == null) {
                    throw new IllegalArgumentException("it has no effect without ping-idle");
                }
                builder.pingIdle(options.pingIdle(), method);
            });
        }
    }

    private void setHedging(ClientOptions.Hedging hedging) {
        if (hedging.afterDelay() != null && hedging.afterPercentile() != null) {
            properties.set("hedging", hedging, each -> {
                throw new IllegalArgumentException("set only one of after-delay and after-percentile");
            });
        }
        BuilderOptions nested = properties.nested("hedging", hedging);
        if (hedging.afterDelay() != null) {
            nested.set("afterDelay", hedging.afterDelay(), delay -> builder.hedging(HedgePolicy.afterDelay(delay)));
        } else if (hedging.afterPercentile() != null) {
            nested.set(
                    "afterPercentile",
                    hedging.afterPercentile(),
                    percentile -> builder.hedging(HedgePolicy.afterPercentile(percentile)));
        }
    }

    private void setBalancer(BalancerKind kind, @Nullable Double loadFactor) {
        switch (kind) {
            case PEAK_EWMA -> builder.balancer(Balancer.peakEwma());
            case ROUND_ROBIN -> builder.balancer(Balancer.roundRobin());
            case RENDEZVOUS ->
                properties.set(
                        "loadFactor",
                        loadFactor == null ? Double.NaN : loadFactor,
                        factor -> builder.balancer(Balancer.rendezvous(factor)));
        }
    }

    private void setOutlierDetection(ClientOptions.OutlierDetection detection) {
        if (Boolean.FALSE.equals(detection.enabled())) {
            builder.outlierDetection(OutlierDetection.off());
            return;
        }
        BuilderOptions nested = properties.nested("outlierDetection", detection);
        OutlierDetection result = nested.applied(OutlierDetection.create());
        if (detection.initialBackoff() == null && detection.maxBackoff() == null) {
            builder.outlierDetection(result);
            return;
        }
        nested.setBounds(
                "initialBackoff",
                detection.initialBackoff(),
                "maxBackoff",
                detection.maxBackoff(),
                List.of(result.initialBackoff(), result.maxBackoff()),
                (initial, max) -> builder.outlierDetection(result.withBackoff(initial, max)));
    }

    private void setAperture(ClientOptions.Aperture aperture) {
        BuilderOptions nested = properties.nested("aperture", aperture);
        nested.set("servers", aperture.servers() == null ? 0 : aperture.servers(), servers -> {
            Aperture part = Aperture.random(servers);
            if (aperture.client() != null || aperture.clients() != null) {
                part = Aperture.deterministic(
                        servers,
                        aperture.client() == null ? 0 : aperture.client(),
                        aperture.clients() == null ? 0 : aperture.clients());
            }
            builder.aperture(nested.applied(part));
        });
    }

    private void setBackoff(ClientOptions.ReconnectBackoff backoff) {
        properties
                .nested("reconnectBackoff", backoff)
                .setBounds("initial", backoff.initial(), "max", backoff.max(), BACKOFF, builder::reconnectBackoff);
    }
}
