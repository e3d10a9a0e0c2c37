package io.grizzlythrift.metrics.recorder;

import io.grizzlythrift.call.CallPriority;
import io.grizzlythrift.limits.LimitType;
import io.grizzlythrift.memory.MemoryPart;
import io.grizzlythrift.metrics.MethodMetrics;
import io.grizzlythrift.metrics.MethodMetricsData;
import io.grizzlythrift.metrics.ServerCounters;
import io.grizzlythrift.metrics.ServerMetrics;
import io.grizzlythrift.metrics.ThriftServerMXBean;
import java.net.InetSocketAddress;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Exposes the counters and metrics of a started server over JMX. Immutable. */
public final class ServerMBean implements ThriftServerMXBean {
    private final String name;
    private final List<InetSocketAddress> addresses;
    private final ServerCounters counters;
    private final ServerMetrics metrics;

    public ServerMBean(String name, List<InetSocketAddress> addresses, ServerCounters counters, ServerMetrics metrics) {
        this.name = name;
        this.addresses = addresses;
        this.counters = counters;
        this.metrics = metrics;
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
    public Map<String, Long> getCallsByPriority() {
        Map<String, Long> calls = new LinkedHashMap<>();
        for (CallPriority priority : CallPriority.values()) {
            calls.put(priority.name(), counters.calls(priority));
        }
        return calls;
    }

    @Override
    public long getRejectedCalls() {
        return counters.rejectedCalls();
    }

    @Override
    public long getDroppedCalls() {
        return counters.droppedCalls();
    }

    @Override
    public long getCancelledCalls() {
        return counters.cancelledCalls();
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
    public long getDuplicateReplies() {
        return counters.duplicateReplies();
    }

    @Override
    public int getInFlight() {
        return counters.inFlight();
    }

    @Override
    public int getInFlightLimit() {
        return counters.inFlightLimit();
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
    public long getAnnouncements() {
        return counters.announcements();
    }

    @Override
    public long getFailedAnnouncements() {
        return counters.failedAnnouncements();
    }

    @Override
    public Map<String, Long> getReachedLimits() {
        Map<String, Long> reached = new LinkedHashMap<>();
        for (LimitType limit : LimitType.values()) {
            reached.put(limit.name(), counters.reached(limit));
        }
        return reached;
    }

    @Override
    public Map<String, MethodMetricsData> getMethods() {
        Map<String, MethodMetricsData> methods = new LinkedHashMap<>();
        for (MethodMetrics method : metrics.methods()) {
            String key = method.service().isEmpty() ? method.method() : method.service() + ':' + method.method();
            methods.put(key, new MethodMetricsData(method));
        }
        return methods;
    }
}
