package io.grizzlythrift.client.codec;

import java.util.concurrent.atomic.AtomicReferenceArray;
import java.util.function.Supplier;

/**
 * A small pool of idle codecs. They are not kept per thread: callers may be thousands of short-lived or virtual
 * threads, and the client leaves nothing in their thread locals.
 *
 * <p>Thread-safe without locks: a codec is owned by the thread that swaps it out of its slot atomically. The swap and
 * the compare-and-set that returns it order all accesses to the codec. Plain reads are used only to skip slots; a stale
 * one costs one more step.
 */
public final class CodecPool {
    private static final int PLACES = 64;

    /** Neighboring slots share a cache line of references, so threads start this far apart. */
    private static final int STRIDE = 16;

    private final AtomicReferenceArray<CallCodec> idle = new AtomicReferenceArray<>(PLACES);
    private final Supplier<CallCodec> factory;

    public CodecPool(Supplier<CallCodec> factory) {
        this.factory = factory;
    }

    public CallCodec take() {
        int at = start();
        for (int i = 0; i < PLACES; i++) {
            int place = (at + i) % PLACES;
            if (idle.getPlain(place) != null) {
                CallCodec codec = idle.getAndSet(place, null);
                if (codec != null) {
                    return codec;
                }
            }
        }
        return factory.get();
    }

    /** Returns a codec. If all slots are taken, it is left to the garbage collector. */
    public void giveBack(CallCodec codec) {
        codec.release();
        if (codec.isStale()) {
            codec.close();
            return;
        }
        int at = start();
        for (int i = 0; i < PLACES; i++) {
            int place = (at + i) % PLACES;
            if (idle.getPlain(place) == null && idle.compareAndSet(place, null, codec)) {
                return;
            }
        }
        codec.close();
    }

    @SuppressWarnings("deprecation") // threadId() is not in Java 17
    private static int start() {
        return (int) (Thread.currentThread().getId() * STRIDE % PLACES);
    }
}
