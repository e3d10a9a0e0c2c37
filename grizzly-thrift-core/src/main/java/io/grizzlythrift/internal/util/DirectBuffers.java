package io.grizzlythrift.internal.util;

import java.nio.ByteBuffer;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;

/**
 * Buffers through which bytes pass on their way from and to sockets, mostly direct ones. A thread holds one only for reads or writes that do not
 * block, so each of the {@link LongLivedThreads} has one for all connections. All other threads, such as those of a user's
 * executor or callers that read their own replies, share {@link #MAX_SHARED}: there may be far more of these threads, and of
 * their connections, than use one at the same time.
 *
 * <p>Thread-safe: a buffer belongs to the thread that took it until that thread releases it, and the {@link ObjectPool} hands
 * it over safely.
 */
public final class DirectBuffers {
    /** The size of a buffer: enough for the replies to several reads. */
    public static final int BYTES = 128 * 1024;

    /** The most that one read takes, so that other connections of the selector are also read. */
    public static final int READ_BYTES = 64 * 1024;

    /** The maximum number of shared buffers: 16, or one per processor if there are more. */
    public static final int MAX_SHARED = Math.max(16, Runtime.getRuntime().availableProcessors());

    /** The buffers that all servers and clients of the process use, so that many of them keep no more than one does. */
    public static final DirectBuffers OF_PROCESS = new DirectBuffers(() -> ByteBuffer.allocateDirect(BYTES));

    private final Supplier<ByteBuffer> factory;
    private final ThreadLocal<ByteBuffer> own;
    private final ObjectPool<ByteBuffer> shared = new ObjectPool<>(MAX_SHARED);

    /** The number of shared buffers that exist, in use or not. Each that is dropped makes room for another one. */
    private final AtomicInteger made = new AtomicInteger();

    /** @param factory creates a buffer of {@link #BYTES} */
    public DirectBuffers(Supplier<ByteBuffer> factory) {
        this.factory = factory;
        // facts.md#the-thread-local-memory-pool-is-only-for-grizzlys-threads
        own = ThreadLocal.withInitial(factory);
    }

    /**
     * Takes a buffer for reads or writes in a row. If all shared ones are in use, creates one more for that moment.
     *
     * @return an empty buffer; the same one each time on a long-lived thread, so its content is lost as soon as that thread does
     *     anything else
     * @throws OutOfMemoryError if there is no direct memory for one
     */
    public ByteBuffer take() {
        return ownOrShared(Integer.MAX_VALUE);
    }

    /** Takes a buffer as {@link #take()} does, but returns null if all shared ones are in use or there is no memory for one. */
    public ByteBuffer tryTake() {
        try {
            return ownOrShared(MAX_SHARED);
        } catch (OutOfMemoryError e) {
            return null;
        }
    }

    private ByteBuffer ownOrShared(int max) {
        if (LongLivedThreads.isCurrent()) {
            return own.get().clear();
        }
        ByteBuffer idle = shared.take();
        return idle != null ? idle.clear() : makeShared(max);
    }

    private ByteBuffer makeShared(int max) {
        if (made.incrementAndGet() > max) {
            made.decrementAndGet();
            return null;
        }
        ByteBuffer buffer = null;
        try {
            buffer = factory.get();
            return buffer;
        } finally {
            if (buffer == null) {
                made.decrementAndGet();
            }
        }
    }

    /** Releases a buffer. Called once, by the thread that took it. */
    public void release(ByteBuffer buffer) {
        if (!LongLivedThreads.isCurrent() && !shared.offer(buffer)) {
            made.decrementAndGet();
        }
    }

    /** {@return the number of shared buffers that exist, in use or not} */
    int shared() {
        return made.get();
    }
}
