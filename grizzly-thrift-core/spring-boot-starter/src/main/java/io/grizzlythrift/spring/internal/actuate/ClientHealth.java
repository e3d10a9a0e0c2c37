package io.grizzlythrift.spring.internal.actuate;

import io.grizzlythrift.client.ThriftClient;
import io.grizzlythrift.client.metrics.EndpointMetrics;
import io.grizzlythrift.client.metrics.EndpointState;
import io.grizzlythrift.spring.ThriftClients;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The health of the clients, for the types of both versions of Spring Boot. A client is down if it has tried to connect
 * to each of its servers, and none gets calls. One that was not used yet is up.
 *
 * @param isUp whether all clients are up
 * @param details by client
 */
record ClientHealth(boolean isUp, Map<String, Object> details) {
    static ClientHealth of(ThriftClients clients) {
        Map<String, Object> details = new LinkedHashMap<>();
        boolean allUp = true;
        for (Map.Entry<String, ThriftClient> client : clients.created().entrySet()) {
            List<EndpointMetrics> endpoints = client.getValue().endpoints();
            boolean isUp = endpoints.isEmpty() || !endpoints.stream().allMatch(ClientHealth::fails);
            allUp &= isUp;
            Map<String, Object> states = new LinkedHashMap<>();
            endpoints.forEach(each -> states.put(each.endpoint(), each.state().name()));
            details.put(client.getKey(), Map.of("status", isUp ? "UP" : "DOWN", "endpoints", states));
        }
        return new ClientHealth(allUp, details);
    }

    private static boolean fails(EndpointMetrics endpoint) {
        boolean failsToConnect = endpoint.state() == EndpointState.DISCONNECTED
                && !endpoint.lastFailure().isEmpty();
        return failsToConnect || endpoint.state() == EndpointState.EJECTED;
    }
}
