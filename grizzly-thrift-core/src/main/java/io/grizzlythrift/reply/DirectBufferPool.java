package io.grizzlythrift.reply;

import io.grizzlythrift.memory.LongLivedThreads;
import io.grizzlythrift.memory.ObjectPool;
import java.nio.ByteBuffer;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Direct buffers through which replies are copied to a socket. Each of the {@link LongLivedThreads} keeps its own; all
 * other threads of the process share {@value #MAX_SHARED}. A write never blocks, so a shared buffer is in use only
 * briefly.
 *
 * <p>Thread-safe: a buffer belongs to the thread that took it until that thread releases it, and the {@link ObjectPool}
 * hands it over under a lock.
 */
public final class DirectBufferPool {
    /** The size of a buffer: enough for the replies to several reads. */
    static final int BYTES = 128 * 1024;

    public static final int MAX_SHARED = 16;

    private static final ThreadLocal<ByteBuffer> OWN = ThreadLocal.withInitial(() -> ByteBuffer.allocateDirect(BYTES));
    private static final ObjectPool<ByteBuffer> SHARED = new ObjectPool<>(MAX_SHARED);

    /** The number of shared buffers, in use or not. */
    private static final AtomicInteger MADE = new AtomicInteger();

    private DirectBufferPool() {}

    /**
     * Takes a buffer for one write.
     *
     * @return null if all shared buffers are in use, or there is no memory for one
     */
    public static ByteBuffer take() {
        try {
            if (LongLivedThreads.isCurrent()) {
                return OWN.get();
            }
            ByteBuffer spare = SHARED.take();
            return spare != null ? spare : makeShared();
        } catch (OutOfMemoryError e) {
            return null;
        }
    }

    private static ByteBuffer makeShared() {
        if (MADE.getAndUpdate(made -> Math.min(made + 1, MAX_SHARED)) == MAX_SHARED) {
            return null;
        }
        ByteBuffer made = null;
        try {
            made = ByteBuffer.allocateDirect(BYTES);
            return made;
        } finally {
            if (made == null) {
                MADE.decrementAndGet();
            }
        }
    }

    /** Releases a buffer. Called once, by the thread that took it. */
    public static void release(ByteBuffer buffer) {
        if (!LongLivedThreads.isCurrent()) {
            SHARED.offer(buffer);
        }
    }

    /** {@return the number of shared buffers, in use or not} */
    public static int shared() {
        return MADE.get();
    }
}
