package io.grizzlythrift.client.pool;

import io.grizzlythrift.client.codec.CodecPool;
import io.grizzlythrift.client.codec.QueuedBytes;
import io.grizzlythrift.client.completion.CallCompletion;
import io.grizzlythrift.client.config.ThriftClientConfig;
import io.grizzlythrift.client.inflight.WriteQueue;
import io.grizzlythrift.client.io.ClientThreads;
import java.nio.ByteBuffer;
import java.util.function.LongSupplier;
import java.util.function.Supplier;

/**
 * What all parts of a client share.
 *
 * @param clock nanoseconds since the client was made
 * @param writeBuffers makes the buffer that a connection writes from
 */
public record ClientContext(
        ThriftClientConfig config,
        ClientThreads threads,
        CallCompletion completion,
        CodecPool codecs,
        LongSupplier clock,
        Supplier<ByteBuffer> writeBuffers) {
    public ClientContext(
            ThriftClientConfig config,
            ClientThreads threads,
            CallCompletion completion,
            CodecPool codecs,
            LongSupplier clock) {
        this(config, threads, completion, codecs, clock, () -> ByteBuffer.allocateDirect(WriteQueue.BUFFER_BYTES));
    }

    QueuedBytes memory() {
        return completion.memory();
    }

    public long now() {
        return clock.getAsLong();
    }
}
