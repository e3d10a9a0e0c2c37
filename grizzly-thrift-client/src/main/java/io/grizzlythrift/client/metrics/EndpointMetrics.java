package io.grizzlythrift.client.metrics;

import java.time.Duration;
import java.util.Objects;

/**
 * What a client does with one server. Immutable; each value is read on its own.
 *
 * @param endpoint host and port, as in the configuration
 * @param state whether the server gets calls
 * @param openConnections the number of connections open now
 * @param inFlight the number of calls that were sent and have no reply yet, including calls that timed out or were
 *     cancelled
 * @param waiting the number of calls that are encoded, or about to be, and not sent: no place in flight is free, the
 *     connection is being opened, or the socket takes no bytes
 * @param load the number of all these calls
 * @param latency a moving average of the time that calls take, from their start to their reply: it rises at once, and falls
 *     within seconds; zero as long as none had a reply
 * @param connectAttempts the number of attempts to connect, successful or not
 * @param reconnects the number of connections opened to replace a lost one
 * @param ejections how often the server got no calls because they failed
 * @param lastFailure the last failure to connect, end of a connection with calls, or timeout; may have text of the server;
 *     empty if there was none
 */
public record EndpointMetrics(
        String endpoint,
        EndpointState state,
        int openConnections,
        int inFlight,
        int waiting,
        int load,
        Duration latency,
        long connectAttempts,
        long reconnects,
        long ejections,
        String lastFailure) {
    /**
     * Makes the metrics of an endpoint.
     *
     * @param endpoint host and port
     * @param state whether the server gets calls
     * @param openConnections the number of open connections
     * @param inFlight the number of calls that were sent and have no reply
     * @param waiting the number of calls that are not sent
     * @param load the number of all these calls
     * @param latency a moving average of the time that calls take
     * @param connectAttempts the number of attempts to connect
     * @param reconnects the number of connections that replaced a lost one
     * @param ejections how often the server was ejected
     * @param lastFailure what failed last
     */
    public EndpointMetrics {
        Objects.requireNonNull(endpoint, "endpoint");
        Objects.requireNonNull(state, "state");
        Objects.requireNonNull(latency, "latency");
        Objects.requireNonNull(lastFailure, "lastFailure");
    }
}
