package io.grizzlythrift.server;

import io.grizzlythrift.inspect.LimitSnapshot;
import io.grizzlythrift.limits.LimitType;
import io.grizzlythrift.limits.ServerLimits;
import io.grizzlythrift.metrics.ServerCounters;
import io.grizzlythrift.security.SaslConfig;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.function.ToLongFunction;

/** What each limit of a server holds and has reached. Immutable. */
final class LimitSnapshots {
    private final ServerLimits limits;
    private final Optional<SaslConfig> sasl;

    LimitSnapshots(ThriftServerConfig config) {
        limits = config.limits();
        sasl = config.sasl();
    }

    List<LimitSnapshot> of(ServerCounters counters) {
        List<LimitSnapshot> all = new ArrayList<>();
        for (LimitType type : LimitType.values()) {
            OptionalLong bound = type == LimitType.CONCURRENCY_LIMIT
                            && limits.concurrencyLimit().isPresent()
                    ? OptionalLong.of(counters.inFlightLimit())
                    : bound(type);
            all.add(new LimitSnapshot(type, bound, held(type, bound, counters), counters.reached(type)));
        }
        return all;
    }

    /** {@return the limits of a server that was never started} */
    List<LimitSnapshot> unused() {
        List<LimitSnapshot> all = new ArrayList<>();
        for (LimitType type : LimitType.values()) {
            all.add(new LimitSnapshot(type, bound(type), OptionalLong.empty(), 0));
        }
        return all;
    }

    private static OptionalLong held(LimitType type, OptionalLong bound, ServerCounters counters) {
        return switch (type) {
            case MAX_CONNECTIONS -> OptionalLong.of(counters.openConnections());
            case MAX_BUFFERED_BYTES -> OptionalLong.of(counters.bufferedBytes());
            case MAX_IN_FLIGHT -> OptionalLong.of(counters.inFlight());
            case CONCURRENCY_LIMIT -> bound.isPresent() ? OptionalLong.of(counters.inFlight()) : OptionalLong.empty();
            case SASL_MAX_NEGOTIATIONS ->
                bound.isPresent() ? OptionalLong.of(counters.pendingNegotiations()) : OptionalLong.empty();
            default -> OptionalLong.empty();
        };
    }

    private OptionalLong bound(LimitType type) {
        return switch (type) {
            case MAX_CONNECTIONS -> OptionalLong.of(limits.maxConnections());
            case MAX_CONNECTIONS_PER_ADDRESS -> of(limits.maxConnectionsPerAddress());
            case MAX_FRAME_BYTES -> OptionalLong.of(limits.maxFrameBytes());
            case MAX_HTTP_HEAD_BYTES -> OptionalLong.of(limits.maxHttpHeadBytes());
            case MAX_BUFFERED_BYTES -> OptionalLong.of(limits.maxBufferedBytes());
            case FRAME_TIMEOUT -> millis(limits.frameTimeout());
            case MAX_IN_FLIGHT_PER_CONNECTION -> OptionalLong.of(limits.maxInFlightPerConnection());
            case MAX_IN_FLIGHT -> OptionalLong.of(limits.maxInFlight());
            case QUEUE_TIMEOUT -> millis(limits.queueTimeout());
            case QUEUE_TARGET -> millis(limits.queueTarget());
            case CALL_TIMEOUT -> millis(limits.callTimeout());
            case MAX_REPLY_BYTES -> OptionalLong.of(limits.maxReplyBytes());
            case WRITE_BUFFER_HIGH_WATER_MARK -> OptionalLong.of(limits.writeBufferHighWaterMark());
            case MAX_WRITE_BUFFER_BYTES -> OptionalLong.of(limits.maxWriteBufferBytes());
            case WRITE_TIMEOUT -> millis(limits.writeTimeout());
            case IDLE_TIMEOUT -> millis(limits.idleTimeout());
            case FIRST_CALL_TIMEOUT -> millis(limits.firstCallTimeout());
            case HANDSHAKE_TIMEOUT -> millis(limits.handshakeTimeout());
            case SASL_MAX_TOKEN_BYTES -> ofSasl(SaslConfig::maxTokenBytes);
            case SASL_NEGOTIATION_TIMEOUT ->
                ofSasl(options -> options.negotiationTimeout().toMillis());
            case SASL_MAX_NEGOTIATIONS -> ofSasl(SaslConfig::maxNegotiations);
            case SASL_MAX_FAILURES_PER_ADDRESS -> ofSasl(SaslConfig::maxFailuresPerAddress);
            case MAX_CONNECTION_AGE -> millis(limits.maxConnectionAge());
            // Shares of another limit, what a method or a client sets, and what is not a number.
            case BUFFERED_BYTES_READ_PAUSED,
                    BUFFERED_BYTES_CALL_REJECTED,
                    METHOD_MAX_IN_FLIGHT,
                    CONCURRENCY_LIMIT,
                    CLIENT_TIMEOUT,
                    SASL_REQUIRED -> OptionalLong.empty();
        };
    }

    private static OptionalLong of(OptionalInt bound) {
        return bound.isPresent() ? OptionalLong.of(bound.getAsInt()) : OptionalLong.empty();
    }

    private static OptionalLong millis(Duration bound) {
        return OptionalLong.of(bound.toMillis());
    }

    private static OptionalLong millis(Optional<Duration> bound) {
        return bound.map(LimitSnapshots::millis).orElse(OptionalLong.empty());
    }

    private OptionalLong ofSasl(ToLongFunction<SaslConfig> bound) {
        return sasl.isPresent() ? OptionalLong.of(bound.applyAsLong(sasl.get())) : OptionalLong.empty();
    }
}
