package io.grizzlythrift.client.config;

import io.grizzlythrift.client.call.ClientInterceptor;
import io.grizzlythrift.tls.TlsConfig;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Executor;
import org.apache.thrift.protocol.TProtocolFactory;

/**
 * The options of a client, as its builder checked them. Immutable.
 *
 * @param name the name that threads and log lines carry; never blank
 * @param endpoints the servers, not resolved, in the order in which they were added; at least one
 * @param protocol the protocol of every connection
 * @param connectionsPerEndpoint the maximum number of connections to each endpoint
 * @param maxInFlightPerConnection how many calls of a connection may be sent and not answered
 * @param maxWaitingPerConnection how many calls of a connection may wait until it has fewer in flight
 * @param maxWait how long a call waits at most for a place in flight
 * @param callTimeout the time from the start of a call to its deadline
 * @param connectTimeout the time that connecting may take, TLS handshake included
 * @param initialReconnectBackoff the pause after a first failure to connect
 * @param maxReconnectBackoff the longest pause between attempts to connect
 * @param maxFrameBytes the largest frame that is sent or accepted, without the 4 bytes of its length
 * @param maxQueuedBytes how many bytes encoded calls may take, over all connections
 * @param maxPartialFrameBytes how many bytes incomplete replies may take, over all connections
 * @param selectorThreads how many threads read replies
 * @param callbackExecutor runs callbacks and completes futures; empty for the client's own threads
 * @param closeGrace how long closing the client waits for calls in flight
 * @param tls how TLS is spoken; empty for plain connections
 * @param interceptors run around each call, the outermost first
 */
public record ThriftClientConfig(
        String name,
        List<InetSocketAddress> endpoints,
        TProtocolFactory protocol,
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
        Duration closeGrace,
        Optional<TlsConfig> tls,
        List<ClientInterceptor> interceptors) {}
