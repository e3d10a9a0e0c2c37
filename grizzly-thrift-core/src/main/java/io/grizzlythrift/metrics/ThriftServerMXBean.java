package io.grizzlythrift.metrics;

import io.grizzlythrift.limits.LimitType;
import io.grizzlythrift.server.ThriftServerBuilder;
import java.util.Map;

/**
 * A server as JMX shows it. {@link ThriftServerBuilder#jmx} registers it. The numbers are those of
 * {@link ServerCounters}, which says more of each, and of {@link ServerMetrics}.
 */
public interface ThriftServerMXBean {
    /**
     * The name of the server.
     *
     * @return never blank
     */
    String getName();

    /**
     * Where it listens.
     *
     * @return addresses and ports
     */
    String[] getAddresses();

    /**
     * Connections accepted.
     *
     * @return a count
     */
    long getAcceptedConnections();

    /**
     * Connections open now.
     *
     * @return a count
     */
    long getOpenConnections();

    /**
     * Calls received, oneway and refused ones included.
     *
     * @return a count
     */
    long getCalls();

    /**
     * Calls refused.
     *
     * @return a count
     */
    long getRejectedCalls();

    /**
     * Calls that never ran because their connection was closed.
     *
     * @return a count
     */
    long getDroppedCalls();

    /**
     * Messages that could not be read.
     *
     * @return a count
     */
    long getProtocolErrors();

    /**
     * Calls whose handler failed outside of generated code.
     *
     * @return a count
     */
    long getHandlerErrors();

    /**
     * Answers of asynchronous handlers to calls that had ended.
     *
     * @return a count
     */
    long getDuplicateReplies();

    /**
     * Calls that wait for a thread or run now.
     *
     * @return a count
     */
    int getInFlight();

    /**
     * The memory of frames and replies.
     *
     * @return bytes by the name of the {@link io.grizzlythrift.memory.MemoryPart}
     */
    Map<String, Long> getBufferedBytes();

    /**
     * Connections that the operating system did not let in.
     *
     * @return a count of attempts
     */
    long getFailedAccepts();

    /**
     * Connections that ended before their TLS handshake was complete.
     *
     * @return a count
     */
    long getFailedHandshakes();

    /**
     * How often each limit was reached.
     *
     * @return counts by the name of the {@link LimitType}
     */
    Map<String, Long> getReachedLimits();

    /**
     * What became of the calls of each method.
     *
     * @return a table; its keys are names of methods, behind that of their service and a colon if there is one
     */
    Map<String, MethodMetricsData> getMethods();
}
