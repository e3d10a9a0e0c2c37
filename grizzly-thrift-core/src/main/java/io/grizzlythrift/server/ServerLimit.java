package io.grizzlythrift.server;

/**
 * What a server limits. {@link ServerLimits} holds the bounds; {@link ServerCounters#reached} counts how often each was
 * reached, in the unit that is said here.
 */
public enum ServerLimit {
    /** {@link ServerLimits#maxConnections()}. Counts how often accepting paused. */
    CONNECTIONS,

    /** {@link ThriftServerConfig#maxFrameBytes()}, and bad lengths. Counts connections terminated. */
    FRAME_BYTES,

    /** {@link ServerLimits#maxPartialFrameBytes()}. Counts connections terminated. */
    PARTIAL_FRAME_BYTES,

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

    /** {@link ServerLimits#handshakeTimeout()}. Counts connections terminated. */
    HANDSHAKE_TIME,

    /** {@link ServerLimits#maxConnectionAge()}. Counts connections closed. */
    CONNECTION_AGE
}
