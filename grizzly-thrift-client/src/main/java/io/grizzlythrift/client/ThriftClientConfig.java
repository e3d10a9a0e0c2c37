package io.grizzlythrift.client;

import io.grizzlythrift.tls.TlsConfig;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Executor;
import org.apache.thrift.protocol.TProtocolFactory;

/** The options of a {@link ThriftClient}, immutable, all within their bounds. Made by {@link ThriftClientBuilder}. */
public final class ThriftClientConfig {
    private final String name;
    private final List<InetSocketAddress> endpoints;
    private final TProtocolFactory protocol;
    private final int connectionsPerEndpoint;
    private final int maxInFlightPerConnection;
    private final int maxWaitingPerConnection;
    private final Duration maxWait;
    private final Duration callTimeout;
    private final Duration connectTimeout;
    private final Duration firstReconnectPause;
    private final Duration maxReconnectPause;
    private final int maxFrameBytes;
    private final long maxQueuedBytes;
    private final long maxPartialFrameBytes;
    private final int selectorThreads;
    private final Optional<Executor> callbackExecutor;
    private final Duration closeGrace;
    private final Optional<TlsConfig> tls;
    private final List<ClientInterceptor> interceptors;

    ThriftClientConfig(ThriftClientBuilder builder) {
        name = builder.name;
        endpoints = List.copyOf(builder.endpoints);
        protocol = builder.protocol;
        connectionsPerEndpoint = builder.connectionsPerEndpoint;
        maxInFlightPerConnection = builder.maxInFlightPerConnection;
        maxWaitingPerConnection = builder.maxWaitingPerConnection;
        maxWait = builder.maxWait;
        callTimeout = builder.callTimeout;
        connectTimeout = builder.connectTimeout;
        firstReconnectPause = builder.firstReconnectPause;
        maxReconnectPause = builder.maxReconnectPause;
        maxFrameBytes = builder.maxFrameBytes;
        maxQueuedBytes = builder.maxQueuedBytes;
        maxPartialFrameBytes = builder.maxPartialFrameBytes;
        selectorThreads = builder.selectorThreads;
        callbackExecutor = builder.callbackExecutor;
        closeGrace = builder.closeGrace;
        tls = builder.tls;
        interceptors = List.copyOf(builder.interceptors);
    }

    /**
     * The name in threads and log lines.
     *
     * @return never blank
     */
    public String name() {
        return name;
    }

    /**
     * The servers, not resolved, in the order in which they were given.
     *
     * @return at least one
     */
    public List<InetSocketAddress> endpoints() {
        return endpoints;
    }

    /**
     * The protocol of every connection.
     *
     * @return a factory
     */
    public TProtocolFactory protocol() {
        return protocol;
    }

    /**
     * How many connections each endpoint gets at most.
     *
     * @return 1 to {@value ThriftClientBuilder#MAX_CONNECTIONS}
     */
    public int connectionsPerEndpoint() {
        return connectionsPerEndpoint;
    }

    /**
     * How many calls of a connection may be sent and not answered.
     *
     * @return 1 to {@value ThriftClientBuilder#MAX_CALLS}
     */
    public int maxInFlightPerConnection() {
        return maxInFlightPerConnection;
    }

    /**
     * How many calls of a connection may wait until it has fewer in flight.
     *
     * @return 0 to {@value ThriftClientBuilder#MAX_CALLS}
     */
    public int maxWaitingPerConnection() {
        return maxWaitingPerConnection;
    }

    /**
     * How long a call waits at most for a place in flight.
     *
     * @return 1 ms to 1 hour
     */
    public Duration maxWait() {
        return maxWait;
    }

    /**
     * The time that a call has.
     *
     * @return 1 ms to 24 hours
     */
    public Duration callTimeout() {
        return callTimeout;
    }

    /**
     * The time that connecting may take.
     *
     * @return 1 ms to 1 hour
     */
    public Duration connectTimeout() {
        return connectTimeout;
    }

    /**
     * The pause after a first failure to connect.
     *
     * @return 1 ms to 1 hour
     */
    public Duration firstReconnectPause() {
        return firstReconnectPause;
    }

    /**
     * The longest pause between attempts to connect.
     *
     * @return 1 ms to 1 hour
     */
    public Duration maxReconnectPause() {
        return maxReconnectPause;
    }

    /**
     * The largest frame that is sent or accepted.
     *
     * @return bytes, without the 4 bytes of the length
     */
    public int maxFrameBytes() {
        return maxFrameBytes;
    }

    /**
     * How many bytes encoded calls may take.
     *
     * @return at least 1
     */
    public long maxQueuedBytes() {
        return maxQueuedBytes;
    }

    /**
     * How many bytes replies may take that have not arrived whole.
     *
     * @return at least 1
     */
    public long maxPartialFrameBytes() {
        return maxPartialFrameBytes;
    }

    /**
     * How many threads read replies.
     *
     * @return 1 to {@value ThriftClientBuilder#MAX_SELECTOR_THREADS}
     */
    public int selectorThreads() {
        return selectorThreads;
    }

    /**
     * What runs callbacks and completes futures.
     *
     * @return empty for the client's own threads
     */
    public Optional<Executor> callbackExecutor() {
        return callbackExecutor;
    }

    /**
     * How long {@link ThriftClient#close()} waits for calls in flight.
     *
     * @return zero to 1 hour
     */
    public Duration closeGrace() {
        return closeGrace;
    }

    /**
     * How TLS is spoken.
     *
     * @return empty for plain connections
     */
    public Optional<TlsConfig> tls() {
        return tls;
    }

    /**
     * What runs around each call, the outermost first.
     *
     * @return none by default
     */
    public List<ClientInterceptor> interceptors() {
        return interceptors;
    }
}
