package io.grizzlythrift.client;

import java.nio.ByteBuffer;
import java.util.function.LongSupplier;
import java.util.function.Supplier;

/**
 * What all connections of a client share.
 *
 * @param clock nanoseconds since the client was made
 * @param writeBuffers makes the buffer that a connection writes from
 */
record ClientParts(
        ThriftClientConfig config,
        ClientThreads threads,
        Outcomes outcomes,
        CodecPool codecs,
        LongSupplier clock,
        Supplier<ByteBuffer> writeBuffers) {
    ClientParts(
            ThriftClientConfig config, ClientThreads threads, Outcomes outcomes, CodecPool codecs, LongSupplier clock) {
        this(config, threads, outcomes, codecs, clock, () -> ByteBuffer.allocateDirect(Outbound.BUFFER_BYTES));
    }

    CallMemory memory() {
        return outcomes.memory();
    }

    long now() {
        return clock.getAsLong();
    }
}
