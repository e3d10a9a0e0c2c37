package io.grizzlythrift.limits;

import io.grizzlythrift.metrics.ServerCounters;
import io.grizzlythrift.server.ThriftServerConfig;

/**
 * What a server limits. {@link ServerLimits} holds the bounds; {@link ServerCounters#reached} counts how often each was
 * reached, in the unit that is said here.
 */
public enum LimitType {
    /** {@link ServerLimits#maxConnections()}. Counts how often accepting paused. */
    CONNECTIONS,

    /** {@link ServerLimits#maxConnectionsPerAddress()}. Counts connections closed as soon as they were accepted. */
    CONNECTIONS_PER_ADDRESS,

    /** {@link ThriftServerConfig#maxFrameBytes()}, and bad lengths. Counts connections terminated. */
    FRAME_BYTES,

    /** {@link ServerLimits#maxBufferedBytes()}. Counts connections terminated. */
    BUFFERED_BYTES,

    /** A connection's share of the same. Counts how often the reading of a connection paused. */
    BUFFERED_BYTES_TO_PAUSE,

    /** A connection's share of the same for replies. Counts calls refused, or dropped with their connection. */
    BUFFERED_BYTES_TO_REJECT,

    /** {@link ServerLimits#frameTimeout()}. Counts connections terminated. */
    FRAME_TIME,

    /** {@link ServerLimits#maxInFlightPerConnection()}. Counts how often the reading of a connection paused. */
    IN_FLIGHT_PER_CONNECTION,

    /** {@link ServerLimits#maxInFlight()}. Counts calls refused. */
    IN_FLIGHT,

    /** {@link ServerLimits#queueTimeout()}. Counts calls refused. */
    QUEUE_TIME,

    /** {@link ServerLimits#callTimeout()}. Counts calls of asynchronous handlers answered in their place. */
    CALL_TIME,

    /** {@link ServerLimits#unsentBytesToPause()}. Counts how often the reading of a connection paused. */
    UNSENT_BYTES_TO_PAUSE,

    /** {@link ServerLimits#maxUnsentBytes()}. Counts connections terminated. */
    UNSENT_BYTES,

    /** {@link ServerLimits#writeTimeout()}. Counts connections terminated. */
    WRITE_TIME,

    /** {@link ServerLimits#idleTimeout()}. Counts connections closed. */
    IDLE_TIME,

    /** {@link ServerLimits#firstCallTimeout()}. Counts connections closed. */
    FIRST_CALL_TIME,

    /** {@link ServerLimits#handshakeTimeout()}. Counts connections terminated. */
    HANDSHAKE_TIME,

    /** {@link ServerLimits#maxConnectionAge()}. Counts connections closed. */
    CONNECTION_AGE
}
