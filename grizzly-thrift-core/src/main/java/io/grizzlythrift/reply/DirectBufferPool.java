package io.grizzlythrift.reply;

import io.grizzlythrift.memory.LongLivedThreads;
import io.grizzlythrift.memory.ObjectPool;
import java.nio.ByteBuffer;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Direct buffers that replies are copied into on their way to a socket. Threads of a server keep one each; all others of
 * the process share {@value #MAX_SHARED}: a write never blocks, so more are not in use at a time for long.
 */
public final class DirectBufferPool {
    /** The size of each. Large enough for the calls of several reads. */
    static final int BYTES = 128 * 1024;

    public static final int MAX_SHARED = 16;

    private static final ThreadLocal<ByteBuffer> OWN = ThreadLocal.withInitial(() -> ByteBuffer.allocateDirect(BYTES));
    private static final ObjectPool<ByteBuffer> SHARED = new ObjectPool<>(MAX_SHARED);

    /** How many shared ones there are, in use or not. */
    private static final AtomicInteger MADE = new AtomicInteger();

    private DirectBufferPool() {}

    /**
     * Takes a buffer for one write.
     *
     * @return null if all are in use, or there is no memory for one
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

    /** To be called by the thread that took it, once. */
    public static void giveBack(ByteBuffer buffer) {
        if (!LongLivedThreads.isCurrent()) {
            SHARED.offer(buffer);
        }
    }

    /** How many are shared, in use or not. */
    public static int shared() {
        return MADE.get();
    }
}
