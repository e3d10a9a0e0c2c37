package io.grizzlythrift.inspect;

import java.time.Duration;

/**
 * A server, as a client sees it. Immutable.
 *
 * @param endpoint host and port
 * @param state the name of its {@code EndpointState}: {@code OPEN}, {@code EJECTED} and so on
 * @param openConnections connections open now
 * @param inFlight calls that were sent and have no reply
 * @param waiting calls that are not sent
 * @param latency a moving average of the time of a call; zero until one had a reply
 * @param connectAttempts attempts to connect
 * @param reconnects connections opened to replace a lost one
 * @param ejections how often it was ejected
 * @param lastFailure the last failure, which may contain text of the server; empty if there was none
 */
public record EndpointSnapshot(
        String endpoint,
        String state,
        int openConnections,
        int inFlight,
        int waiting,
        Duration latency,
        long connectAttempts,
        long reconnects,
        long ejections,
        String lastFailure) {}
