package io.grizzlythrift;

import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.LongSupplier;

/** Counts what may come a little later: a line of a log may be written after a peer has seen what it is about. */
public final class EventualCount {
    private static final long LIMIT_NANOS = TimeUnit.SECONDS.toNanos(30);
    private static final long LOOK_NANOS = TimeUnit.MICROSECONDS.toNanos(200);

    private EventualCount() {}

    /** The count as soon as it is not 0; 0 if it is still that after half a minute. */
    public static long of(LongSupplier counting) {
        long begin = System.nanoTime();
        long count = counting.getAsLong();
        while (count == 0 && System.nanoTime() - begin < LIMIT_NANOS) {
            LockSupport.parkNanos(LOOK_NANOS);
            count = counting.getAsLong();
        }
        return count;
    }
}
