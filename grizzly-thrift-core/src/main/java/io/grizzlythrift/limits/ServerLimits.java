package io.grizzlythrift.limits;

import com.sun.management.UnixOperatingSystemMXBean;
import io.grizzlythrift.call.CallContext;
import io.grizzlythrift.exchange.MessageService;
import io.grizzlythrift.memory.MemoryBudget;
import io.grizzlythrift.option.Bounds;
import io.grizzlythrift.server.ThriftServer;
import java.lang.management.ManagementFactory;
import java.time.Duration;
import java.util.Optional;
import java.util.OptionalInt;

/**
 * The bounds of what peers may take from a server, immutable. Each is on by default, but for the age of connections,
 * the number of connections per address, and the time until the first call. {@link LimitType} says how each is counted. The largest frame is not among them: it is
 * {@link io.grizzlythrift.server.ServiceOptions#maxFrameBytes}.
 *
 * <pre>{@code
 * ThriftServer.builder()
 *         .limits(ServerLimits.builder().maxConnections(500).idleTimeout(Duration.ofMinutes(1)).build())
 * }</pre>
 *
 * <p>Connections are looked at four times in the shortest of the times, at least four times a second and at most each 5
 * ms; those where nothing goes on less often, but once in the shortest of the times, and each 2 seconds. So a limit of
 * time takes effect within a second after it, {@code idleTimeout}, {@code firstCallTimeout} and {@code maxConnectionAge}
 * within three.
 */
public final class ServerLimits {
    /** The largest value of {@link Builder#maxConnections}: {@value}. */
    public static final int MAX_CONNECTIONS = 1_000_000;

    /** The default of {@link Builder#maxConnections} where the operating system allows as many: {@value}. */
    public static final int DEFAULT_MAX_CONNECTIONS = 10_000;

    /** The largest value of {@link Builder#maxInFlight} and {@link Builder#maxInFlightPerConnection}: {@value}. */
    public static final int MAX_CALLS = 1 << 24;

    /** The default of {@link Builder#maxInFlight}: {@value} calls. */
    public static final int DEFAULT_MAX_IN_FLIGHT = 65_536;

    /** The default of {@link Builder#maxInFlightPerConnection}: {@value} calls. */
    public static final int DEFAULT_MAX_IN_FLIGHT_PER_CONNECTION = 8192;

    /** The default of {@link Builder#writeBufferHighWaterMark}: {@value} bytes. */
    public static final int DEFAULT_WRITE_BUFFER_HIGH_WATER_MARK = 1 << 20;

    /** The default of {@link Builder#maxWriteBufferBytes}: {@value} bytes. */
    public static final int DEFAULT_MAX_WRITE_BUFFER_BYTES = 64 << 20;

    /** The largest value of {@link Builder#maxWriteBufferBytes} and {@link Builder#writeBufferHighWaterMark}: {@value}. */
    public static final int MAX_WRITE_BUFFER_BYTES = 1 << 30;

    /** Descriptors that are left to everything else in the process when connections are limited by default. */
    private static final int SPARE_DESCRIPTORS = 256;

    private static final Duration MIN_TIME = Duration.ofMillis(1);
    private static final Duration HOUR = Duration.ofHours(1);
    private static final Duration MAX_IDLE = Duration.ofDays(365);

    private final int maxConnections;
    private final OptionalInt maxConnectionsPerAddress;
    private final long maxBufferedBytes;
    private final Duration frameTimeout;
    private final int maxInFlightPerConnection;
    private final int maxInFlight;
    private final Duration queueTimeout;
    private final Duration callTimeout;
    private final int writeBufferHighWaterMark;
    private final int maxWriteBufferBytes;
    private final Duration writeTimeout;
    private final Duration idleTimeout;
    private final Optional<Duration> firstCallTimeout;
    private final Duration handshakeTimeout;
    private final Optional<Duration> maxConnectionAge;

    private ServerLimits(Builder builder) {
        maxConnections = builder.maxConnections;
        maxConnectionsPerAddress = builder.maxConnectionsPerAddress;
        maxBufferedBytes = builder.maxBufferedBytes;
        frameTimeout = builder.frameTimeout;
        maxInFlightPerConnection = builder.maxInFlightPerConnection;
        maxInFlight = builder.maxInFlight;
        queueTimeout = builder.queueTimeout;
        callTimeout = builder.callTimeout;
        writeBufferHighWaterMark = builder.writeBufferHighWaterMark;
        maxWriteBufferBytes = builder.maxWriteBufferBytes;
        writeTimeout = builder.writeTimeout;
        idleTimeout = builder.idleTimeout;
        firstCallTimeout = builder.firstCallTimeout;
        handshakeTimeout = builder.handshakeTimeout;
        maxConnectionAge = builder.maxConnectionAge;
    }

    /**
     * The limits of a server that sets none.
     *
     * @return every default
     */
    public static ServerLimits defaults() {
        return builder().build();
    }

    /**
     * Starts from the defaults.
     *
     * @return a builder
     */
    public static Builder builder() {
        return new Builder();
    }

    /**
     * How many connections may be open.
     *
     * @return 1 to {@value #MAX_CONNECTIONS}
     */
    public int maxConnections() {
        return maxConnections;
    }

    /**
     * How many connections of one peer address may be open.
     *
     * @return 1 to {@value #MAX_CONNECTIONS}, or empty for any number
     */
    public OptionalInt maxConnectionsPerAddress() {
        return maxConnectionsPerAddress;
    }

    /**
     * How much memory frames and replies may take, over all connections.
     *
     * @return bytes, 1 to the largest heap
     */
    public long maxBufferedBytes() {
        return maxBufferedBytes;
    }

    /**
     * How long a frame may take from its first byte to its last.
     *
     * @return 1 ms to 1 hour
     */
    public Duration frameTimeout() {
        return frameTimeout;
    }

    /**
     * How many calls of one connection may be in flight before it is not read any more.
     *
     * @return 1 to {@value #MAX_CALLS}
     */
    public int maxInFlightPerConnection() {
        return maxInFlightPerConnection;
    }

    /**
     * How many calls of all connections may wait or run.
     *
     * @return 1 to {@value #MAX_CALLS}
     */
    public int maxInFlight() {
        return maxInFlight;
    }

    /**
     * How long a call may wait for a thread.
     *
     * @return 1 ms to 1 hour
     */
    public Duration queueTimeout() {
        return queueTimeout;
    }

    /**
     * How long a call may take from the read that brought it to its reply.
     *
     * @return 1 ms to 1 hour
     */
    public Duration callTimeout() {
        return callTimeout;
    }

    /**
     * How many bytes of replies may wait on a connection before it is not read any more.
     *
     * @return 1 to {@value #MAX_WRITE_BUFFER_BYTES}
     */
    public int writeBufferHighWaterMark() {
        return writeBufferHighWaterMark;
    }

    /**
     * How many bytes of replies may wait on a connection before it is terminated.
     *
     * @return 1 to {@value #MAX_WRITE_BUFFER_BYTES}
     */
    public int maxWriteBufferBytes() {
        return maxWriteBufferBytes;
    }

    /**
     * How long a peer may take no byte while replies wait.
     *
     * @return 1 ms to 1 hour
     */
    public Duration writeTimeout() {
        return writeTimeout;
    }

    /**
     * How long a connection may have nothing to do.
     *
     * @return 1 ms to 365 days
     */
    public Duration idleTimeout() {
        return idleTimeout;
    }

    /**
     * How long a new connection may take until it begins its first call.
     *
     * @return 1 ms to 365 days, or empty for {@link #idleTimeout()}
     */
    public Optional<Duration> firstCallTimeout() {
        return firstCallTimeout;
    }

    /**
     * How long a TLS handshake may take, from the accept on.
     *
     * @return 1 ms to 1 hour
     */
    public Duration handshakeTimeout() {
        return handshakeTimeout;
    }

    /**
     * How old a connection may become.
     *
     * @return 1 ms to 365 days, or empty for any age
     */
    public Optional<Duration> maxConnectionAge() {
        return maxConnectionAge;
    }

    private static int defaultMaxConnections() {
        if (ManagementFactory.getOperatingSystemMXBean() instanceof UnixOperatingSystemMXBean system) {
            long left = system.getMaxFileDescriptorCount() - SPARE_DESCRIPTORS;
            return (int) Math.max(1, Math.min(DEFAULT_MAX_CONNECTIONS, left));
        }
        return DEFAULT_MAX_CONNECTIONS;
    }

    /** Describes {@link ServerLimits}. Options are checked as they are set. Not for use by two threads at a time. */
    public static final class Builder {
        private int maxConnections = defaultMaxConnections();
        private OptionalInt maxConnectionsPerAddress = OptionalInt.empty();
        private long maxBufferedBytes = MemoryBudget.defaultBytes();
        private Duration frameTimeout = Duration.ofSeconds(30);
        private int maxInFlightPerConnection = DEFAULT_MAX_IN_FLIGHT_PER_CONNECTION;
        private int maxInFlight = DEFAULT_MAX_IN_FLIGHT;
        private Duration queueTimeout = Duration.ofSeconds(2);
        private Duration callTimeout = Duration.ofMinutes(1);
        private int writeBufferHighWaterMark = DEFAULT_WRITE_BUFFER_HIGH_WATER_MARK;
        private int maxWriteBufferBytes = DEFAULT_MAX_WRITE_BUFFER_BYTES;
        private Duration writeTimeout = Duration.ofSeconds(4);
        private Duration idleTimeout = Duration.ofMinutes(10);
        private Optional<Duration> firstCallTimeout = Optional.empty();
        private Duration handshakeTimeout = Duration.ofSeconds(4);
        private Optional<Duration> maxConnectionAge = Optional.empty();

        private Builder() {}

        /**
         * How many connections may be open. At that number accepting pauses: further ones wait in the backlog of the
         * operating system until one is closed. Accepting also pauses, for a moment, when the process has no descriptor
         * left. Default: {@value #DEFAULT_MAX_CONNECTIONS}, or 256 less than the descriptors that the process may have,
         * whichever is less. For a {@link ThriftServer}; in a chain of one's own connections are not counted.
         *
         * @param connections 1 to {@value #MAX_CONNECTIONS}; keep it below the descriptors that the process may have
         * @return this
         * @throws IllegalArgumentException if out of bounds
         */
        public Builder maxConnections(int connections) {
            maxConnections = Bounds.requireBetween("maxConnections", connections, 1, MAX_CONNECTIONS);
            return this;
        }

        /**
         * How many connections of one peer address may be open. A further one is accepted and closed at once, without a
         * reply; others are accepted meanwhile. All IPv6 addresses of a /64 network count as one address, for a single
         * host may have any of them; IPv4 addresses count one by one. Peers behind a proxy or an address translation
         * share an address. Default: any number. In a chain of one's own it holds, too.
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
         * How much memory frames and replies may take, over all connections: frames and bodies of HTTP requests from
         * their first byte until their call has run, and replies until the socket has taken them. How much of it one
         * connection may take depends on what is left: past half of that it is not read any further; when its unsent
         * replies alone are more than all that is left, its calls are refused with a reply; and when the bound is
         * reached all the same, the connection that holds most is terminated. Default: a quarter of the largest heap.
         *
         * <p>The rest of the heap is for what handlers allocate, and for what each thread works with: a call's
         * objects, its reply while it is made. A server that starts with more than half of the heap, alone or together
         * with the others of its JVM, or with less than its largest frame, says so in the log.
         *
         * <p>For a {@link ThriftServer} and a {@link MessageService}; in a chain of one's own give the filter of frames
         * a {@link MemoryBudget}.
         *
         * @param bytes 1 to the largest heap, {@link Runtime#maxMemory()}
         * @return this
         * @throws IllegalArgumentException if out of bounds
         */
        public Builder maxBufferedBytes(long bytes) {
            long heap = Runtime.getRuntime().maxMemory();
            if (bytes < 1 || bytes > heap) {
                throw new IllegalArgumentException(
                        "maxBufferedBytes is " + bytes + ", must be 1 to " + heap + ", the largest heap");
            }
            maxBufferedBytes = bytes;
            return this;
        }

        /**
         * How long a frame may take from its first byte to its last; then its connection is terminated. The time does
         * not pass while the connection is not read because of its calls and their replies; it passes while the
         * connection is not read for the memory that it holds. Default: 30 seconds.
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
         * How many calls of one connection may be in flight: received, and their replies not handed to the socket. At
         * that number the connection is not read any more, until half of them are answered. One read more than the
         * number may be in flight. Default: {@value #DEFAULT_MAX_IN_FLIGHT_PER_CONNECTION}.
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
         * How many calls of all connections may wait for a thread or run. A call beyond is refused with a reply, and
         * never runs. So is one of a connection that has more than eight times as many calls in flight as there are
         * places free, and one place in sixteen is for connections that have none in flight: a connection alone gets
         * five sixths of the places, many share them evenly, and those that ask for little are not refused for others.
         * Up to eight places are for any connection. Default: {@value #DEFAULT_MAX_IN_FLIGHT}.
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
         * How long a call may wait for a thread after it was read. One that has waited longer is refused with a reply
         * in place of being run: whoever called may have given up, and others still wait. It is refused though no thread
         * comes free, a quarter of the time later at most, or 250 ms if that is less. Does not hold where calls wait
         * behind the only thread that may run them ({@code same-thread}): those are served however late. Default: 2
         * seconds, less than half of what our client waits for a reply.
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
         * How long a call may take from the read that brought it to its reply. An asynchronous handler that has not
         * answered by then is not waited for: the call is answered with an internal error that says so. A handler that
         * runs on a thread of the strategy is not interrupted; it can ask how much is left:
         * {@link CallContext#remaining()}. Default: 1 minute.
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
         * How many bytes of replies may wait on a connection, for the socket or for an earlier reply, before it is not
         * read any more. It is read again when half of them are gone. Default: 1 MiB.
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
         * How many bytes of replies may wait on a connection, for the socket or for an earlier reply. One that would
         * make it more has the connection terminated, unless nothing else waits: a single reply may be as large as it
         * likes. Calls that were read before the reading paused still run: with large replies let fewer of them be in
         * flight. Default: 64 MiB, four of the largest frames that are read by default.
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
         * How long a peer may take not a single byte while replies wait for it; then its connection is terminated.
         * Default: 4 seconds.
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
         * How long a connection may have nothing to do, no call in flight, no frame begun and nothing to be written;
         * then it is closed. Default: 10 minutes.
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
         * How long a new connection may take, from the accept on, until it begins its first call; then it is closed. A
         * call that has begun has the {@link #frameTimeout} to arrive whole. Default: as long as any connection may have
         * nothing to do, the {@link #idleTimeout}, because pools of clients, ours among them, connect ahead of calls. Set
         * it where every client calls as soon as it is connected: then peers that only connect hold no place for long.
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
         * How long a TLS handshake may take from the accept on; then the connection is terminated. Default: 4 seconds.
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
         * How old a connection may become: then it is not read any more, and closed once its calls are answered, so
         * that clients behind a load balancer spread anew. Calls that are on their way at that moment are lost to the
         * client, which cannot tell whether they ran; they did not. Default: any age.
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
         * Makes the limits.
         *
         * @return immutable limits
         * @throws IllegalStateException if connections would be terminated before their reading pauses
         */
        public ServerLimits build() {
            if (writeBufferHighWaterMark > maxWriteBufferBytes) {
                throw new IllegalStateException("writeBufferHighWaterMark is " + writeBufferHighWaterMark
                        + ", must not be more than maxWriteBufferBytes, " + maxWriteBufferBytes);
            }
            return new ServerLimits(this);
        }
    }
}
