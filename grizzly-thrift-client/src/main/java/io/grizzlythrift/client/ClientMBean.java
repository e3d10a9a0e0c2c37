package io.grizzlythrift.client;

import io.grizzlythrift.client.call.FailureCause;
import io.grizzlythrift.client.metrics.ClientCounters;
import io.grizzlythrift.client.metrics.EndpointMetrics;
import io.grizzlythrift.client.metrics.ThriftClientMXBean;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Function;

/** Publishes the counters and endpoints of a client over JMX. Immutable. */
final class ClientMBean implements ThriftClientMXBean {
    private final ThriftClient client;
    private final ClientCounters counters;

    ClientMBean(ThriftClient client) {
        this.client = client;
        counters = client.counters();
    }

    @Override
    public String getName() {
        return client.config().name();
    }

    @Override
    public long getCalls() {
        return counters.calls();
    }

    @Override
    public long getInFlight() {
        return counters.inFlight();
    }

    @Override
    public long getSent() {
        return counters.sent();
    }

    @Override
    public long getCompleted() {
        return counters.completed();
    }

    @Override
    public Map<String, Long> getFailures() {
        Map<String, Long> failures = new LinkedHashMap<>();
        for (FailureCause cause : FailureCause.values()) {
            failures.put(cause.name(), counters.failed(cause));
        }
        return failures;
    }

    @Override
    public long getQueuedBytes() {
        return counters.queuedBytes();
    }

    @Override
    public long getKeptBytes() {
        return counters.keptBytes();
    }

    @Override
    public long getCallsNotKept() {
        return counters.callsNotKept();
    }

    @Override
    public long getQueuedBytesRejections() {
        return counters.queuedBytesRejections();
    }

    @Override
    public long getRetries() {
        return counters.retries();
    }

    @Override
    public long getRetriesOverBudget() {
        return counters.retriesOverBudget();
    }

    @Override
    public long getHedges() {
        return counters.hedges();
    }

    @Override
    public long getHedgesWon() {
        return counters.hedgesWon();
    }

    @Override
    public long getCancelNotices() {
        return counters.cancelNotices();
    }

    @Override
    public long getLateReplies() {
        return counters.lateReplies();
    }

    @Override
    public long getUnknownReplies() {
        return counters.unknownReplies();
    }

    @Override
    public long getSilentConnections() {
        return counters.silentConnections();
    }

    @Override
    public long getResolutions() {
        return counters.resolutions();
    }

    @Override
    public long getEmptyResolutions() {
        return counters.emptyResolutions();
    }

    @Override
    public long getFailedResolutions() {
        return counters.failedResolutions();
    }

    @Override
    public long getCallbackErrors() {
        return counters.callbackErrors();
    }

    @Override
    public Map<String, Map<String, Long>> getEndpoints() {
        return byEndpoint(ClientMBean::valuesOf);
    }

    @Override
    public Map<String, String> getEndpointStates() {
        return byEndpoint(endpoint -> endpoint.state().name());
    }

    @Override
    public Map<String, String> getLastFailures() {
        return byEndpoint(EndpointMetrics::lastFailure);
    }

    private <T> Map<String, T> byEndpoint(Function<EndpointMetrics, T> value) {
        Map<String, T> values = new LinkedHashMap<>();
        client.endpoints().forEach(endpoint -> values.put(endpoint.endpoint(), value.apply(endpoint)));
        return values;
    }

    private static Map<String, Long> valuesOf(EndpointMetrics endpoint) {
        Map<String, Long> values = new LinkedHashMap<>();
        values.put("openConnections", (long) endpoint.openConnections());
        values.put("inFlight", (long) endpoint.inFlight());
        values.put("waiting", (long) endpoint.waiting());
        values.put("load", (long) endpoint.load());
        values.put("latency", endpoint.latency().toNanos());
        values.put("ejections", endpoint.ejections());
        values.put("connectAttempts", endpoint.connectAttempts());
        values.put("reconnects", endpoint.reconnects());
        return values;
    }
}
