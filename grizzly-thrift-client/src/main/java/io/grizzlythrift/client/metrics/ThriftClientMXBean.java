package io.grizzlythrift.client.metrics;

import io.grizzlythrift.client.call.FailureCause;
import java.util.Map;

/**
 * Shows a client over JMX. {@code ThriftClientBuilder.jmx} registers it. The values are those of {@link ClientCounters}
 * and {@link EndpointMetrics}, which describe them in detail. Thread-safe.
 */
public interface ThriftClientMXBean {
    /** {@return the name of the client, never blank} */
    String getName();

    /** {@return the number of calls started} */
    long getCalls();

    /** {@return the number of calls that have not ended} */
    long getInFlight();

    /** {@return the number of calls handed to a socket} */
    long getSent();

    /** {@return the number of calls that ended with a reply} */
    long getCompleted();

    /** {@return the number of calls that ended without a readable reply, by the name of the {@link FailureCause}} */
    Map<String, Long> getFailures();

    /** {@return the bytes of encoded calls that were not handed to a socket whole} */
    long getQueuedBytes();

    /** {@return the number of calls for whose bytes there was no room} */
    long getQueuedBytesRejections();

    /** {@return the number of calls that were made again after they had failed} */
    long getRetries();

    /** {@return the number of retries and hedges that the budget did not allow} */
    long getRetriesOverBudget();

    /** {@return the number of calls that were made again because they had no reply yet} */
    long getHedges();

    /** {@return the number of hedges whose reply came first} */
    long getHedgesWon();

    /** {@return the number of notices to servers that a call is not waited for any more} */
    long getCancelNotices();

    /** {@return the number of replies dropped because their call had ended} */
    long getLateReplies();

    /** {@return the number of replies dropped because no call had their sequence id} */
    long getUnknownReplies();

    /** {@return the number of connections replaced because their peer had fallen silent} */
    long getSilentConnections();

    /** {@return the number of answers of the resolver} */
    long getResolutions();

    /** {@return the number of answers of the resolver that named no server} */
    long getEmptyResolutions();

    /** {@return the number of times that the resolver could not find out the servers} */
    long getFailedResolutions();

    /** {@return the number of callbacks that threw an exception} */
    long getCallbackErrors();

    /**
     * {@return the values of {@link EndpointMetrics} that are numbers by their name, by host and port of the endpoint; latencies in
     * nanoseconds}
     */
    Map<String, Map<String, Long>> getEndpoints();

    /** {@return the names of {@link EndpointState} by host and port of the endpoint} */
    Map<String, String> getEndpointStates();

    /** {@return what failed last by host and port of the endpoint; empty texts for those at which nothing did} */
    Map<String, String> getLastFailures();
}
