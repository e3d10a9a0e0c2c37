package io.grizzlythrift.spring.internal.config;

import io.grizzlythrift.frame.Dialect;
import io.grizzlythrift.header.Transform;
import io.grizzlythrift.message.ThriftProtocol;
import io.grizzlythrift.security.QualityOfProtection;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.springframework.util.unit.DataSize;

/**
 * The options of a client that a property can express. Those without a value keep the default of the builder. A component
 * with the name of an option of the builder sets that option.
 *
 * @param address Servers, as host:port.
 * @param serviceId Name of the servers in the discovery client of Spring Cloud, instead of addresses.
 * @param ssl TLS with a bundle of Spring Boot.
 * @param headers Headers of each call, with the dialect header.
 * @param retries Which failed calls are retried, and how often.
 * @param hedging When a call without a reply is made on another server as well.
 * @param sasl How connections are authenticated by SASL.
 * @param balancer How the server of a call is chosen: peak-ewma, round-robin or rendezvous. Default: peak-ewma.
 * @param loadFactor Times its share of the calls that a server gets with the balancer rendezvous.
 * @param outlierDetection When a server whose calls fail gets no more calls.
 * @param aperture How many of very many servers this client connects to.
 * @param reconnectBackoff Time between attempts to connect to a server that fails.
 * @param protocol Protocol of messages. Default: binary.
 * @param dialect How messages are framed. Default: framed.
 * @param pipelineUnframed Whether to pipeline calls with the dialect unframed.
 * @param transform Compression of messages, with the dialect header.
 * @param connectionsPerEndpoint Most connections to a server.
 * @param maxInFlightPerConnection Calls in flight on a connection.
 * @param maxWaitingPerEndpoint Calls that may wait for a connection to a server.
 * @param maxWait How long a blocking call may wait for room. Default: none.
 * @param callTimeout Time from the start of a call to its reply. Default: 5s.
 * @param connectTimeout Time to connect, with the TLS handshake.
 * @param maxFrameBytes Largest accepted reply.
 * @param maxDepth How deeply structs in a reply may be nested. Default: 64.
 * @param maxQueuedBytes Bytes of calls that are not sent yet, over all connections.
 * @param maxPartialFrameBytes Bytes of incomplete replies, over all connections.
 * @param selectorThreads Threads that read replies.
 * @param shutdownGrace How long closing waits for calls in flight. Default: 5s.
 * @param jmx Whether to register an MBean.
 * @param zone Zone of this client, whose servers it prefers.
 * @param pingIdle Ping connections that had no call for this time. Default: no pings.
 * @param pingMethod Method without arguments that pings call, if the servers do not answer those of this library.
 */
public record ClientOptions(
        @Nullable List<String> address,
        @Nullable String serviceId,
        @Nullable Ssl ssl,
        @Nullable Map<String, String> headers,
        @Nullable Retries retries,
        @Nullable Hedging hedging,
        @Nullable Sasl sasl,
        @Nullable BalancerKind balancer,
        @Nullable Double loadFactor,
        @Nullable OutlierDetection outlierDetection,
        @Nullable Aperture aperture,
        @Nullable ReconnectBackoff reconnectBackoff,
        @Nullable ThriftProtocol protocol,
        @Nullable Dialect dialect,
        @Nullable Boolean pipelineUnframed,
        @Nullable Transform transform,
        @Nullable Integer connectionsPerEndpoint,
        @Nullable Integer maxInFlightPerConnection,
        @Nullable Integer maxWaitingPerEndpoint,
        @Nullable Duration maxWait,
        @Nullable Duration callTimeout,
        @Nullable Duration connectTimeout,
        @Nullable DataSize maxFrameBytes,
        @Nullable Integer maxDepth,
        @Nullable DataSize maxQueuedBytes,
        @Nullable DataSize maxPartialFrameBytes,
        @Nullable Integer selectorThreads,
        @Nullable Duration shutdownGrace,
        @Nullable Boolean jmx,
        @Nullable String zone,
        @Nullable Duration pingIdle,
        @Nullable String pingMethod) {
    /** Choices of {@code balancer}. */
    public enum BalancerKind {
        PEAK_EWMA,
        ROUND_ROBIN,
        RENDEZVOUS
    }

    /**
     * TLS of a client.
     *
     * @param bundle Name of the SSL bundle with the trusted certificates, and the certificate of the client if it needs one. Reloaded if the bundle is.
     * @param verifyHostName Whether to check that the certificate was issued for the server. Default: true.
     * @param serverName Name in the certificate of the server, if it is not the host.
     */
    public record Ssl(
            @Nullable String bundle,
            @Nullable Boolean verifyHostName,
            @Nullable String serverName) {}

    /**
     * Retries of a client.
     *
     * @param maxRetries Further attempts of a call, by retry or by hedge. Default: 2.
     * @param idempotentMethods Methods whose calls may run twice, so that they are retried after any failure.
     * @param budgetPercent Retries and hedges allowed for each 100 calls. Default: 20.
     * @param budgetPerSecond Retries and hedges allowed per second, whatever the number of calls. Default: 10.
     */
    public record Retries(
            @Nullable Integer maxRetries,
            @Nullable List<String> idempotentMethods,
            @Nullable Integer budgetPercent,
            @Nullable Integer budgetPerSecond) {}

    /**
     * Hedges of a client, of methods that retries.idempotent-methods names.
     *
     * @param afterPercentile Percentile of the measured times of a method after which its calls are hedged.
     * @param afterDelay Time after which a call is hedged.
     */
    public record Hedging(
            @Nullable Double afterPercentile, @Nullable Duration afterDelay) {}

    /**
     * Outlier detection of a client.
     *
     * @param enabled Whether servers are ejected. Default: true.
     * @param failuresInRow Failures in a row that eject a server. Default: 5.
     * @param successRate Fraction of the success rate of all servers that a server must reach. Default: 0.8.
     * @param minCalls Calls in an interval from which a success rate counts.
     * @param interval Interval in which success rates are measured.
     * @param initialBackoff Time without calls after the first ejection. Default: 500ms.
     * @param maxBackoff Longest time without calls. Default: 10s.
     * @param slowStart Time in which the weight of a server rises to its full value. Default: 10s.
     * @param panicThreshold Fraction of ejected servers above which all servers get calls. Default: 0.5.
     */
    public record OutlierDetection(
            @Nullable Boolean enabled,
            @Nullable Integer failuresInRow,
            @Nullable Double successRate,
            @Nullable Integer minCalls,
            @Nullable Duration interval,
            @Nullable Duration initialBackoff,
            @Nullable Duration maxBackoff,
            @Nullable Duration slowStart,
            @Nullable Double panicThreshold) {}

    /**
     * Aperture of a client.
     *
     * @param servers Smallest number of servers that the client connects to.
     * @param client Number of this client, from 0, if each client knows its own.
     * @param clients Number of clients, if each client knows its own.
     * @param maxLoad Calls per server above which the aperture grows. Default: 64.
     */
    public record Aperture(
            @Nullable Integer servers,
            @Nullable Integer client,
            @Nullable Integer clients,
            @Nullable Integer maxLoad) {}

    /**
     * Backoff of a client between attempts to connect.
     *
     * @param initial Time after the first failure. Default: 20ms.
     * @param max Longest time. Default: 800ms.
     */
    public record ReconnectBackoff(
            @Nullable Duration initial, @Nullable Duration max) {}

    /**
     * SASL of a client.
     *
     * @param mechanism GSSAPI, DIGEST-MD5, PLAIN or EXTERNAL.
     * @param user User, or with a keytab the principal.
     * @param password Password or secret of the user.
     * @param keytab File with the key of the principal.
     * @param ticketCache File with the ticket of kinit. Default: the default cache, if there is no keytab.
     * @param service First part of the principal of the server. Default: thrift.
     * @param serverName Host in the principal of the server, if it is not the host of the address.
     * @param realm Realm of DIGEST-MD5, instead of the one that the server proposes.
     * @param authorizationId User that the client acts for. Default: the one that it authenticates as.
     * @param qualityOfProtection Accepted protection of messages, the preferred one first: auth, auth-int, auth-conf. Default: auth.
     * @param allowPlainWithoutTls Whether PLAIN may send its password without TLS. Default: false.
     */
    public record Sasl(
            @Nullable String mechanism,
            @Nullable String user,
            @Nullable String password,
            @Nullable Path keytab,
            @Nullable Path ticketCache,
            @Nullable String service,
            @Nullable String serverName,
            @Nullable String realm,
            @Nullable String authorizationId,
            @Nullable List<QualityOfProtection> qualityOfProtection,
            @Nullable Boolean allowPlainWithoutTls) {
        /** {@return the mechanism, without the password} */
        @Override
        public String toString() {
            return "Sasl[" + mechanism + "]";
        }
    }
}
