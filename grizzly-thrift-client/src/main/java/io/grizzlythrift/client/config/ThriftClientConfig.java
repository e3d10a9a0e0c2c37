package io.grizzlythrift.client.config;

import io.grizzlythrift.client.balance.Aperture;
import io.grizzlythrift.client.balance.Balancer;
import io.grizzlythrift.client.balance.OutlierDetection;
import io.grizzlythrift.client.balance.RoutingKey;
import io.grizzlythrift.client.call.ClientInterceptor;
import io.grizzlythrift.client.discovery.Resolver;
import io.grizzlythrift.client.security.SaslCredentials;
import io.grizzlythrift.frame.Dialect;
import io.grizzlythrift.header.Transform;
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
 * <p>Only the library implements it: options may be added in any version.
 */
public interface ThriftClientConfig {
    /** {@return the name of the client in thread names and log lines; never blank} */
    String name();

    /**
     * {@return what finds the servers; a {@link io.grizzlythrift.client.discovery.FixedResolver} if they were added one by
     * one}
     */
    Resolver resolver();

    /** {@return the protocol of every connection} */
    TProtocolFactory protocol();

    /** {@return how messages are framed on every connection} */
    Dialect dialect();

    /** {@return whether several calls may be in flight on an unframed connection} */
    boolean pipelineUnframed();

    /**
     * {@return the headers of every call by name, ignoring case; unmodifiable; empty unless the dialect is {@code
     * HEADER}}
     */
    Map<String, String> headers();

    /** {@return the compression of every call; empty for none} */
    Optional<Transform> transform();

    /** {@return the maximum number of connections to each endpoint} */
    int connectionsPerEndpoint();

    /** {@return the maximum number of calls of a connection that are sent and have no reply} */
    int maxInFlightPerConnection();

    /** {@return the maximum number of calls of an endpoint that wait until fewer are in flight} */
    int maxWaitingPerEndpoint();

    /** {@return how long a call may wait until fewer are in flight} */
    Duration maxWait();

    /** {@return the time from the start of a call to its deadline} */
    Duration callTimeout();

    /** {@return how long connecting may take; a TLS handshake at least nine tenths of {@code callTimeout}} */
    Duration connectTimeout();

    /** {@return the backoff after a first failure to connect} */
    Duration initialReconnectBackoff();

    /** {@return the longest backoff between attempts to connect} */
    Duration maxReconnectBackoff();

    /** {@return the largest frame that is sent or accepted, without the 4 bytes of its length} */
    int maxFrameBytes();

    /** {@return how deeply structs in a message may be nested} */
    int maxDepth();

    /** {@return the maximum number of bytes of encoded calls that wait, over all connections} */
    long maxQueuedBytes();

    /** {@return the maximum number of bytes of incomplete replies, over all connections} */
    long maxPartialFrameBytes();

    /** {@return the number of threads that read replies} */
    int selectorThreads();

    /** {@return what runs callbacks and completes futures; empty for the client's own threads} */
    Optional<Executor> callbackExecutor();

    /** {@return which calls are retried, and how often} */
    RetryPolicy retries();

    /** {@return when calls without a reply are also sent to another endpoint; empty for never} */
    Optional<HedgePolicy> hedging();

    /** {@return how long closing the client waits for calls in flight} */
    Duration shutdownGrace();

    /** {@return whether the client is registered with JMX} */
    boolean jmx();

    /** {@return the TLS configuration; empty for plain connections} */
    Optional<TlsConfig> tls();

    /** {@return how connections authenticate; empty for not at all} */
    Optional<SaslCredentials> sasl();

    /** {@return what chooses the server of each call} */
    Balancer balancer();

    /** {@return what computes the routing key of each call; empty for none} */
    Optional<RoutingKey> routingKey();

    /** {@return when a server is ejected} */
    OutlierDetection outlierDetection();

    /** {@return the zone whose servers the client prefers; empty for none} */
    Optional<String> zone();

    /** {@return the subset of the servers that the client uses; empty for all of them} */
    Optional<Aperture> aperture();

    /** {@return the time without calls after which a connection is pinged; empty for never} */
    Optional<Duration> pingIdle();

    /** {@return the name of the method that a ping calls} */
    String pingMethod();

    /** {@return the interceptors of each call, the outermost first} */
    List<ClientInterceptor> interceptors();

    /**
     * {@return all options by name, without passwords and keys; for headers only their names, for interceptors their
     * number}
     */
    @Override
    String toString();
}
