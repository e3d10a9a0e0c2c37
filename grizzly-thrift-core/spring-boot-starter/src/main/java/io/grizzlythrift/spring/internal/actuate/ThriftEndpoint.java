package io.grizzlythrift.spring.internal.actuate;

import io.grizzlythrift.client.ThriftClient;
import io.grizzlythrift.client.metrics.ClientCounters;
import io.grizzlythrift.client.metrics.EndpointMetrics;
import io.grizzlythrift.limits.LimitType;
import io.grizzlythrift.metrics.MethodMetrics;
import io.grizzlythrift.metrics.ServerCounters;
import io.grizzlythrift.server.ThriftServer;
import io.grizzlythrift.spring.ThriftClients;
import io.grizzlythrift.spring.ThriftServers;
import java.util.LinkedHashMap;
import java.util.Map;
import org.springframework.boot.actuate.endpoint.annotation.Endpoint;
import org.springframework.boot.actuate.endpoint.annotation.ReadOperation;

/** The state of servers and clients, under {@code /actuator/thrift}. */
@Endpoint(id = "thrift")
public final class ThriftEndpoint {
    private final ThriftServers servers;
    private final ThriftClients clients;

    ThriftEndpoint(ThriftServers servers, ThriftClients clients) {
        this.servers = servers;
        this.clients = clients;
    }

    /** {@return the state by server and by client} */
    @ReadOperation
    public Map<String, Object> thrift() {
        Map<String, Object> byServer = new LinkedHashMap<>();
        servers.running().forEach((name, server) -> byServer.put(name, describe(server)));
        Map<String, Object> byClient = new LinkedHashMap<>();
        clients.created().forEach((name, client) -> byClient.put(name, describe(client)));
        return Map.of("servers", byServer, "clients", byClient);
    }

    private static Map<String, Object> describe(ThriftServer server) {
        ServerCounters counters = server.counters();
        Map<String, Object> state = new LinkedHashMap<>();
        state.put("addresses", ServerHealth.addresses(server));
        state.put("strategy", server.config().strategy().toString());
        state.put("ready", server.isReady());
        state.put("openConnections", counters.openConnections());
        state.put("inFlight", counters.inFlight());
        state.put("inFlightLimit", counters.inFlightLimit());
        state.put("bufferedBytes", counters.bufferedBytes());
        state.put("calls", counters.calls());
        state.put("rejectedCalls", counters.rejectedCalls());
        state.put("droppedCalls", counters.droppedCalls());
        state.put("handlerErrors", counters.handlerErrors());
        state.put("protocolErrors", counters.protocolErrors());
        state.put("reachedLimits", reachedLimits(counters));
        state.put(
                "methods",
                server.metrics().methods().stream()
                        .map(ThriftEndpoint::describe)
                        .toList());
        return state;
    }

    private static Map<String, Long> reachedLimits(ServerCounters counters) {
        Map<String, Long> reached = new LinkedHashMap<>();
        for (LimitType limit : LimitType.values()) {
            if (counters.reached(limit) > 0) {
                reached.put(limit.name(), counters.reached(limit));
            }
        }
        return reached;
    }

    private static Map<String, Object> describe(MethodMetrics method) {
        return Map.of("service", method.service(), "method", method.method(), "calls", method.calls());
    }

    private static Map<String, Object> describe(ThriftClient client) {
        ClientCounters counters = client.counters();
        Map<String, Object> state = new LinkedHashMap<>();
        state.put("openConnections", counters.openConnections());
        state.put("inFlight", counters.inFlight());
        state.put("calls", counters.calls());
        state.put("completed", counters.completed());
        state.put("failed", counters.failed());
        state.put("timedOut", counters.timedOut());
        state.put("retries", counters.retries());
        state.put(
                "endpoints",
                client.endpoints().stream().map(ThriftEndpoint::describe).toList());
        return state;
    }

    private static Map<String, Object> describe(EndpointMetrics endpoint) {
        Map<String, Object> state = new LinkedHashMap<>();
        state.put("endpoint", endpoint.endpoint());
        state.put("state", endpoint.state().name());
        state.put("openConnections", endpoint.openConnections());
        state.put("inFlight", endpoint.inFlight());
        state.put("waiting", endpoint.waiting());
        state.put("latencyMillis", endpoint.latency().toNanos() / 1_000_000.0);
        state.put("ejections", endpoint.ejections());
        state.put("lastFailure", endpoint.lastFailure());
        return state;
    }
}
