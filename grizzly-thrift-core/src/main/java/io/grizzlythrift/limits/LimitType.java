package io.grizzlythrift.limits;

import io.grizzlythrift.metrics.ServerCounters;
import io.grizzlythrift.server.ThriftServerConfig;

/**
 * What a server limits. {@link ServerLimits} holds the bounds; {@link ServerCounters#reached} counts how often each was
 * reached, in the unit that is said here.
 */
public enum LimitType {
    /** {@link ServerLimits#maxConnections()}. Counts how often accepting paused. */
    MAX_CONNECTIONS,

    /** {@link ServerLimits#maxConnectionsPerAddress()}. Counts connections closed as soon as they were accepted. */
    MAX_CONNECTIONS_PER_ADDRESS,

    /** {@link ThriftServerConfig#maxFrameBytes()}, and bad lengths. Counts connections terminated. */
    MAX_FRAME_BYTES,

    /** {@link ServerLimits#maxBufferedBytes()}. Counts connections terminated. */
    MAX_BUFFERED_BYTES,

    /** A connection's share of the same. Counts how often the reading of a connection paused. */
    BUFFERED_BYTES_READ_PAUSED,

    /** A connection's share of the same for replies. Counts calls refused, or dropped with their connection. */
    BUFFERED_BYTES_CALL_REJECTED,

    /** {@link ServerLimits#frameTimeout()}. Counts connections terminated. */
    FRAME_TIMEOUT,

    /** {@link ServerLimits#maxInFlightPerConnection()}. Counts how often the reading of a connection paused. */
    MAX_IN_FLIGHT_PER_CONNECTION,

    /** {@link ServerLimits#maxInFlight()}. Counts calls refused. */
    MAX_IN_FLIGHT,

    /** {@link ServerLimits#queueTimeout()}. Counts calls refused. */
    QUEUE_TIMEOUT,

    /** {@link ServerLimits#callTimeout()}. Counts calls of asynchronous handlers answered in their place. */
    CALL_TIMEOUT,

    /** {@link ServerLimits#writeBufferHighWaterMark()}. Counts how often the reading of a connection paused. */
    WRITE_BUFFER_HIGH_WATER_MARK,

    /** {@link ServerLimits#maxWriteBufferBytes()}. Counts connections terminated. */
    MAX_WRITE_BUFFER_BYTES,

    /** {@link ServerLimits#writeTimeout()}. Counts connections terminated. */
    WRITE_TIMEOUT,

    /** {@link ServerLimits#idleTimeout()}. Counts connections closed. */
    IDLE_TIMEOUT,

    /** {@link ServerLimits#firstCallTimeout()}. Counts connections closed. */
    FIRST_CALL_TIMEOUT,

    /** {@link ServerLimits#handshakeTimeout()}. Counts connections terminated. */
    HANDSHAKE_TIMEOUT,

    /** {@link ServerLimits#maxConnectionAge()}. Counts connections closed. */
    MAX_CONNECTION_AGE
}
