package io.grizzlythrift.spring.internal.config;

import io.grizzlythrift.frame.Dialect;
import io.grizzlythrift.header.Transform;
import io.grizzlythrift.message.ThriftProtocol;
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
 * @param idempotentMethods Methods whose calls may run twice, so that they are retried after any failure.
 * @param maxRetries How often a failed call is retried. Default: 2.
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
 */
public record ClientOptions(
        @Nullable List<String> address,
        @Nullable String serviceId,
        @Nullable Ssl ssl,
        @Nullable Map<String, String> headers,
        @Nullable List<String> idempotentMethods,
        @Nullable Integer maxRetries,
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
        @Nullable Duration pingIdle) {
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
}
