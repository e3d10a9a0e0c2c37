package io.grizzlythrift.client.metrics;

import java.util.Map;

/**
 * Publishes the counters and endpoints of a client over JMX. {@code ThriftClientBuilder.jmx} registers it. {@link
 * ClientCounters} and {@link EndpointMetrics} describe the values in detail. Thread-safe.
 *
 * <p>Only the library implements it: methods may be added in any version.
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

    /**
     * {@return the number of calls that ended without a readable reply, by the name of the {@link
     * io.grizzlythrift.client.call.FailureCause}}
     */
    Map<String, Long> getFailures();

    /** {@return the bytes of encoded calls that were not completely handed to a socket} */
    long getQueuedBytes();

    /** {@return {@link ClientCounters#keptBytes()}} */
    long getKeptBytes();

    /** {@return {@link ClientCounters#callsNotKept()}} */
    long getCallsNotKept();

    /** {@return the number of calls that were rejected because there was no room for their bytes} */
    long getQueuedBytesRejections();

    /** {@return the number of retries of failed calls} */
    long getRetries();

    /** {@return the number of retries and hedges that the budget did not allow} */
    long getRetriesOverBudget();

    /** {@return the number of hedges of calls without a reply} */
    long getHedges();

    /** {@return the number of hedges whose reply came first} */
    long getHedgesWon();

    /** {@return the number of notices to servers that nobody waits for a call any more} */
    long getCancelNotices();

    /** {@return the number of replies dropped because their call had ended} */
    long getLateReplies();

    /** {@return the number of replies dropped because no call had their sequence id} */
    long getUnknownReplies();

    /** {@return the number of connections replaced because their peer had fallen silent} */
    long getSilentConnections();

    /** {@return the number of answers of the resolver} */
    long getResolutions();

    /** {@return the number of answers of the resolver without any server} */
    long getEmptyResolutions();

    /** {@return the number of times that the resolver could not determine the servers} */
    long getFailedResolutions();

    /** {@return the number of callbacks that threw an exception} */
    long getCallbackErrors();

    /**
     * {@return for each endpoint, by host and port, the numeric values of {@link EndpointMetrics} by name; latencies in
     * nanoseconds}
     */
    Map<String, Map<String, Long>> getEndpoints();

    /** {@return for each endpoint, by host and port, the name of its {@link EndpointState}} */
    Map<String, String> getEndpointStates();

    /** {@return for each endpoint, by host and port, its last failure; an empty text if there was none} */
    Map<String, String> getLastFailures();
}
