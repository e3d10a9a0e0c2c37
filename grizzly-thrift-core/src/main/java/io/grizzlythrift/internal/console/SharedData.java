package io.grizzlythrift.internal.console;

import java.time.Duration;
import java.util.function.LongSupplier;
import java.util.function.Supplier;

/**
 * Data that everyone who looks shares for a while, so that its cost does not depend on how many look, or how often. For the
 * thread of the console alone.
 */
public final class SharedData implements Supplier<byte[]> {
    private static final byte[] NONE = {};

    private final Supplier<byte[]> source;
    private final long sharedNanos;
    private final LongSupplier nanoTime;
    private byte[] data = NONE;
    private long madeNanos;

    /**
     * Creates data that is made when it is asked for.
     *
     * @param source makes it
     * @param shared how long it is used
     * @param nanoTime the clock, such as {@code System::nanoTime}
     */
    public SharedData(Supplier<byte[]> source, Duration shared, LongSupplier nanoTime) {
        this.source = source;
        sharedNanos = shared.toNanos();
        this.nanoTime = nanoTime;
    }

    @Override
    public byte[] get() {
        long now = nanoTime.getAsLong();
        if (data == NONE || now - madeNanos >= sharedNanos) {
            data = source.get();
            madeNanos = now;
        }
        return data;
    }
}
