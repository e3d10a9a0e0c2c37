package io.grizzlythrift.limits;

import com.sun.management.UnixOperatingSystemMXBean;
import io.grizzlythrift.internal.util.HeapShare;
import io.grizzlythrift.strategy.internal.util.Bounds;
import java.lang.management.ManagementFactory;
import java.time.Duration;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalInt;
import org.apache.thrift.TConfiguration;

/**
 * The limits of a server. Immutable. All have a default except the connections per address, the concurrency limit, the
 * target of the queue, the time until the first call and the age of a connection, which do not apply unless set. {@link
 * LimitType} describes how reaching each limit is counted.
 *
 * <pre>{@code
 * ThriftServer.builder()
 *         .limits(ServerLimits.builder().maxConnections(500).idleTimeout(Duration.ofMinutes(1)).build())
 * }</pre>
 *
 * <p>Timeouts are checked every quarter of the shortest one, at least every 250 ms and at most every 5 ms. Idle
 * connections are checked once per shortest timeout, or every 2 seconds if that is less. A timeout therefore takes
 * effect within one second after it expires; {@code idleTimeout}, {@code firstCallTimeout} and {@code maxConnectionAge}
 * within three.
 */
public final class ServerLimits {
    /** The largest value of {@link Builder#maxConnections}: {@value}. */
    public static final int MAX_CONNECTIONS = 1_000_000;

    /** The default of {@link Builder#maxConnections} if the operating system allows that many: {@value}. */
    public static final int DEFAULT_MAX_CONNECTIONS = 10_000;

    /** The default of {@link Builder#maxFrameBytes}, the same as in all Thrift libraries: {@value} bytes. */
    public static final int DEFAULT_MAX_FRAME_BYTES = 16_384_000;

    /** The default of {@link Builder#maxHttpHeadBytes}, as in other servers: {@value} bytes. */
    public static final int DEFAULT_MAX_HTTP_HEAD_BYTES = 16 * 1024;

    /** The largest value of {@link Builder#maxFrameBytes}: {@value}. */
    public static final int MAX_FRAME_BYTES = 1 << 30;

    /** The default of {@link Builder#maxDepth}: {@value} structs. */
    public static final int DEFAULT_MAX_DEPTH = TConfiguration.DEFAULT_RECURSION_DEPTH;

    /** The largest value of {@link Builder#maxDepth}: {@value} structs. */
    public static final int MAX_DEPTH = 1_000;

    /** The smallest value of {@link Builder#maxHttpHeadBytes}: {@value}. */
    public static final int MIN_HTTP_HEAD_BYTES = 1024;

    /** The largest value of {@link Builder#maxHttpHeadBytes}: {@value}. */
    public static final int MAX_HTTP_HEAD_BYTES = 1 << 20;

    /** The largest value of {@link Builder#maxInFlight} and {@link Builder#maxInFlightPerConnection}: {@value}. */
    public static final int MAX_CALLS = 1 << 24;

    /** The default of {@link Builder#maxInFlight}: {@value} calls. */
    public static final int DEFAULT_MAX_IN_FLIGHT = 65_536;

    /** The default of {@link Builder#maxInFlightPerConnection}: {@value} calls. */
    public static final int DEFAULT_MAX_IN_FLIGHT_PER_CONNECTION = 8192;

    /** The default of {@link Builder#writeBufferHighWaterMark}: {@value} bytes. */
    public static final int DEFAULT_WRITE_BUFFER_HIGH_WATER_MARK = 1 << 20;

    /**
     * The default of {@link Builder#maxReplyBytes}, unless {@link Builder#maxFrameBytes} is larger: {@value} bytes, the
     * default of {@link TConfiguration#DEFAULT_MAX_MESSAGE_SIZE}, so clients must be configured to read more.
     */
    public static final int DEFAULT_MAX_REPLY_BYTES = 104_857_600;

    /** The largest value of {@link Builder#maxReplyBytes}: {@value}. */
    public static final int MAX_REPLY_BYTES = 1 << 30;

    /** The default of {@link Builder#maxWriteBufferBytes}: {@value} bytes. */
    public static final int DEFAULT_MAX_WRITE_BUFFER_BYTES = 64 << 20;

    /**
     * The largest value of {@link Builder#maxWriteBufferBytes} and {@link Builder#writeBufferHighWaterMark}: {@value}.
     */
    public static final int MAX_WRITE_BUFFER_BYTES = 1 << 30;

    /** File descriptors that the default of {@link Builder#maxConnections} leaves to the rest of the process. */
    private static final int SPARE_DESCRIPTORS = 256;

    private static final Duration MIN_TIME = Duration.ofMillis(1);
    private static final Duration HOUR = Duration.ofHours(1);
    private static final Duration MAX_IDLE = Duration.ofDays(365);

    private static final String NO_LIMIT = "none";

    private final int maxConnections;
    private final OptionalInt maxConnectionsPerAddress;
    private final int maxFrameBytes;
    private final int maxDepth;
    private final long maxBufferedBytes;
    private final int maxHttpHeadBytes;
    private final Duration frameTimeout;
    private final int maxInFlightPerConnection;
    private final int maxInFlight;
    private final Optional<ConcurrencyLimit> concurrencyLimit;
    private final Duration queueTimeout;
    private final Optional<Duration> queueTarget;
    private final Duration queueInterval;
    private final Duration callTimeout;
    private final int writeBufferHighWaterMark;
    private final int maxReplyBytes;
    private final int maxWriteBufferBytes;
    private final Duration writeTimeout;
    private final Duration idleTimeout;
    private final Optional<Duration> firstCallTimeout;
    private final Duration handshakeTimeout;
    private final Optional<Duration> maxConnectionAge;

    private ServerLimits(Builder builder) {
        maxConnections = builder.maxConnections;
        maxConnectionsPerAddress = builder.maxConnectionsPerAddress;
        maxFrameBytes = builder.maxFrameBytes;
        maxDepth = builder.maxDepth;
        maxBufferedBytes = builder.maxBufferedBytes;
        maxHttpHeadBytes = builder.maxHttpHeadBytes;
        frameTimeout = builder.frameTimeout;
        maxInFlightPerConnection = builder.maxInFlightPerConnection;
        maxInFlight = builder.maxInFlight;
        concurrencyLimit = builder.concurrencyLimit;
        queueTimeout = builder.queueTimeout;
        queueTarget = builder.queueTarget;
        queueInterval = builder.queueInterval;
        callTimeout = builder.callTimeout;
        writeBufferHighWaterMark = builder.writeBufferHighWaterMark;
        maxReplyBytes = builder.maxReplyBytes.orElse(Math.max(maxFrameBytes, DEFAULT_MAX_REPLY_BYTES));
        maxWriteBufferBytes = builder.maxWriteBufferBytes;
        writeTimeout = builder.writeTimeout;
        idleTimeout = builder.idleTimeout;
        firstCallTimeout = builder.firstCallTimeout;
        handshakeTimeout = builder.handshakeTimeout;
        maxConnectionAge = builder.maxConnectionAge;
    }

    /** {@return the defaults of all limits} */
    public static ServerLimits defaults() {
        return builder().build();
    }

    /** {@return a builder that starts with the defaults} */
    public static Builder builder() {
        return new Builder();
    }

    /** {@return the maximum number of open connections, 1 to {@value #MAX_CONNECTIONS}} */
    public int maxConnections() {
        return maxConnections;
    }

    /** {@return the maximum number of open connections per peer address, or empty for no limit} */
    public OptionalInt maxConnectionsPerAddress() {
        return maxConnectionsPerAddress;
    }

    /** {@return the largest accepted frame in bytes, without its length, 1 to {@value #MAX_FRAME_BYTES}} */
    public int maxFrameBytes() {
        return maxFrameBytes;
    }

    /** {@return how deeply structs in a message may be nested, 1 to {@value #MAX_DEPTH}} */
    public int maxDepth() {
        return maxDepth;
    }

    /** {@return the memory budget of frames and replies in bytes, over all connections; 1 to the maximum heap} */
    public long maxBufferedBytes() {
        return maxBufferedBytes;
    }

    /**
     * {@return the largest head of an HTTP request in bytes, {@value #MIN_HTTP_HEAD_BYTES} to {@value #MAX_HTTP_HEAD_BYTES}}
     */
    public int maxHttpHeadBytes() {
        return maxHttpHeadBytes;
    }

    /** {@return the time a frame may take from its first byte to its last, 1 ms to 1 hour} */
    public Duration frameTimeout() {
        return frameTimeout;
    }

    /** {@return the number of calls in flight at which reading from a connection pauses, 1 to {@value #MAX_CALLS}} */
    public int maxInFlightPerConnection() {
        return maxInFlightPerConnection;
    }

    /**
     * {@return the maximum number of calls of all connections that wait for a thread or run, 1 to {@value #MAX_CALLS}}
     */
    public int maxInFlight() {
        return maxInFlight;
    }

    /** {@return how the limit on calls in flight adapts to how long calls take; empty if it does not} */
    public Optional<ConcurrencyLimit> concurrencyLimit() {
        return concurrencyLimit;
    }

    /** {@return the time a call may wait for a thread, 1 ms to 1 hour} */
    public Duration queueTimeout() {
        return queueTimeout;
    }

    /** {@return the time a call may wait for a thread while the server is overloaded, or empty for no such limit} */
    public Optional<Duration> queueTarget() {
        return queueTarget;
    }

    /**
     * {@return how long calls must wait without interruption before the server is considered overloaded, 1 ms to 1
     * hour}
     */
    public Duration queueInterval() {
        return queueInterval;
    }

    /** {@return the time from reading a call to its reply, 1 ms to 1 hour} */
    public Duration callTimeout() {
        return callTimeout;
    }

    /**
     * {@return the number of unsent bytes at which reading from a connection pauses, 1 to {@value
     * #MAX_WRITE_BUFFER_BYTES}}
     */
    public int writeBufferHighWaterMark() {
        return writeBufferHighWaterMark;
    }

    /** {@return the largest reply in bytes, 1 to {@value #MAX_REPLY_BYTES}} */
    public int maxReplyBytes() {
        return maxReplyBytes;
    }

    /** {@return the maximum number of unsent bytes of a connection, 1 to {@value #MAX_WRITE_BUFFER_BYTES}} */
    public int maxWriteBufferBytes() {
        return maxWriteBufferBytes;
    }

    /** {@return the longest time without progress while replies wait for the peer to read them, 1 ms to 1 hour} */
    public Duration writeTimeout() {
        return writeTimeout;
    }

    /** {@return the time a connection may be idle, 1 ms to 365 days} */
    public Duration idleTimeout() {
        return idleTimeout;
    }

    /** {@return the time until a new connection starts its first call, or empty for {@link #idleTimeout()}} */
    public Optional<Duration> firstCallTimeout() {
        return firstCallTimeout;
    }

    /** {@return the time from accept to a complete TLS handshake, 1 ms to 1 hour} */
    public Duration handshakeTimeout() {
        return handshakeTimeout;
    }

    /** {@return the maximum age of a connection, or empty for no limit} */
    public Optional<Duration> maxConnectionAge() {
        return maxConnectionAge;
    }

    private static int defaultMaxConnections() {
        if (ManagementFactory.getOperatingSystemMXBean() instanceof UnixOperatingSystemMXBean system) {
            long available = system.getMaxFileDescriptorCount() - SPARE_DESCRIPTORS;
            return (int) Math.max(1, Math.min(DEFAULT_MAX_CONNECTIONS, available));
        }
        return DEFAULT_MAX_CONNECTIONS;
    }

    /** {@return all limits with their names} */
    @Override
    public String toString() {
        return "ServerLimits[maxConnections=" + maxConnections
                + ", maxConnectionsPerAddress="
                + (maxConnectionsPerAddress.isPresent() ? maxConnectionsPerAddress.getAsInt() : NO_LIMIT)
                + ", maxFrameBytes=" + maxFrameBytes
                + ", maxDepth=" + maxDepth
                + ", maxBufferedBytes=" + maxBufferedBytes
                + ", maxHttpHeadBytes=" + maxHttpHeadBytes
                + ", maxInFlightPerConnection=" + maxInFlightPerConnection
                + ", maxInFlight=" + maxInFlight
                + ", concurrencyLimit="
                + concurrencyLimit.map(ConcurrencyLimit::toString).orElse(NO_LIMIT)
                + ", queueTimeout=" + queueTimeout
                + ", queueTarget=" + queueTarget.map(Duration::toString).orElse(NO_LIMIT)
                + ", queueInterval=" + queueInterval
                + ", callTimeout=" + callTimeout
                + ", frameTimeout=" + frameTimeout
                + ", writeBufferHighWaterMark=" + writeBufferHighWaterMark
                + ", maxReplyBytes=" + maxReplyBytes
                + ", maxWriteBufferBytes=" + maxWriteBufferBytes
                + ", writeTimeout=" + writeTimeout
                + ", idleTimeout=" + idleTimeout
                + ", firstCallTimeout=" + firstCallTimeout.orElse(idleTimeout)
                + ", handshakeTimeout=" + handshakeTimeout
                + ", maxConnectionAge="
                + maxConnectionAge.map(Duration::toString).orElse(NO_LIMIT) + "]";
    }

    /** Builds {@link ServerLimits}. Each option checks its bounds. Not thread-safe. */
    public static final class Builder {
        private int maxConnections = defaultMaxConnections();
        private OptionalInt maxConnectionsPerAddress = OptionalInt.empty();
        private int maxFrameBytes = DEFAULT_MAX_FRAME_BYTES;
        private int maxDepth = DEFAULT_MAX_DEPTH;
        private long maxBufferedBytes = HeapShare.quarter();
        private int maxHttpHeadBytes = DEFAULT_MAX_HTTP_HEAD_BYTES;
        private Duration frameTimeout = Duration.ofSeconds(30);
        private int maxInFlightPerConnection = DEFAULT_MAX_IN_FLIGHT_PER_CONNECTION;
        private int maxInFlight = DEFAULT_MAX_IN_FLIGHT;
        private Optional<ConcurrencyLimit> concurrencyLimit = Optional.empty();
        private Duration queueTimeout = Duration.ofSeconds(2);
        private Optional<Duration> queueTarget = Optional.empty();
        private Duration queueInterval = Duration.ofMillis(100);
        private Duration callTimeout = Duration.ofMinutes(1);
        private int writeBufferHighWaterMark = DEFAULT_WRITE_BUFFER_HIGH_WATER_MARK;
        private OptionalInt maxReplyBytes = OptionalInt.empty();
        private int maxWriteBufferBytes = DEFAULT_MAX_WRITE_BUFFER_BYTES;
        private Duration writeTimeout = Duration.ofSeconds(4);
        private Duration idleTimeout = Duration.ofMinutes(10);
        private Optional<Duration> firstCallTimeout = Optional.empty();
        private Duration handshakeTimeout = Duration.ofSeconds(4);
        private Optional<Duration> maxConnectionAge = Optional.empty();

        private Builder() {}

        /**
         * Sets the maximum number of open connections. At the limit, accepting pauses: further connections wait in the
         * backlog of the operating system until one closes. Accepting also pauses briefly when the process has no file
         * descriptor left. Default: {@value #DEFAULT_MAX_CONNECTIONS}, or the maximum number of file descriptors minus
         * 256 if that is less. Applies to a {@link io.grizzlythrift.server.ThriftServer}; your own filter chain does not
         * count connections.
         *
         * @param connections 1 to {@value #MAX_CONNECTIONS}; must be below the file descriptor limit of the process
         * @return this
         * @throws IllegalArgumentException if out of bounds
         */
        public Builder maxConnections(int connections) {
            maxConnections = Bounds.requireBetween("maxConnections", connections, 1, MAX_CONNECTIONS);
            return this;
        }

        /**
         * Sets the maximum number of open connections per peer address. A further connection is closed as soon as it is
         * accepted, without a reply; other peers are still accepted. All IPv6 addresses of a /64 network count as one
         * address, because a single host can use any of them; each IPv4 address counts separately. Peers behind a proxy
         * or NAT share an address. Default: no limit.
         *
         * @param connections 1 to {@value #MAX_CONNECTIONS}
         * @return this
         * @throws IllegalArgumentException if out of bounds
         */
        public Builder maxConnectionsPerAddress(int connections) {
            maxConnectionsPerAddress =
                    OptionalInt.of(Bounds.requireBetween("maxConnectionsPerAddress", connections, 1, MAX_CONNECTIONS));
            return this;
        }

        /**
         * Sets the largest accepted frame or unframed message. A larger one terminates its connection. The limit applies
         * to requests only: replies may be as large as {@link #maxReplyBytes}. Default: {@value
         * #DEFAULT_MAX_FRAME_BYTES}, as in all of Thrift's libraries.
         *
         * @param bytes the size without the 4-byte length, 1 to {@value #MAX_FRAME_BYTES}
         * @return this
         * @throws IllegalArgumentException if out of bounds
         */
        public Builder maxFrameBytes(int bytes) {
            maxFrameBytes = Bounds.requireBetween("maxFrameBytes", bytes, 1, MAX_FRAME_BYTES);
            return this;
        }

        /**
         * Sets how deeply structs in a message may be nested, as libthrift counts. A deeper call fails with a protocol
         * error. Each level takes a few hundred bytes of a thread's stack. Default: {@value #DEFAULT_MAX_DEPTH}, as in
         * libthrift.
         *
         * @param structs 1 to {@value #MAX_DEPTH}
         * @return this
         * @throws IllegalArgumentException if out of bounds
         */
        public Builder maxDepth(int structs) {
            maxDepth = Bounds.requireBetween("maxDepth", structs, 1, MAX_DEPTH);
            return this;
        }

        /**
         * Sets the memory budget of frames and replies over all connections. Frames and bodies of HTTP requests count
         * from their first byte until their calls have run; replies count until the socket has accepted them. The share
         * of one connection depends on how much of the budget is left: if the connection uses more than half of the
         * rest, reading from it pauses. If its unsent replies alone exceed the rest, its calls are rejected with a
         * reply. If the budget is exceeded nevertheless, the connection that uses the most is terminated. Default: a
         * quarter of the maximum heap.
         *
         * <p>The remaining heap is for handlers and for the working memory of threads, such as the objects of a call
         * and its reply while it is encoded. A warning is logged at start if the budget, alone or together with those
         * of other servers in the JVM, exceeds half of the heap, or if it is smaller than the largest frame.
         *
         * @param bytes 1 to the maximum heap, {@link Runtime#maxMemory()}
         * @return this
         * @throws IllegalArgumentException if out of bounds
         */
        public Builder maxBufferedBytes(long bytes) {
            maxBufferedBytes = Bounds.requireWithinHeap("maxBufferedBytes", bytes);
            return this;
        }

        /**
         * Sets the largest head of an HTTP request on the Thrift port: the request line with all headers, of which there
         * may be 100. A larger one gets a response with status 431, and its connection is no longer read. Raise it for
         * clients that send large tokens, such as those of Kerberos. Default: {@value #DEFAULT_MAX_HTTP_HEAD_BYTES}.
         *
         * @param bytes {@value #MIN_HTTP_HEAD_BYTES} to {@value #MAX_HTTP_HEAD_BYTES}
         * @return this
         * @throws IllegalArgumentException if out of bounds
         */
        public Builder maxHttpHeadBytes(int bytes) {
            maxHttpHeadBytes =
                    Bounds.requireBetween("maxHttpHeadBytes", bytes, MIN_HTTP_HEAD_BYTES, MAX_HTTP_HEAD_BYTES);
            return this;
        }

        /**
         * Sets the time a frame, or a record of TLS, may take from its first byte to its last. When it expires, the
         * connection is terminated. The clock stops while reading is paused because of the connection's calls or replies,
         * but not while reading is paused because of memory. Default: 30 seconds.
         *
         * @param timeout 1 ms to 1 hour
         * @return this
         * @throws IllegalArgumentException if out of bounds
         */
        public Builder frameTimeout(Duration timeout) {
            frameTimeout = Bounds.requireBetween("frameTimeout", timeout, MIN_TIME, HOUR);
            return this;
        }

        /**
         * Sets the number of calls in flight at which reading from a connection pauses: calls that have been received
         * but whose replies have not been handed to the socket. Reading resumes at half of it. The calls of one read
         * may exceed the limit. Calls of methods with {@linkplain io.grizzlythrift.call.MethodOptions their own places} that
         * wait or run do not count. Default: {@value #DEFAULT_MAX_IN_FLIGHT_PER_CONNECTION}.
         *
         * @param calls 1 to {@value #MAX_CALLS}
         * @return this
         * @throws IllegalArgumentException if out of bounds
         */
        public Builder maxInFlightPerConnection(int calls) {
            maxInFlightPerConnection = Bounds.requireBetween("maxInFlightPerConnection", calls, 1, MAX_CALLS);
            return this;
        }

        /**
         * Sets the maximum number of calls of all connections that wait for a thread or run. A call over the limit is
         * rejected with a reply and never runs. In addition, a connection may hold at most eight times as many calls as
         * there are free permits, and one permit in sixteen is reserved for connections with no call in flight. A
         * single connection can therefore use five sixths of the permits. Many connections share them evenly, and calls
         * of connections with few calls are not rejected because of others. Any connection can have up to eight calls.
         * Default: {@value #DEFAULT_MAX_IN_FLIGHT}.
         *
         * @param calls 1 to {@value #MAX_CALLS}
         * @return this
         * @throws IllegalArgumentException if out of bounds
         */
        public Builder maxInFlight(int calls) {
            maxInFlight = Bounds.requireBetween("maxInFlight", calls, 1, MAX_CALLS);
            return this;
        }

        /**
         * Adapts the limit on calls in flight to how long calls take, so that overload is rejected early and clients can
         * try another server. Like a call over {@link #maxInFlight}, a call over this limit is rejected at once; it is
         * counted as {@link LimitType#CONCURRENCY_LIMIT}. As with maxInFlight, connections share the limit fairly, and
         * each priority leaves a part of it to higher ones.
         *
         * <p>With {@code worker-thread} and {@code leader-follower}, calls wait in a queue of the server, which this limit
         * keeps short. With {@code same-thread}, a call waits in the server only for others of the same read; the rest
         * wait in the socket, where no limit sees them. There the limit is useful for asynchronous handlers, whose calls
         * are in flight until they reply.
         *
         * <p>Default: none, at no cost. With a limit, calls cost no more either: the times that the metrics record anyway
         * are read four times a second.
         *
         * @param limit the bounds, and how much longer calls may take under load
         * @return this
         */
        public Builder concurrencyLimit(ConcurrencyLimit limit) {
            concurrencyLimit = Optional.of(Objects.requireNonNull(limit, "concurrencyLimit"));
            return this;
        }

        /**
         * Sets the time a call may wait for a thread after it was read. A call that has waited longer is rejected with
         * a reply and does not run: its caller may have timed out, and other calls wait. It is rejected even if no
         * thread becomes free, at most a quarter of the timeout later, or 250 ms if that is less. Does not apply where
         * a single thread runs all calls of a connection ({@code same-thread}): there calls run no matter how long they
         * waited. Default: 2 seconds, less than half the call timeout of the client.
         *
         * @param timeout 1 ms to 1 hour
         * @return this
         * @throws IllegalArgumentException if out of bounds
         */
        public Builder queueTimeout(Duration timeout) {
            queueTimeout = Bounds.requireBetween("queueTimeout", timeout, MIN_TIME, HOUR);
            return this;
        }

        /**
         * Sets the time a call may wait for a thread while the server is overloaded, instead of the longer {@link
         * #queueTimeout}. Under overload the newest calls are also served first: a caller that has waited long has
         * probably given up, while the reply to a new call is still useful. The server is overloaded if at every moment
         * of the last {@link #queueInterval} at least one call was waiting; a single connection is overloaded if this
         * is true of its own calls. Connections still share the threads fairly. A call that has waited longer is
         * rejected with a reply and does not run. Has no effect with {@code same-thread} or with your own executor,
         * whose queue is not known. Default: none. The 5 ms of CoDel (RFC 8289), also used by Facebook's servers, suit
         * handlers that take a few milliseconds; use a small multiple of the time that a handler takes.
         *
         * @param target 1 ms to 1 hour, not more than {@link #queueTimeout}
         * @return this
         * @throws IllegalArgumentException if out of bounds
         */
        public Builder queueTarget(Duration target) {
            queueTarget = Optional.of(Bounds.requireBetween("queueTarget", target, MIN_TIME, HOUR));
            return this;
        }

        /**
         * Sets how long calls must wait without interruption before the server is considered overloaded and {@link
         * #queueTarget} applies. Shorter bursts are served first come, first served. Default: 100 ms, as in CoDel.
         *
         * @param interval 1 ms to 1 hour
         * @return this
         * @throws IllegalArgumentException if out of bounds
         */
        public Builder queueInterval(Duration interval) {
            queueInterval = Bounds.requireBetween("queueInterval", interval, MIN_TIME, HOUR);
            return this;
        }

        /**
         * Sets the time from reading a call to its reply. If an asynchronous handler has not completed by then, the
         * server replies with an internal error that states the reason. A handler on a thread of the strategy is not
         * interrupted; it can query the remaining time: {@link io.grizzlythrift.call.CallContext#remaining()}. A shorter
         * {@linkplain io.grizzlythrift.call.CallContext#clientTimeout() timeout of the client} takes precedence. Default: 1
         * minute.
         *
         * @param timeout 1 ms to 1 hour
         * @return this
         * @throws IllegalArgumentException if out of bounds
         */
        public Builder callTimeout(Duration timeout) {
            callTimeout = Bounds.requireBetween("callTimeout", timeout, MIN_TIME, HOUR);
            return this;
        }

        /**
         * Sets the largest reply: the length of its message, without length prefix and header, and before compression.
         * Instead of a larger one, the caller gets an internal error that states the size and the limit. No more memory
         * than this is used to encode a reply. Clients end the connection or at least the call when a reply exceeds
         * their own limit of frames. Default: {@value #DEFAULT_MAX_REPLY_BYTES} bytes, or {@link #maxFrameBytes} if that is
         * larger.
         *
         * @param bytes 1 to {@value #MAX_REPLY_BYTES}
         * @return this
         * @throws IllegalArgumentException if out of bounds
         */
        public Builder maxReplyBytes(int bytes) {
            maxReplyBytes = OptionalInt.of(Bounds.requireBetween("maxReplyBytes", bytes, 1, MAX_REPLY_BYTES));
            return this;
        }

        /**
         * Sets the write-buffer high-water mark: the number of reply bytes, waiting for the socket or for an earlier
         * reply, at which reading from a connection pauses. Reading resumes at half of it. Default: 1 MiB.
         *
         * @param bytes 1 to {@value #MAX_WRITE_BUFFER_BYTES}
         * @return this
         * @throws IllegalArgumentException if out of bounds
         */
        public Builder writeBufferHighWaterMark(int bytes) {
            writeBufferHighWaterMark =
                    Bounds.requireBetween("writeBufferHighWaterMark", bytes, 1, MAX_WRITE_BUFFER_BYTES);
            return this;
        }

        /**
         * Sets the hard limit of the write buffer: the maximum number of reply bytes of a connection that wait for the
         * socket or for an earlier reply. A reply over the limit terminates the connection, unless no other reply
         * waits: a single reply may be as large as {@link #maxReplyBytes}. Calls that were read before reading paused
         * still run, so lower {@link #maxInFlightPerConnection} if replies are large. Default: 64 MiB, four times the
         * default maximum frame.
         *
         * @param bytes 1 to {@value #MAX_WRITE_BUFFER_BYTES}
         * @return this
         * @throws IllegalArgumentException if out of bounds
         */
        public Builder maxWriteBufferBytes(int bytes) {
            maxWriteBufferBytes = Bounds.requireBetween("maxWriteBufferBytes", bytes, 1, MAX_WRITE_BUFFER_BYTES);
            return this;
        }

        /**
         * Sets how long replies may wait without the peer reading a byte. When this time expires, the connection is
         * terminated. Default: 4 seconds.
         *
         * @param timeout 1 ms to 1 hour
         * @return this
         * @throws IllegalArgumentException if out of bounds
         */
        public Builder writeTimeout(Duration timeout) {
            writeTimeout = Bounds.requireBetween("writeTimeout", timeout, MIN_TIME, HOUR);
            return this;
        }

        /**
         * Sets the time a connection may be idle, with no call in flight, no incomplete frame and nothing to write.
         * When it expires, the connection is closed; a client of this project closes it at the server's request.
         * Default: 10 minutes.
         *
         * @param timeout 1 ms to 365 days
         * @return this
         * @throws IllegalArgumentException if out of bounds
         */
        public Builder idleTimeout(Duration timeout) {
            idleTimeout = Bounds.requireBetween("idleTimeout", timeout, MIN_TIME, MAX_IDLE);
            return this;
        }

        /**
         * Sets the time from accept until a new connection must have started its first call, not counting a TLS handshake
         * or a negotiation of SASL, which have timeouts of their own. When it expires, the connection is closed. A call
         * that has started must arrive completely within {@link #frameTimeout}. Default: {@link #idleTimeout}, because
         * client pools, including that of this project, connect before they call. Set this if every client calls as soon
         * as it is connected, so that peers that only connect do not hold a permit for long.
         *
         * @param timeout 1 ms to 365 days
         * @return this
         * @throws IllegalArgumentException if out of bounds
         */
        public Builder firstCallTimeout(Duration timeout) {
            firstCallTimeout = Optional.of(Bounds.requireBetween("firstCallTimeout", timeout, MIN_TIME, MAX_IDLE));
            return this;
        }

        /**
         * Sets the time from accept until the TLS handshake must be complete. When it expires, the connection is
         * terminated. Default: 4 seconds.
         *
         * @param timeout 1 ms to 1 hour
         * @return this
         * @throws IllegalArgumentException if out of bounds
         */
        public Builder handshakeTimeout(Duration timeout) {
            handshakeTimeout = Bounds.requireBetween("handshakeTimeout", timeout, MIN_TIME, HOUR);
            return this;
        }

        /**
         * Sets the maximum age of a connection, so that clients behind a load balancer reconnect to other servers. A
         * client of this project is asked to close an older connection, and its calls run until it does. Over HTTP, the
         * first response in the last tenth of the age announces {@code Connection: close}, and the connection closes
         * after it; if there is no request in that time, and for at least a second, it closes at the age. The server
         * stops reading any other older connection, and closes it once its calls have replies. Calls in transit at that
         * moment are lost: they did not run, but the client cannot know that. Default: no limit.
         *
         * @param age 1 ms to 365 days
         * @return this
         * @throws IllegalArgumentException if out of bounds
         */
        public Builder maxConnectionAge(Duration age) {
            maxConnectionAge = Optional.of(Bounds.requireBetween("maxConnectionAge", age, MIN_TIME, MAX_IDLE));
            return this;
        }

        /**
         * Creates the limits.
         *
         * @return immutable limits
         * @throws IllegalStateException if the high-water mark exceeds the hard limit of the write buffer, queueTarget
         *     exceeds queueTimeout, or concurrencyLimit may exceed maxInFlight
         */
        public ServerLimits build() {
            if (queueTarget.isPresent() && queueTarget.get().compareTo(queueTimeout) > 0) {
                throw new IllegalStateException("queueTarget is " + queueTarget.get()
                        + ", must not be more than queueTimeout, " + queueTimeout);
            }
            if (concurrencyLimit.isPresent() && concurrencyLimit.get().max() > maxInFlight) {
                throw new IllegalStateException("concurrencyLimit max is "
                        + concurrencyLimit.get().max() + ", must not be more than maxInFlight, " + maxInFlight);
            }
            if (writeBufferHighWaterMark > maxWriteBufferBytes) {
                throw new IllegalStateException("writeBufferHighWaterMark is " + writeBufferHighWaterMark
                        + ", must not be more than maxWriteBufferBytes, " + maxWriteBufferBytes);
            }
            return new ServerLimits(this);
        }
    }
}
