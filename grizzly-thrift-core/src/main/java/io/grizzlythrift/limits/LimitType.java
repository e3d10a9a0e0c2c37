package io.grizzlythrift.limits;

/**
 * The limits of a server, each named after its option in {@link ServerLimits}, or in {@code SaslConfig} after a prefix. {@link
 * io.grizzlythrift.metrics.ServerCounters#reached} counts how often each limit was reached, in the unit given here.
 */
public enum LimitType {
    /** {@link ServerLimits#maxConnections()}. Counts pauses of accepting. */
    MAX_CONNECTIONS,

    /** {@link ServerLimits#maxConnectionsPerAddress()}. Counts connections closed as soon as they were accepted. */
    MAX_CONNECTIONS_PER_ADDRESS,

    /**
     * {@link ServerLimits#maxFrameBytes()}, and invalid frame lengths. Counts connections terminated, and HTTP
     * requests rejected.
     */
    MAX_FRAME_BYTES,

    /** {@link ServerLimits#maxHttpHeadBytes()}, and the limit of 100 headers. Counts HTTP requests rejected. */
    MAX_HTTP_HEAD_BYTES,

    /** {@link ServerLimits#maxBufferedBytes()}. Counts connections terminated. */
    MAX_BUFFERED_BYTES,

    /** Half of what is left of {@link ServerLimits#maxBufferedBytes()}, for one connection. Counts pauses of reading. */
    BUFFERED_BYTES_READ_PAUSED,

    /**
     * All that is left of {@link ServerLimits#maxBufferedBytes()}, for the unsent replies of one connection. Counts calls
     * rejected, and those whose reply could not be converted to JSON.
     */
    BUFFERED_BYTES_CALL_REJECTED,

    /** {@link ServerLimits#frameTimeout()}. Counts connections terminated. */
    FRAME_TIMEOUT,

    /** {@link ServerLimits#maxInFlightPerConnection()}. Counts pauses of reading. */
    MAX_IN_FLIGHT_PER_CONNECTION,

    /** {@link ServerLimits#maxInFlight()}. Counts calls rejected. */
    MAX_IN_FLIGHT,

    /** {@link io.grizzlythrift.call.MethodOptions#maxInFlight()}. Counts calls rejected. */
    METHOD_MAX_IN_FLIGHT,

    /**
     * {@link ServerLimits.Builder#concurrencyLimit}, while it is less than {@link ServerLimits#maxInFlight()}. Counts calls
     * rejected.
     */
    CONCURRENCY_LIMIT,

    /** {@link ServerLimits#queueTimeout()}. Counts calls rejected. */
    QUEUE_TIMEOUT,

    /** {@link ServerLimits#queueTarget()}. Counts calls rejected while the server was overloaded. */
    QUEUE_TARGET,

    /**
     * The timeout that a client set for its call, or {@link ServerLimits#callTimeout()} if that is less. Counts calls
     * rejected because it had passed before they could start.
     */
    CLIENT_TIMEOUT,

    /**
     * {@link ServerLimits#callTimeout()}, or the timeout that a client set for its call if that is less. Counts calls
     * of asynchronous handlers, and of authenticators that were late, that got an error reply.
     */
    CALL_TIMEOUT,

    /** {@link ServerLimits#maxReplyBytes()}. Counts calls that got an error reply. */
    MAX_REPLY_BYTES,

    /** {@link ServerLimits#writeBufferHighWaterMark()}. Counts pauses of reading. */
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

    /** {@code SaslConfig.required()}. Counts connections terminated because they did not begin with SASL. */
    SASL_REQUIRED,

    /** {@code SaslConfig.maxTokenBytes()}. Counts negotiations refused. */
    SASL_MAX_TOKEN_BYTES,

    /** {@code SaslConfig.negotiationTimeout()}. Counts connections terminated. */
    SASL_NEGOTIATION_TIMEOUT,

    /** {@code SaslConfig.maxNegotiations()}. Counts negotiations refused. */
    SASL_MAX_NEGOTIATIONS,

    /** {@code SaslConfig.maxFailuresPerAddress()}. Counts negotiations refused. */
    SASL_MAX_FAILURES_PER_ADDRESS,

    /** {@link ServerLimits#maxConnectionAge()}. Counts connections closed. */
    MAX_CONNECTION_AGE
}
