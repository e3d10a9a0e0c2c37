package io.grizzlythrift.server;

import io.grizzlythrift.memory.MemoryPart;
import java.net.InetSocketAddress;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Reads a started server for JMX. */
final class JmxServer implements ThriftServerMXBean {
    private final String name;
    private final List<InetSocketAddress> addresses;
    private final ServerCounters counters;
    private final ServerMetrics metrics;

    JmxServer(ThriftServer server) {
        name = server.config().name();
        addresses = server.addresses();
        counters = server.counters();
        metrics = server.metrics();
    }

    @Override
    public String getName() {
        return name;
    }

    @Override
    public String[] getAddresses() {
        return addresses.stream().map(InetSocketAddress::toString).toArray(String[]::new);
    }

    @Override
    public long getAcceptedConnections() {
        return counters.acceptedConnections();
    }

    @Override
    public long getOpenConnections() {
        return counters.openConnections();
    }

    @Override
    public long getCalls() {
        return counters.calls();
    }

    @Override
    public long getRefusedCalls() {
        return counters.refusedCalls();
    }

    @Override
    public long getDroppedCalls() {
        return counters.droppedCalls();
    }

    @Override
    public long getProtocolErrors() {
        return counters.protocolErrors();
    }

    @Override
    public long getHandlerErrors() {
        return counters.handlerErrors();
    }

    @Override
    public long getSurplusAnswers() {
        return counters.surplusAnswers();
    }

    @Override
    public int getInFlight() {
        return counters.inFlight();
    }

    @Override
    public Map<String, Long> getBufferedBytes() {
        Map<String, Long> bytes = new LinkedHashMap<>();
        for (MemoryPart part : MemoryPart.values()) {
            bytes.put(part.name(), counters.bufferedBytes(part));
        }
        return bytes;
    }

    @Override
    public long getFailedAccepts() {
        return counters.failedAccepts();
    }

    @Override
    public long getFailedHandshakes() {
        return counters.failedHandshakes();
    }

    @Override
    public Map<String, Long> getReachedLimits() {
        Map<String, Long> reached = new LinkedHashMap<>();
        for (ServerLimit limit : ServerLimit.values()) {
            reached.put(limit.name(), counters.reached(limit));
        }
        return reached;
    }

    @Override
    public Map<String, MethodFigures> getMethods() {
        Map<String, MethodFigures> methods = new LinkedHashMap<>();
        for (MethodMetrics method : metrics.methods()) {
            String key = method.service().isEmpty() ? method.method() : method.service() + ':' + method.method();
            methods.put(key, new MethodFigures(method));
        }
        return methods;
    }
}
