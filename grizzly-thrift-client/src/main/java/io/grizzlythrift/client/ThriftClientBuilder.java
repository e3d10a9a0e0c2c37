package io.grizzlythrift.client;

import io.grizzlythrift.client.balance.Aperture;
import io.grizzlythrift.client.balance.Balancer;
import io.grizzlythrift.client.balance.OutlierDetection;
import io.grizzlythrift.client.balance.RoutingKey;
import io.grizzlythrift.client.call.ClientInterceptor;
import io.grizzlythrift.client.config.CallOptions;
import io.grizzlythrift.client.config.HedgePolicy;
import io.grizzlythrift.client.config.RetryPolicy;
import io.grizzlythrift.client.config.ThriftClientConfig;
import io.grizzlythrift.client.discovery.FixedResolver;
import io.grizzlythrift.client.discovery.Resolver;
import io.grizzlythrift.client.security.SaslCredentials;
import io.grizzlythrift.discovery.EndpointAddress;
import io.grizzlythrift.frame.Dialect;
import io.grizzlythrift.header.Transform;
import io.grizzlythrift.internal.header.HeaderMap;
import io.grizzlythrift.internal.message.FormatProtocols;
import io.grizzlythrift.internal.message.LibthriftVersion;
import io.grizzlythrift.internal.message.MessageProtocol;
import io.grizzlythrift.internal.util.HeapShare;
import io.grizzlythrift.limits.ServerLimits;
import io.grizzlythrift.message.ThriftProtocol;
import io.grizzlythrift.strategy.internal.util.Bounds;
import io.grizzlythrift.tls.TlsConfig;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.Executor;
import org.apache.thrift.TConfiguration;
import org.apache.thrift.protocol.TProtocolFactory;

/** Builds a {@link ThriftClient}. Each option is checked when it is set. Not thread-safe. */
public final class ThriftClientBuilder {
    /** The maximum number of connections per endpoint: {@value}. */
    public static final int MAX_CONNECTIONS = 1024;

    /** The maximum number of calls in flight, and of waiting calls, per connection: {@value}. */
    public static final int MAX_CALLS = 65_536;

    /** The upper bound of {@link #maxFrameBytes}: {@value} bytes. */
    public static final int MAX_FRAME_BYTES = 1 << 30;

    /** The default of {@link #maxDepth}: {@value} structs. */
    public static final int DEFAULT_MAX_DEPTH = TConfiguration.DEFAULT_RECURSION_DEPTH;

    /** The largest value of {@link #maxDepth}: {@value} structs. */
    public static final int MAX_DEPTH = 1_000;

    /** The maximum number of selector threads: {@value}. */
    public static final int MAX_SELECTOR_THREADS = 256;

    private static final Duration HOUR = Duration.ofHours(1);

    /** A method that no service has: Thrift servers reply that it is unknown. */
    private static final String UNKNOWN_METHOD = "__ping";

    private String name = "thrift-client";
    private final Map<String, EndpointAddress> endpoints = new LinkedHashMap<>();
    private Optional<Resolver> resolver = Optional.empty();
    private TProtocolFactory protocol = ThriftProtocol.BINARY;
    private Dialect dialect = Dialect.FRAMED;
    private boolean pipelineUnframed;
    private HeaderMap headers = HeaderMap.NONE;
    private Optional<Transform> transform = Optional.empty();
    private int connectionsPerEndpoint = 4;
    private int maxInFlightPerConnection = 1024;
    private int maxWaitingPerEndpoint = 4096;
    private Duration maxWait = Duration.ofSeconds(1);
    private Duration callTimeout = Duration.ofSeconds(5);
    private Duration connectTimeout = Duration.ofSeconds(2);
    private Duration initialReconnectBackoff = Duration.ofMillis(20);
    private Duration maxReconnectBackoff = Duration.ofMillis(800);
    private int maxFrameBytes = ServerLimits.DEFAULT_MAX_FRAME_BYTES;
    private int maxDepth = DEFAULT_MAX_DEPTH;
    private long maxQueuedBytes = HeapShare.quarter();
    private long maxPartialFrameBytes = HeapShare.quarter();
    private int selectorThreads = Math.max(1, Math.min(4, Runtime.getRuntime().availableProcessors() / 2));
    private Optional<Executor> callbackExecutor = Optional.empty();
    private RetryPolicy retries = RetryPolicy.create();
    private Optional<HedgePolicy> hedging = Optional.empty();
    private Duration shutdownGrace = Duration.ofSeconds(5);
    private boolean jmx;
    private Optional<TlsConfig> tls = Optional.empty();
    private Optional<SaslCredentials> sasl = Optional.empty();
    private Balancer balancer = Balancer.peakEwma();
    private Optional<RoutingKey> routingKey = Optional.empty();
    private OutlierDetection outlierDetection = OutlierDetection.create();
    private Optional<String> zone = Optional.empty();
    private Optional<Aperture> aperture = Optional.empty();
    private Optional<Duration> pingIdle = Optional.empty();
    private String pingMethod = UNKNOWN_METHOD;
    private final List<ClientInterceptor> interceptors = new ArrayList<>();

    ThriftClientBuilder() {}

    /**
     * Sets the name of the client in thread names and log lines. Default: {@code thrift-client}.
     *
     * @param clientName not blank
     * @return this
     * @throws IllegalArgumentException if the name is blank
     */
    public ThriftClientBuilder name(String clientName) {
        if (Objects.requireNonNull(clientName, "name").isBlank()) {
            throw new IllegalArgumentException("name is blank");
        }
        name = clientName;
        return this;
    }

    /**
     * Adds a server. Can be called repeatedly: {@link #balancer} chooses the server of each call. While no connection
     * is open, a call waits for the connection that is being opened, and fails if that attempt fails.
     *
     * <p>The host name is resolved at each connection attempt, on threads that do nothing else, so that a name
     * that does not resolve delays no other server. If it has several addresses, connections are spread over
     * them. An attempt that fails at one address continues with the next, for up to 8 addresses within {@link
     * #connectTimeout}: each address gets an equal share of the remaining time. An address that failed is tried last.
     *
     * @param host a host name or an address, not blank
     * @param port 1 to 65535
     * @return this
     * @throws IllegalArgumentException if the host is blank, the port is out of bounds, or the endpoint was added
     *     before
     */
    public ThriftClientBuilder endpoint(String host, int port) {
        EndpointAddress endpoint = EndpointAddress.of(host, port);
        if (endpoints.putIfAbsent(endpoint.name(), endpoint) != null) {
            throw new IllegalArgumentException("endpoint " + endpoint.name() + " was already added");
        }
        return this;
    }

    /**
     * Sets the resolver that finds the servers, instead of a fixed list of {@link #endpoint}s: DNS, a file, ZooKeeper,
     * or your own resolver. Servers that it adds later are used from then on. Servers that it removes get no further
     * calls, and their connections close once their calls have ended. A failed or empty answer is counted and logged,
     * and the previous servers stay in use.
     *
     * @param source thread-safe; may be shared with other clients
     * @return this
     */
    public ThriftClientBuilder resolver(Resolver source) {
        resolver = Optional.of(Objects.requireNonNull(source, "resolver"));
        return this;
    }

    /**
     * Sets the protocol of every connection. Default: {@link ThriftProtocol#BINARY}.
     *
     * @param factory a {@link ThriftProtocol}, or any other factory of protocols that generated code uses with its
     *     standard scheme (all of libthrift's except TTupleProtocol)
     * @return this
     * @throws IllegalArgumentException if the protocol has its own scheme
     */
    public ThriftClientBuilder protocol(TProtocolFactory factory) {
        protocol = MessageProtocol.requireUsable(factory);
        return this;
    }

    /**
     * Sets how messages are framed on every connection. Servers reply in the same dialect. Default: {@link
     * Dialect#FRAMED}.
     *
     * <ul>
     *   <li>{@link Dialect#UNFRAMED}, for servers without {@code TFramedTransport}: one call at a time per connection,
     *       unless {@link #pipelineUnframed} is set.
     *   <li>{@link Dialect#HEADER}, for servers with {@code THeaderTransport}: calls and replies carry {@link #header
     *       headers} and may be compressed. Requests say that replies may come in any order.
     * </ul>
     *
     * <p>Both need {@link ThriftProtocol#BINARY} or {@link ThriftProtocol#COMPACT}, which {@link #build} checks.
     *
     * @param dialect the dialect of all endpoints
     * @return this
     * @throws IllegalArgumentException if it is {@link Dialect#HTTP}, which this client does not speak
     */
    public ThriftClientBuilder dialect(Dialect dialect) {
        if (Objects.requireNonNull(dialect, "dialect") == Dialect.HTTP) {
            throw new IllegalArgumentException("dialect is HTTP, must be FRAMED, UNFRAMED or HEADER");
        }
        this.dialect = dialect;
        return this;
    }

    /**
     * Sets whether several calls may be in flight on a connection of the dialect {@link Dialect#UNFRAMED}, up to {@link
     * #maxInFlightPerConnection}. The server must keep calls that arrive while it runs an earlier one, and must return
     * the sequence id of each call in its reply. Oneway calls never wait. Has no effect on the other dialects. Default:
     * false.
     *
     * @param pipeline false for one call at a time
     * @return this
     */
    public ThriftClientBuilder pipelineUnframed(boolean pipeline) {
        pipelineUnframed = pipeline;
        return this;
    }

    /**
     * Adds a header to every call. Needs the dialect {@link Dialect#HEADER}. Replaces a header with the same name.
     * {@link CallOptions#withHeader} sets headers for the calls of a stub, and a {@link ClientInterceptor} for one
     * call; they override these. Default: none.
     *
     * @param name not blank; case-insensitive
     * @param value any text
     * @return this
     * @throws IllegalArgumentException if the name is blank, or all headers together exceed 64 KiB, counting the name
     *     and the value of each in UTF-8 and 160 bytes more
     */
    public ThriftClientBuilder header(String name, String value) {
        headers = headers.with(name, value);
        return this;
    }

    /**
     * Compresses the messages of all calls. Needs the dialect {@link Dialect#HEADER} and a server that supports the
     * transform. Servers usually compress the replies as well. The client reads compressed replies even if this is not
     * set. Default: none.
     *
     * @param transform {@link Transform#ZLIB}; or {@link Transform#ZSTD}, which needs zstd-jni on the class path
     * @return this
     * @throws IllegalArgumentException if the library of the transform is missing
     */
    public ThriftClientBuilder transform(Transform transform) {
        if (!Objects.requireNonNull(transform, "transform").isAvailable()) {
            throw new IllegalArgumentException(
                    "transform is " + transform + ", which needs com.github.luben:zstd-jni on the class path");
        }
        this.transform = Optional.of(transform);
        return this;
    }

    /**
     * Sets the maximum number of connections to each endpoint. Connections are opened on demand: the first call opens
     * the first, and another is opened when all open ones have calls in flight, or when slow calls may hold up the
     * replies on all of them. With 3 or more, one connection is kept free of slow calls. Default: 4.
     *
     * @param connections 1 to {@value #MAX_CONNECTIONS}
     * @return this
     * @throws IllegalArgumentException if out of bounds
     */
    public ThriftClientBuilder connectionsPerEndpoint(int connections) {
        connectionsPerEndpoint = Bounds.requireBetween("connectionsPerEndpoint", connections, 1, MAX_CONNECTIONS);
        return this;
    }

    /**
     * Sets the maximum number of calls of a connection that have been sent and have no reply yet. A call that timed out
     * or was cancelled counts until its reply comes. A connection with this many such calls is closed. Default: 1024.
     *
     * @param calls 1 to {@value #MAX_CALLS}; 1 means no pipelining
     * @return this
     * @throws IllegalArgumentException if out of bounds
     */
    public ThriftClientBuilder maxInFlightPerConnection(int calls) {
        maxInFlightPerConnection = Bounds.requireBetween("maxInFlightPerConnection", calls, 1, MAX_CALLS);
        return this;
    }

    /**
     * Sets the maximum number of calls that wait at an endpoint while each of its connections has {@link
     * #maxInFlightPerConnection} calls in flight. Calls for which further connections may still be opened wait in addition.
     * Further calls fail at once with {@link io.grizzlythrift.client.call.FailureCause#NO_CAPACITY}. Default: 4096.
     *
     * @param calls 0 to {@value #MAX_CALLS}
     * @return this
     * @throws IllegalArgumentException if out of bounds
     */
    public ThriftClientBuilder maxWaitingPerEndpoint(int calls) {
        maxWaitingPerEndpoint = Bounds.requireBetween("maxWaitingPerEndpoint", calls, 0, MAX_CALLS);
        return this;
    }

    /**
     * Sets how long a call waits while each connection of its endpoint has {@link #maxInFlightPerConnection} calls in
     * flight, and no other can be opened. After that time, the call fails with {@link
     * io.grizzlythrift.client.call.FailureCause#NO_CAPACITY}. No call waits past its deadline. Default: 1 second.
     *
     * @param wait 1 ms to 1 hour
     * @return this
     * @throws IllegalArgumentException if out of bounds
     */
    public ThriftClientBuilder maxWait(Duration wait) {
        maxWait = Bounds.requireBetween("maxWait", wait, CallOptions.MIN_TIMEOUT, HOUR);
        return this;
    }

    /**
     * Sets the time from the start of a call to its deadline. It covers waiting, sending, execution and the reply.
     * Default: 5 seconds. A stub may override it: {@link CallOptions#withTimeout}.
     *
     * @param timeout 1 ms to 24 hours; deadlines are met to within about 10 ms
     * @return this
     * @throws IllegalArgumentException if out of bounds
     */
    public ThriftClientBuilder callTimeout(Duration timeout) {
        callTimeout = Bounds.requireBetween("callTimeout", timeout, CallOptions.MIN_TIMEOUT, CallOptions.MAX_TIMEOUT);
        return this;
    }

    /**
     * Sets how long connecting may take, including the lookup of the name and a SASL negotiation. A TLS handshake that has begun by then may
     * take up to nine tenths of the {@link #callTimeout}, but no more than 10 seconds, if that is longer: the first handshake
     * of a JVM takes seconds on a busy machine. Default: 2 seconds.
     *
     * @param timeout 1 ms to 1 hour
     * @return this
     * @throws IllegalArgumentException if out of bounds
     */
    public ThriftClientBuilder connectTimeout(Duration timeout) {
        connectTimeout = Bounds.requireBetween("connectTimeout", timeout, CallOptions.MIN_TIMEOUT, HOUR);
        return this;
    }

    /**
     * Sets the backoff between attempts to connect to an endpoint that fails. The backoff doubles with each failure, up
     * to the maximum, and is shortened at random by up to a half. While every endpoint is backing off and no connection
     * is open, calls fail at once with {@link io.grizzlythrift.client.call.FailureCause#CONNECT_FAILED}. A client that had no
     * call for 5 seconds connects to only one such endpoint every half second. Default: 20 and 800 ms.
     *
     * @param initial the backoff after the first failure, 1 ms to 1 hour
     * @param max the longest backoff, from the initial one to 1 hour
     * @return this
     * @throws IllegalArgumentException if out of bounds
     */
    public ThriftClientBuilder reconnectBackoff(Duration initial, Duration max) {
        Bounds.requireBetween("initial reconnectBackoff", initial, CallOptions.MIN_TIMEOUT, HOUR);
        Bounds.requireBetween("max reconnectBackoff", max, initial, HOUR);
        initialReconnectBackoff = initial;
        maxReconnectBackoff = max;
        return this;
    }

    /**
     * Sets the largest frame that is sent or accepted. A larger call fails; a larger reply terminates its connection.
     * Default: {@value ServerLimits#DEFAULT_MAX_FRAME_BYTES}, as in all Thrift libraries.
     *
     * @param bytes the size without the 4 bytes of the length, 1 to {@value #MAX_FRAME_BYTES}
     * @return this
     * @throws IllegalArgumentException if out of bounds
     */
    public ThriftClientBuilder maxFrameBytes(int bytes) {
        maxFrameBytes = Bounds.requireBetween("maxFrameBytes", bytes, 1, MAX_FRAME_BYTES);
        return this;
    }

    /**
     * Sets how deeply structs in a message may be nested, as libthrift counts. A deeper call, or a deeper reply, fails
     * its call. Each level takes a few hundred bytes of a thread's stack. Default: {@value #DEFAULT_MAX_DEPTH}, as in
     * libthrift.
     *
     * @param structs 1 to {@value #MAX_DEPTH}
     * @return this
     * @throws IllegalArgumentException if out of bounds
     */
    public ThriftClientBuilder maxDepth(int structs) {
        maxDepth = Bounds.requireBetween("maxDepth", structs, 1, MAX_DEPTH);
        return this;
    }

    /**
     * Sets the maximum number of bytes of encoded calls that wait, over all connections. A call counts from its
     * encoding until it is handed to the socket or has ended. A call for which there is no room fails at once with
     * {@link io.grizzlythrift.client.call.FailureCause#NO_CAPACITY}; a call that exceeds the limit by itself fails with {@link
     * io.grizzlythrift.client.call.FailureCause#UNWRITABLE_CALL}. Up to a sixteenth may be reserved for small calls.
     * Default: a quarter of the maximum heap.
     *
     * @param bytes 1 to the maximum heap, {@link Runtime#maxMemory()}; above half of it, a warning is logged
     * @return this
     * @throws IllegalArgumentException if out of bounds
     */
    public ThriftClientBuilder maxQueuedBytes(long bytes) {
        maxQueuedBytes = Bounds.requireWithinHeap("maxQueuedBytes", bytes);
        return this;
    }

    /**
     * Sets the maximum number of bytes of incomplete replies, over all connections. The connection that exceeds the
     * limit is terminated; its calls fail with {@link io.grizzlythrift.client.call.FailureCause#PROTOCOL_ERROR}. Compressed
     * replies may take the same number of bytes again while they are decoded; a call fails with {@link
     * io.grizzlythrift.client.call.FailureCause#UNREADABLE_REPLY} if there is no room to decode its reply. Default: a
     * quarter of the maximum heap.
     *
     * @param bytes 1 to the maximum heap, {@link Runtime#maxMemory()}; above half of it, a warning is logged
     * @return this
     * @throws IllegalArgumentException if out of bounds
     */
    public ThriftClientBuilder maxPartialFrameBytes(long bytes) {
        maxPartialFrameBytes = Bounds.requireWithinHeap("maxPartialFrameBytes", bytes);
        return this;
    }

    /**
     * Sets the number of threads that read replies. Default: one per two processors, 1 to 4.
     *
     * @param count 1 to {@value #MAX_SELECTOR_THREADS}
     * @return this
     * @throws IllegalArgumentException if out of bounds
     */
    public ThriftClientBuilder selectorThreads(int count) {
        selectorThreads = Bounds.requireBetween("selectorThreads", count, 1, MAX_SELECTOR_THREADS);
        return this;
    }

    /**
     * Sets an executor that decodes replies, runs callbacks and completes futures, instead of the client's own threads.
     * A task that the executor rejects runs on the thread that submitted it.
     *
     * @param executor may run tasks in any order
     * @return this
     */
    public ThriftClientBuilder callbackExecutor(Executor executor) {
        callbackExecutor = Optional.of(Objects.requireNonNull(executor, "callbackExecutor"));
        return this;
    }

    /**
     * Sets which failed calls of stubs are retried, and how often. By default, a call is retried up to two times if it
     * cannot have run, or if its method is declared idempotent; by default, no method is. The next attempt goes to
     * another endpoint, or at least to another connection, if one is open. It is made at once, within the deadline of
     * the call, which covers all attempts. Calls that this client rejects are not retried, nor are calls of {@link
     * ThriftClient#transport()}. Interceptors and counters see each attempt as a call.
     *
     * <p>Regardless of this option, a call tries the other endpoints if the client cannot connect to its endpoint.
     *
     * @param policy {@link RetryPolicy#create()} by default
     * @return this
     */
    public ThriftClientBuilder retries(RetryPolicy policy) {
        retries = Objects.requireNonNull(policy, "retries");
        return this;
    }

    /**
     * Sets when a stub's call that has no reply yet is also sent to another endpoint, if the {@linkplain #retries retry
     * policy} declares its method idempotent. The first good reply ends the call and cancels the other attempts.
     * Interceptors and counters see those end with {@link io.grizzlythrift.client.call.FailureCause#CANCELLED}. Default: never.
     *
     * @param policy after a measured or a fixed delay
     * @return this
     */
    public ThriftClientBuilder hedging(HedgePolicy policy) {
        hedging = Optional.of(Objects.requireNonNull(policy, "hedging"));
        return this;
    }

    /**
     * Sets how long {@link ThriftClient#close()} waits for calls in flight. Default: 5 seconds.
     *
     * @param grace zero to one hour
     * @return this
     * @throws IllegalArgumentException if out of bounds
     */
    public ThriftClientBuilder shutdownGrace(Duration grace) {
        shutdownGrace = Bounds.requireBetween("shutdownGrace", grace, Duration.ZERO, HOUR);
        return this;
    }

    /**
     * Sets whether a {@link io.grizzlythrift.client.metrics.ThriftClientMXBean} is registered with the platform MBean server
     * until the client is closed, as {@code io.grizzlythrift:type=ThriftClient,name="<name>"}. If that name is already
     * registered, {@code ,id=2}, {@code ,id=3} and so on is appended. Default: false.
     *
     * @param register true to register it
     * @return this
     */
    public ThriftClientBuilder jmx(boolean register) {
        jmx = register;
        return this;
    }

    /**
     * Uses TLS with every endpoint. Default: plain connections. {@link #connectTimeout} limits the handshake.
     *
     * @param config may be shared; its certificates may be reloaded while the client is in use
     * @return this
     */
    public ThriftClientBuilder tls(TlsConfig config) {
        tls = Optional.of(config);
        return this;
    }

    /**
     * Authenticates each connection by SASL before its first call, as libthrift's {@code TSaslClientTransport} does, within
     * TLS if that is set. Default: no SASL. {@link #connectTimeout} includes the negotiation.
     *
     * <p>With the dialect {@link Dialect#FRAMED}, each message is then a frame of SASL, without a length of its own, as for
     * {@code TSaslServerTransport} and {@code TSaslNonblockingServer}. {@link Dialect#UNFRAMED} is the same with one call at a
     * time. {@link Dialect#HEADER} sends messages with headers within these frames, which servers of this library read.
     *
     * <p>If a server refuses the credentials, calls fail with {@link
     * io.grizzlythrift.client.call.FailureCause#AUTHENTICATION_FAILED}, or move on to another endpoint. The same credentials
     * are then not sent to this server again before a pause that grows from one second to one minute; others, such as a
     * changed secret, are tried with the next attempt to connect.
     *
     * @param credentials may be shared
     * @return this
     */
    public ThriftClientBuilder sasl(SaslCredentials credentials) {
        sasl = Optional.of(Objects.requireNonNull(credentials, "credentials"));
        return this;
    }

    /**
     * Sets the balancer, which chooses the server of each call if several may take calls. Among the connections of the
     * server, a call uses the one with the fewest calls. Default: {@link Balancer#peakEwma()}.
     *
     * @param chooser thread-safe; if it throws, this is logged and the default balancer chooses
     * @return this
     */
    public ThriftClientBuilder balancer(Balancer chooser) {
        balancer = Objects.requireNonNull(chooser, "balancer");
        return this;
    }

    /**
     * Sets a function that computes the routing key of each stub call from its arguments, for {@link
     * Balancer#rendezvous}. A key set by {@link CallOptions#withRoutingKey} takes precedence; the function is not used
     * for calls of {@link ThriftClient#transport()}. Default: none.
     *
     * @param key thread-safe; called for each attempt, on the thread that starts it
     * @return this
     */
    public ThriftClientBuilder routingKey(RoutingKey key) {
        routingKey = Optional.of(Objects.requireNonNull(key, "routingKey"));
        return this;
    }

    /**
     * Sets when a server is ejected, which means that it gets no calls for a while because they fail. The only server
     * of a client is never ejected. Default: {@link OutlierDetection#create()}, which ejects a server after 5 failures
     * in a row, or if its success rate is bad.
     *
     * @param detection {@link OutlierDetection#off()} to eject no server
     * @return this
     */
    public ThriftClientBuilder outlierDetection(OutlierDetection detection) {
        outlierDetection = Objects.requireNonNull(detection, "outlierDetection");
        return this;
    }

    /**
     * Sets the zone of this client. Calls go to servers of the same zone while at least half of them, and at least one,
     * are connected and not ejected; otherwise to servers of all zones. Default: none, which treats all servers alike.
     *
     * @param name the name of the zone, as the resolver gives it; not blank
     * @return this
     * @throws IllegalArgumentException if the name is blank
     */
    public ThriftClientBuilder zone(String name) {
        if (Objects.requireNonNull(name, "zone").isBlank()) {
            throw new IllegalArgumentException("zone is blank");
        }
        zone = Optional.of(name);
        return this;
    }

    /**
     * Limits this client to a subset of its servers. Default: all servers.
     *
     * @param part the size of the subset, and how it is chosen
     * @return this
     */
    public ThriftClientBuilder aperture(Aperture part) {
        aperture = Optional.of(Objects.requireNonNull(part, "aperture"));
        return this;
    }

    /**
     * Pings connections that had no call for some time, so that a dead connection is replaced before a call needs it.
     * Ejected servers are then probed with pings instead of calls, except those that failed too many calls. A ping
     * calls a method that no server has, {@code __ping}, without arguments; any reply will do. If none comes within
     * {@link #callTimeout}, the connection is closed. Some servers close the connection when they get an unknown
     * method, such as libthrift's {@code TMultiplexedProcessor} without a default service. For these, use {@link
     * #pingIdle(Duration, String)} with a method that they have. Default: no pings.
     *
     * @param idle 1 ms to 1 hour; a ping may be sent up to half of this time later
     * @return this
     * @throws IllegalArgumentException if out of bounds
     */
    public ThriftClientBuilder pingIdle(Duration idle) {
        return pingIdle(idle, UNKNOWN_METHOD);
    }

    /**
     * Pings connections, as {@link #pingIdle(Duration)} does, with a call of the given method.
     *
     * @param idle 1 ms to 1 hour
     * @param method the name of a method without arguments, not blank; {@code service:method} for a multiplexed service
     * @return this
     * @throws IllegalArgumentException if the time is out of bounds, or the name is blank
     */
    public ThriftClientBuilder pingIdle(Duration idle, String method) {
        if (Objects.requireNonNull(method, "method").isBlank()) {
            throw new IllegalArgumentException("method is blank");
        }
        pingIdle = Optional.of(Bounds.requireBetween("pingIdle", idle, CallOptions.MIN_TIMEOUT, HOUR));
        pingMethod = method;
        return this;
    }

    /**
     * Adds an interceptor of all calls, of both stubs and transports. Can be called repeatedly; the first one added is
     * the outermost. Default: none, which costs nothing.
     *
     * @param interceptor thread-safe
     * @return this
     */
    public ThriftClientBuilder interceptor(ClientInterceptor interceptor) {
        interceptors.add(Objects.requireNonNull(interceptor, "interceptor"));
        return this;
    }

    /**
     * Creates the client and starts its threads. Waits for the first answer of the {@link #resolver}, up to {@link
     * #connectTimeout}. If there is none by then, calls fail with {@link
     * io.grizzlythrift.client.call.FailureCause#CONNECT_FAILED} until one comes. Opens no connection yet.
     *
     * @return a client, to be closed
     * @throws IllegalStateException if there is neither an endpoint nor a resolver, or there are both; or if an older
     *     version of libthrift than 0.23.0 comes first on the class path
     * @throws IllegalArgumentException if the dialect does not carry the protocol, headers or the transform; if hedging is
     *     set, and the retry policy declares no idempotent method or allows no retries; or if SASL is set with a protocol
     *     other than binary and compact, or with PLAIN without TLS
     */
    public ThriftClient build() {
        LibthriftVersion.requireSupported();
        if (endpoints.isEmpty() && resolver.isEmpty()) {
            throw new IllegalStateException(
                    "no endpoint to connect to: use endpoint(host, port) or resolver(Resolver)");
        }
        if (!endpoints.isEmpty() && resolver.isPresent()) {
            throw new IllegalStateException("both endpoint(host, port) and resolver(Resolver): use one of them");
        }
        return new ThriftClient(config());
    }

    private void requireDialectFits() {
        FormatProtocols.formatOf(dialect, protocol);
        if (sasl.isPresent()) {
            FormatProtocols.formatOf(Dialect.UNFRAMED, protocol);
            if (tls.isEmpty() && !sasl.get().isAllowedWithoutTls()) {
                throw new IllegalArgumentException("sasl is " + sasl.get()
                        + ", which sends the password as it is: set tls, or allowPlainWithoutTls of the credentials");
            }
        }
        if (dialect != Dialect.HEADER && !(headers.isEmpty() && transform.isEmpty())) {
            throw new IllegalArgumentException(
                    "dialect is " + dialect + ", must be HEADER for a " + (headers.isEmpty() ? "transform" : "header"));
        }
    }

    private void requireHedgesArePossible() {
        if (hedging.isPresent() && !(retries.declaresIdempotentMethods() && retries.maxRetries() > 0)) {
            throw new IllegalArgumentException(
                    "hedging needs retries of idempotent methods, but retries is " + retries);
        }
    }

    ThriftClientConfig config() {
        requireDialectFits();
        requireHedgesArePossible();
        return new CheckedClientConfig(
                name,
                resolver.orElseGet(() -> FixedResolver.of(List.copyOf(endpoints.values()))),
                protocol,
                dialect,
                pipelineUnframed,
                headers.asMap(),
                transform,
                connectionsPerEndpoint,
                maxInFlightPerConnection,
                maxWaitingPerEndpoint,
                maxWait,
                callTimeout,
                connectTimeout,
                initialReconnectBackoff,
                maxReconnectBackoff,
                maxFrameBytes,
                maxDepth,
                maxQueuedBytes,
                maxPartialFrameBytes,
                selectorThreads,
                callbackExecutor,
                retries,
                hedging,
                shutdownGrace,
                jmx,
                tls,
                sasl,
                balancer,
                routingKey,
                outlierDetection,
                zone,
                aperture,
                pingIdle,
                pingMethod,
                interceptors.stream().map(each -> each.forClient(name)).toList());
    }
}
