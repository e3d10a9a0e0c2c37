package io.grizzlythrift.client.io;

import io.grizzlythrift.memory.ObjectPool;
import java.nio.ByteBuffer;
import java.util.function.Supplier;

/**
 * Direct buffers through which bytes are copied from and to sockets. A thread holds one only for a read or a write that does
 * not block, so each {@link ClientThread} has one for all connections. All other threads, such as callers that read their own
 * replies, share 16, or as many as there are processors, and get one for that moment if these are in use: there may be far
 * more of these threads, and of their connections, than use one at the same time.
 *
 * <p>Thread-safe: a buffer belongs to the thread that took it until that thread releases it, and the {@link ObjectPool} hands
 * it over under a lock.
 */
public final class DirectBuffers {
    /** The size of a buffer. */
    public static final int BYTES = 64 * 1024;

    /** The number of buffers that are kept for other threads, unless there are more processors. */
    private static final int MAX_SHARED = 16;

    /** Those that all clients of the process share, so that many clients keep no more than one does. */
    public static final DirectBuffers OF_PROCESS = new DirectBuffers(() -> ByteBuffer.allocateDirect(BYTES));

    private final Supplier<ByteBuffer> factory;
    private final ThreadLocal<ByteBuffer> ofClientThread;
    private final ObjectPool<ByteBuffer> shared =
            new ObjectPool<>(Math.max(MAX_SHARED, Runtime.getRuntime().availableProcessors()));

    /** @param factory creates a buffer of {@link #BYTES} */
    public DirectBuffers(Supplier<ByteBuffer> factory) {
        this.factory = factory;
        ofClientThread = ThreadLocal.withInitial(factory);
    }

    /**
     * Takes a buffer for one read, or for writes in a row.
     *
     * @return an empty buffer; the same one each time on a client thread, so its content is lost as soon as that thread does
     *     anything else
     * @throws OutOfMemoryError if there is no direct memory for one
     */
    public ByteBuffer take() {
        if (Thread.currentThread() instanceof ClientThread) {
            return ofClientThread.get().clear();
        }
        ByteBuffer pooled = shared.take();
        return pooled == null ? factory.get() : pooled.clear();
    }

    /** Releases a buffer. Called once, by the thread that took it. */
    public void release(ByteBuffer buffer) {
        if (!(Thread.currentThread() instanceof ClientThread)) {
            shared.offer(buffer);
        }
    }
}
