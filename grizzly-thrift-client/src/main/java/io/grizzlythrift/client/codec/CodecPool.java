package io.grizzlythrift.client.codec;

import java.util.concurrent.atomic.AtomicReferenceArray;
import java.util.function.Supplier;

/**
 * A few codecs for whichever threads need one next. Not one per thread: callers may be thousands of short-lived or
 * virtual threads, and nothing of the client is left in their thread locals.
 */
public final class CodecPool {
    private static final int PLACES = 64;

    /** Neighbours in the array share a cache line of references; threads start this far apart. */
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

    /** Gives a codec back. If there are enough, it is left to the garbage collector. */
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
