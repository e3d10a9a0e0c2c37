package io.grizzlythrift.spring.internal.actuate;

import io.grizzlythrift.server.ThriftServer;
import io.grizzlythrift.spring.internal.server.ServerLifecycle;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The health of the servers, for the types of both versions of Spring Boot.
 *
 * @param state of the server that is worst
 * @param details by server
 */
record ServerHealth(State state, Map<String, Object> details) {
    /** From good to bad. */
    enum State {
        UP,
        OUT_OF_SERVICE,
        DOWN
    }

    static ServerHealth of(ServerLifecycle servers) {
        Map<String, ThriftServer> running = servers.running();
        Map<String, Object> details = new LinkedHashMap<>();
        State worst = State.UP;
        for (String name : servers.expected()) {
            ThriftServer server = running.get(name);
            State state = stateOf(server);
            worst = worst.compareTo(state) < 0 ? state : worst;
            details.put(
                    name,
                    server == null
                            ? Map.of("status", state.name())
                            : Map.of("status", state.name(), "addresses", addresses(server)));
        }
        return new ServerHealth(worst, details);
    }

    private static State stateOf(@Nullable ThriftServer server) {
        if (server == null || !server.isRunning()) {
            return State.DOWN;
        }
        return server.isReady() ? State.UP : State.OUT_OF_SERVICE;
    }

    private static List<String> addresses(ThriftServer server) {
        return server.addresses().stream()
                .map(address -> address.getHostString() + ":" + address.getPort())
                .toList();
    }
}
