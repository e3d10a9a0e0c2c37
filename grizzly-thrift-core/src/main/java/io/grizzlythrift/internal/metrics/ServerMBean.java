package io.grizzlythrift.internal.metrics;

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
import java.util.function.ToLongFunction;

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
        return byName(CallPriority.values(), counters::calls);
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
        return byName(MemoryPart.values(), counters::bufferedBytes);
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
    public int getPendingNegotiations() {
        return counters.pendingNegotiations();
    }

    @Override
    public long getCompletedNegotiations() {
        return counters.completedNegotiations();
    }

    @Override
    public long getFailedNegotiations() {
        return counters.failedNegotiations();
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
        return byName(LimitType.values(), counters::reached);
    }

    private static <E extends Enum<E>> Map<String, Long> byName(E[] constants, ToLongFunction<E> counter) {
        Map<String, Long> values = new LinkedHashMap<>();
        for (E constant : constants) {
            values.put(constant.name(), counter.applyAsLong(constant));
        }
        return values;
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
