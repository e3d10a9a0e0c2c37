package io.grizzlythrift.client.metrics;

import java.util.Objects;

/**
 * The connections of a client to one endpoint. Immutable; each value is read on its own.
 *
 * @param endpoint host and port, as in the configuration
 * @param openConnections the number of connections open now
 * @param inFlight the number of calls that were sent and have no reply yet, including calls that timed out or were
 *     cancelled
 * @param waiting the number of calls that are encoded, or about to be, and not sent: no place in flight is free, the
 *     connection is being opened, or the socket takes no bytes
 * @param connectAttempts the number of attempts to connect, successful or not
 * @param reconnects the number of connections opened to replace a lost one
 */
public record EndpointMetrics(
        String endpoint, int openConnections, int inFlight, int waiting, long connectAttempts, long reconnects) {
    /**
     * Makes the metrics of an endpoint.
     *
     * @param endpoint host and port
     * @param openConnections the number of open connections
     * @param inFlight the number of calls that were sent and have no reply
     * @param waiting the number of calls that are not sent
     * @param connectAttempts the number of attempts to connect
     * @param reconnects the number of connections that replaced a lost one
     */
    public EndpointMetrics {
        Objects.requireNonNull(endpoint, "endpoint");
    }
}
