package io.grizzlythrift.client;

import io.grizzlythrift.client.call.FailureCause;
import io.grizzlythrift.client.metrics.ClientCounters;
import io.grizzlythrift.client.metrics.EndpointMetrics;
import io.grizzlythrift.inspect.ClientSnapshot;
import io.grizzlythrift.inspect.EndpointSnapshot;
import io.grizzlythrift.inspect.Listing;
import java.time.Duration;
import java.time.Instant;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;

/** Makes the snapshots of a client, on the thread that asks for one. */
final class ClientInspection {
    /** The maximum number of servers to list. */
    static final int MAX_ENDPOINTS = 100;

    private static final Comparator<EndpointMetrics> BUSIEST = Comparator.comparingInt(EndpointMetrics::load)
            .reversed()
            .thenComparing(endpoint -> endpoint.lastFailure().isEmpty());

    private final ThriftClient client;
    private final long created = System.nanoTime();

    ClientInspection(ThriftClient client) {
        this.client = client;
    }

    /** @param maxEndpoints how many servers to list; never more than {@value #MAX_ENDPOINTS} */
    ClientSnapshot snapshot(String state, OptionalDouble budget, int maxEndpoints) {
        ClientCounters counters = client.counters();
        List<EndpointMetrics> endpoints = client.endpoints();
        List<EndpointSnapshot> busiest = endpoints.stream()
                .sorted(BUSIEST)
                .limit(Math.min(MAX_ENDPOINTS, maxEndpoints))
                .map(ClientInspection::of)
                .toList();
        return new ClientSnapshot(
                Instant.now(),
                Duration.ofNanos(System.nanoTime() - created),
                client.config().name(),
                state,
                client.config().resolver().toString(),
                counters.calls(),
                counters.inFlight(),
                counters.completed(),
                failures(counters),
                counters.retries(),
                counters.hedges(),
                counters.retriesOverBudget(),
                budget,
                counters.queuedBytes(),
                new Listing<>(busiest, endpoints.size()));
    }

    private static Map<String, Long> failures(ClientCounters counters) {
        Map<String, Long> failures = new LinkedHashMap<>();
        for (FailureCause cause : FailureCause.values()) {
            long calls = counters.failed(cause);
            if (calls > 0) {
                failures.put(cause.name(), calls);
            }
        }
        return failures;
    }

    private static EndpointSnapshot of(EndpointMetrics endpoint) {
        return new EndpointSnapshot(
                endpoint.endpoint(),
                endpoint.state().name(),
                endpoint.openConnections(),
                endpoint.inFlight(),
                endpoint.waiting(),
                endpoint.latency(),
                endpoint.connectAttempts(),
                endpoint.reconnects(),
                endpoint.ejections(),
                endpoint.lastFailure());
    }
}
