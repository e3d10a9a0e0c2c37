package io.grizzlythrift.client.config;

import io.grizzlythrift.client.balance.Aperture;
import io.grizzlythrift.client.balance.Balancer;
import io.grizzlythrift.client.balance.OutlierDetection;
import io.grizzlythrift.client.balance.RoutingKey;
import io.grizzlythrift.client.call.ClientInterceptor;
import io.grizzlythrift.client.discovery.FixedResolver;
import io.grizzlythrift.client.discovery.Resolver;
import io.grizzlythrift.internal.message.MessageProtocol;
import io.grizzlythrift.tls.TlsConfig;
import io.grizzlythrift.wire.Dialect;
import io.grizzlythrift.wire.Transform;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Executor;
import org.apache.thrift.protocol.TProtocolFactory;

/**
 * The options of a client, checked by its builder. Immutable.
 *
 * @param name the name of the client in thread names and log lines; never blank
 * @param resolver finds the servers; a {@link FixedResolver} if they were added one by one
 * @param protocol the protocol of every connection
 * @param dialect how messages are framed on every connection
 * @param pipelineUnframed whether several calls may be in flight on an unframed connection
 * @param headers the headers of every call by name, ignoring case; unmodifiable; empty unless the dialect is {@code
 *     HEADER}
 * @param transform compresses every call; empty for none
 * @param connectionsPerEndpoint the maximum number of connections to each endpoint
 * @param maxInFlightPerConnection the maximum number of calls of a connection that are sent and have no reply
 * @param maxWaitingPerEndpoint the maximum number of calls of an endpoint that wait until fewer are in flight
 * @param maxWait how long a call may wait until fewer are in flight
 * @param callTimeout the time from the start of a call to its deadline
 * @param connectTimeout how long connecting may take; a TLS handshake at least nine tenths of {@code
 *     callTimeout}
 * @param initialReconnectBackoff the backoff after a first failure to connect
 * @param maxReconnectBackoff the longest backoff between attempts to connect
 * @param maxFrameBytes the largest frame that is sent or accepted, without the 4 bytes of its length
 * @param maxDepth how deeply structs in a message may be nested
 * @param maxQueuedBytes the maximum number of bytes of encoded calls that wait, over all connections
 * @param maxPartialFrameBytes the maximum number of bytes of incomplete replies, over all connections
 * @param selectorThreads the number of threads that read replies
 * @param callbackExecutor runs callbacks and completes futures; empty for the client's own threads
 * @param retries which calls are retried, and how often
 * @param hedging when calls without a reply are also sent to another endpoint; empty for never
 * @param shutdownGrace how long closing the client waits for calls in flight
 * @param jmx whether the client is registered with JMX
 * @param tls the TLS configuration; empty for plain connections
 * @param balancer chooses the server of each call
 * @param routingKey computes the routing key of each call; empty for none
 * @param outlierDetection when a server is ejected
 * @param zone the zone whose servers the client prefers; empty for none
 * @param aperture limits the client to a subset of the servers; empty for all servers
 * @param pingIdle the time without calls after which a connection is pinged; empty for never
 * @param pingMethod the name of the method that a ping calls
 * @param interceptors the interceptors of each call, the outermost first
 */
public record ThriftClientConfig(
        String name,
        Resolver resolver,
        TProtocolFactory protocol,
        Dialect dialect,
        boolean pipelineUnframed,
        Map<String, String> headers,
        Optional<Transform> transform,
        int connectionsPerEndpoint,
        int maxInFlightPerConnection,
        int maxWaitingPerEndpoint,
        Duration maxWait,
        Duration callTimeout,
        Duration connectTimeout,
        Duration initialReconnectBackoff,
        Duration maxReconnectBackoff,
        int maxFrameBytes,
        int maxDepth,
        long maxQueuedBytes,
        long maxPartialFrameBytes,
        int selectorThreads,
        Optional<Executor> callbackExecutor,
        RetryPolicy retries,
        Optional<HedgePolicy> hedging,
        Duration shutdownGrace,
        boolean jmx,
        Optional<TlsConfig> tls,
        Balancer balancer,
        Optional<RoutingKey> routingKey,
        OutlierDetection outlierDetection,
        Optional<String> zone,
        Optional<Aperture> aperture,
        Optional<Duration> pingIdle,
        String pingMethod,
        List<ClientInterceptor> interceptors) {
    /**
     * {@return all options by name, without passwords and keys; for headers only their names, for interceptors their
     * number}
     */
    @Override
    public String toString() {
        return "ThriftClientConfig[name=" + name
                + ", resolver=[" + resolver + "]"
                + ", protocol=" + MessageProtocol.nameOf(protocol)
                + ", dialect=" + dialect
                + ", pipelineUnframed=" + pipelineUnframed
                + ", headers=" + headers.keySet()
                + ", transform=" + transform.map(Transform::name).orElse("none")
                + ", connectionsPerEndpoint=" + connectionsPerEndpoint
                + ", maxInFlightPerConnection=" + maxInFlightPerConnection
                + ", maxWaitingPerEndpoint=" + maxWaitingPerEndpoint
                + ", maxWait=" + maxWait
                + ", callTimeout=" + callTimeout
                + ", connectTimeout=" + connectTimeout
                + ", reconnectBackoff=" + initialReconnectBackoff + " to " + maxReconnectBackoff
                + ", maxFrameBytes=" + maxFrameBytes
                + ", maxDepth=" + maxDepth
                + ", maxQueuedBytes=" + maxQueuedBytes
                + ", maxPartialFrameBytes=" + maxPartialFrameBytes
                + ", selectorThreads=" + selectorThreads
                + ", callbackExecutor="
                + callbackExecutor.map(Executor::toString).orElse("none")
                + ", retries=" + retries
                + ", hedging=" + hedging.map(HedgePolicy::toString).orElse("none")
                + ", shutdownGrace=" + shutdownGrace
                + ", jmx=" + jmx
                + ", tls=" + tls.map(TlsConfig::toString).orElse("none")
                + ", balancer=" + balancer
                + ", routingKey=" + routingKey.map(RoutingKey::toString).orElse("none")
                + ", outlierDetection=" + outlierDetection
                + ", zone=" + zone.orElse("none")
                + ", aperture=" + aperture.map(Aperture::toString).orElse("none")
                + ", pingIdle=" + pingIdle.map(Duration::toString).orElse("none")
                + ", pingMethod=" + pingMethod
                + ", interceptors=" + interceptors.size() + "]";
    }
}
