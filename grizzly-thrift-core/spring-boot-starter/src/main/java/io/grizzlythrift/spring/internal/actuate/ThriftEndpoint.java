package io.grizzlythrift.spring.internal.actuate;

import io.grizzlythrift.spring.ThriftClients;
import io.grizzlythrift.spring.ThriftServers;
import java.util.LinkedHashMap;
import java.util.Map;
import org.springframework.boot.actuate.endpoint.annotation.Endpoint;
import org.springframework.boot.actuate.endpoint.annotation.ReadOperation;

/** What servers and clients do now, under {@code /actuator/thrift}. */
@Endpoint(id = "thrift")
public final class ThriftEndpoint {
    private final ThriftServers servers;
    private final ThriftClients clients;

    ThriftEndpoint(ThriftServers servers, ThriftClients clients) {
        this.servers = servers;
        this.clients = clients;
    }

    /** {@return the snapshots by server and by client} */
    @ReadOperation
    public Map<String, Object> thrift() {
        Map<String, Object> byServer = new LinkedHashMap<>();
        servers.running().forEach((name, server) -> byServer.put(name, PlainValues.of(server.inspect())));
        Map<String, Object> byClient = new LinkedHashMap<>();
        clients.created().forEach((name, client) -> byClient.put(name, PlainValues.of(client.inspect())));
        return Map.of("servers", byServer, "clients", byClient);
    }
}
