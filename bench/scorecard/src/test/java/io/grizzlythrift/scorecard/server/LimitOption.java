package io.grizzlythrift.scorecard.server;

import io.grizzlythrift.limits.ServerLimits;
import java.time.Duration;
import java.util.function.ObjLongConsumer;

/** A limit of the server under test, as an option of its process. */
public enum LimitOption {
    MAX_CONNECTIONS((limits, value) -> limits.maxConnections((int) value)),
    MAX_CONNECTIONS_PER_ADDRESS((limits, value) -> limits.maxConnectionsPerAddress((int) value)),
    MAX_BUFFERED_BYTES((limits, value) -> limits.maxBufferedBytes(value)),
    MAX_IN_FLIGHT((limits, value) -> limits.maxInFlight((int) value)),
    WRITE_BUFFER_HIGH_WATER_MARK((limits, value) -> limits.writeBufferHighWaterMark((int) value)),
    MAX_WRITE_BUFFER_BYTES((limits, value) -> limits.maxWriteBufferBytes((int) value)),
    FRAME_TIMEOUT_MILLIS((limits, value) -> limits.frameTimeout(Duration.ofMillis(value))),
    QUEUE_TIMEOUT_MILLIS((limits, value) -> limits.queueTimeout(Duration.ofMillis(value))),
    WRITE_TIMEOUT_MILLIS((limits, value) -> limits.writeTimeout(Duration.ofMillis(value)));

    @SuppressWarnings("ImmutableEnumChecker") // no setter has a state
    private final ObjLongConsumer<ServerLimits.Builder> setter;

    LimitOption(ObjLongConsumer<ServerLimits.Builder> setter) {
        this.setter = setter;
    }

    /** Returns the default limits, changed by the options. */
    static ServerLimits limits(ServerOptions options) {
        ServerLimits.Builder limits = ServerLimits.builder();
        for (LimitOption limit : values()) {
            options.find(limit.name()).ifPresent(value -> limit.setter.accept(limits, Long.parseLong(value)));
        }
        return limits.build();
    }
}
