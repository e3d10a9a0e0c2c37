package io.grizzlythrift.client.metrics;

import java.time.Duration;

/**
 * The state of one server, as a client sees it. Immutable; each value was read separately.
 *
 * @param endpoint host and port, as in the configuration
 * @param state whether the server gets calls
 * @param openConnections the number of connections open now
 * @param inFlight the number of calls that were sent and have no reply yet, including calls that timed out or were
 *     cancelled
 * @param waiting the number of calls that are encoded, or about to be, and not sent, because too many are in flight,
 *     the connection is being opened, or the socket accepts no bytes
 * @param load the sum of {@code inFlight} and {@code waiting}
 * @param latency a moving average of the time from the start of a call to its reply: it rises at once, and falls within
 *     seconds; zero until a call had a reply
 * @param connectAttempts the number of attempts to connect, successful or not
 * @param reconnects the number of connections opened to replace a lost one
 * @param ejections how often the server was ejected because its calls failed
 * @param lastFailure the last failure to connect, end of a connection with calls, or timeout; may contain text of the
 *     server; empty if there was none
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
        String lastFailure) {}
