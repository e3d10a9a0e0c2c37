package io.grizzlythrift.metrics;

import java.util.Map;

/**
 * Exposes a server over JMX. {@link io.grizzlythrift.server.ThriftServerBuilder#jmx} registers it. The values are those of
 * {@link ServerCounters} and {@link ServerMetrics}, which describe them in detail. Thread-safe.
 *
 * <p>Only the library implements it: methods may be added in any version.
 */
public interface ThriftServerMXBean {
    /** {@return the name of the server, never blank} */
    String getName();

    /** {@return the addresses and ports on which the server listens} */
    String[] getAddresses();

    /** {@return the number of connections accepted so far} */
    long getAcceptedConnections();

    /** {@return the number of connections open now} */
    long getOpenConnections();

    /** {@return the number of calls received, including oneway and rejected ones} */
    long getCalls();

    /**
     * {@return the number of calls by the name of their {@link io.grizzlythrift.call.CallPriority}; all 0 unless the
     * server has priorities}
     */
    Map<String, Long> getCallsByPriority();

    /** {@return the number of calls that were rejected with a reply and never ran} */
    long getRejectedCalls();

    /** {@return the number of calls that never ran because their connection was closed} */
    long getDroppedCalls();

    /** {@return the number of calls that were cancelled} See {@link ServerCounters#cancelledCalls}. */
    long getCancelledCalls();

    /** {@return the number of messages that could not be read} */
    long getProtocolErrors();

    /** {@return the number of calls whose handler failed outside generated code} */
    long getHandlerErrors();

    /** {@return the number of replies of asynchronous handlers to calls that had already ended} */
    long getDuplicateReplies();

    /** {@return the number of calls that wait for a thread or run now} */
    int getInFlight();

    /** {@return the number of calls that may be in flight now} See {@link ServerCounters#inFlightLimit}. */
    int getInFlightLimit();

    /**
     * {@return the memory of frames and replies in bytes, by the name of the {@link
     * io.grizzlythrift.memory.MemoryPart}}
     */
    Map<String, Long> getBufferedBytes();

    /** {@return how often the operating system failed to accept a connection} */
    long getFailedAccepts();

    /** {@return the number of connections that closed before their TLS handshake was complete} */
    long getFailedHandshakes();

    /** {@return the number of negotiations of SASL in progress} */
    int getPendingNegotiations();

    /** {@return the number of connections that have authenticated by SASL} */
    long getCompletedNegotiations();

    /** {@return the number of negotiations of SASL that did not complete} See {@link ServerCounters#failedNegotiations}. */
    long getFailedNegotiations();

    /** {@return how often an address was announced to clients} See {@link ServerCounters#announcements}. */
    long getAnnouncements();

    /**
     * {@return the number of failed attempts to announce an address} See {@link ServerCounters#failedAnnouncements}.
     */
    long getFailedAnnouncements();

    /** {@return how often each limit was reached, by the name of the {@link io.grizzlythrift.limits.LimitType}} */
    Map<String, Long> getReachedLimits();

    /**
     * {@return the metrics of each method, by the name of the method, prefixed by its service and a colon if it has
     * one}
     */
    Map<String, MethodMetricsData> getMethods();
}
