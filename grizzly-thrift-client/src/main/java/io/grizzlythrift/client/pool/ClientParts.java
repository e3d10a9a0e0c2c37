package io.grizzlythrift.client.pool;

import io.grizzlythrift.client.codec.CallMemory;
import io.grizzlythrift.client.codec.CodecPool;
import io.grizzlythrift.client.completion.Outcomes;
import io.grizzlythrift.client.config.ThriftClientConfig;
import io.grizzlythrift.client.inflight.Outbound;
import io.grizzlythrift.client.io.ClientThreads;
import java.nio.ByteBuffer;
import java.util.function.LongSupplier;
import java.util.function.Supplier;

/**
 * What all connections of a client share.
 *
 * @param clock nanoseconds since the client was made
 * @param writeBuffers makes the buffer that a connection writes from
 */
public record ClientParts(
        ThriftClientConfig config,
        ClientThreads threads,
        Outcomes outcomes,
        CodecPool codecs,
        LongSupplier clock,
        Supplier<ByteBuffer> writeBuffers) {
    public ClientParts(
            ThriftClientConfig config, ClientThreads threads, Outcomes outcomes, CodecPool codecs, LongSupplier clock) {
        this(config, threads, outcomes, codecs, clock, () -> ByteBuffer.allocateDirect(Outbound.BUFFER_BYTES));
    }

    CallMemory memory() {
        return outcomes.memory();
    }

    public long now() {
        return clock.getAsLong();
    }
}
