package io.grizzlythrift.client.config;

import io.grizzlythrift.client.balance.Aperture;
import io.grizzlythrift.client.balance.Balancer;
import io.grizzlythrift.client.balance.OutlierDetection;
import io.grizzlythrift.client.balance.RoutingKey;
import io.grizzlythrift.client.call.ClientInterceptor;
import io.grizzlythrift.client.discovery.FixedResolver;
import io.grizzlythrift.client.discovery.Resolver;
import io.grizzlythrift.frame.Dialect;
import io.grizzlythrift.header.Transform;
import io.grizzlythrift.message.MessageProtocol;
import io.grizzlythrift.tls.TlsConfig;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Executor;
import org.apache.thrift.protocol.TProtocolFactory;

/**
 * The options of a client, checked by its builder. Immutable.
 *
 * @param name the name that threads and log lines carry; never blank
 * @param resolver finds the servers; a {@link FixedResolver} if they were added one by one
 * @param protocol the protocol of every connection
 * @param dialect how messages are put on every connection
 * @param pipelineUnframed whether several calls are in flight on an unframed connection
 * @param headers the headers of every call by name, ignoring case; unmodifiable; empty unless the dialect is {@code HEADER}
 * @param transform compresses every call; empty for none
 * @param connectionsPerEndpoint the maximum number of connections to each endpoint
 * @param maxInFlightPerConnection how many calls of a connection may be sent without a reply
 * @param maxWaitingPerConnection how many calls of a connection may wait until fewer are in flight
 * @param maxWait how long a call may wait for a place in flight
 * @param callTimeout the time from the start of a call to its deadline
 * @param connectTimeout how long connecting may take, including the TLS handshake
 * @param initialReconnectBackoff the backoff after a first failure to connect
 * @param maxReconnectBackoff the longest backoff between attempts to connect
 * @param maxFrameBytes the largest frame that is sent or accepted, without the 4 bytes of its length
 * @param maxQueuedBytes how many bytes of encoded calls may wait, over all connections
 * @param maxPartialFrameBytes how many bytes of incomplete replies may be held, over all connections
 * @param selectorThreads the number of threads that read replies
 * @param callbackExecutor runs callbacks and completes futures; empty for the client's own threads
 * @param retries which calls are made again, and how often
 * @param hedging when calls without a reply are made again elsewhere; empty for never
 * @param closeGrace how long closing the client waits for calls in flight
 * @param jmx whether the client is registered with JMX
 * @param tls how TLS is used; empty for plain connections
 * @param balancer chooses the server of each call
 * @param routingKey tells which calls belong together; empty for none
 * @param outlierDetection when a server gets no calls
 * @param zone the zone of the client, whose servers it prefers; empty for none
 * @param aperture how many of the servers are used; empty for all
 * @param pingIdle after which time without calls a connection is pinged; empty for never
 * @param pingMethod the name of the method that is called to ping
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
        int maxWaitingPerConnection,
        Duration maxWait,
        Duration callTimeout,
        Duration connectTimeout,
        Duration initialReconnectBackoff,
        Duration maxReconnectBackoff,
        int maxFrameBytes,
        long maxQueuedBytes,
        long maxPartialFrameBytes,
        int selectorThreads,
        Optional<Executor> callbackExecutor,
        RetryPolicy retries,
        Optional<HedgePolicy> hedging,
        Duration closeGrace,
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
    /** {@return all options with their names, without passwords and keys; names of headers; of the interceptors, their number} */
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
                + ", maxWaitingPerConnection=" + maxWaitingPerConnection
                + ", maxWait=" + maxWait
                + ", callTimeout=" + callTimeout
                + ", connectTimeout=" + connectTimeout
                + ", reconnectBackoff=" + initialReconnectBackoff + " to " + maxReconnectBackoff
                + ", maxFrameBytes=" + maxFrameBytes
                + ", maxQueuedBytes=" + maxQueuedBytes
                + ", maxPartialFrameBytes=" + maxPartialFrameBytes
                + ", selectorThreads=" + selectorThreads
                + ", callbackExecutor="
                + callbackExecutor.map(Executor::toString).orElse("none")
                + ", retries=" + retries
                + ", hedging=" + hedging.map(HedgePolicy::toString).orElse("none")
                + ", closeGrace=" + closeGrace
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
