package io.grizzlythrift.internal.metrics;

import io.grizzlythrift.inspect.Latencies;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

/** How many calls of a method took how long. Written by one thread at a time, read by any thread; see {@link MethodAccumulator}. */
final class LatencyCounts {
    private static final VarHandle COUNT = MethodHandles.arrayElementVarHandle(long[].class);

    private final long[] queued = new long[Latencies.CLASSES];
    private final long[] handled = new long[Latencies.CLASSES];

    void queued(long calls, long nanos) {
        add(queued, Latencies.classOf(nanos), calls);
    }

    void handled(long calls, long nanos) {
        add(handled, Latencies.classOf(nanos), calls);
    }

    private static void add(long[] counts, int index, long calls) {
        COUNT.setOpaque(counts, index, counts[index] + calls);
    }

    /** Adds all counts of others. */
    void merge(LatencyCounts other) {
        merge(queued, other.queued);
        merge(handled, other.handled);
    }

    private static void merge(long[] into, long[] other) {
        for (int i = 0; i < into.length; i++) {
            long more = (long) COUNT.getOpaque(other, i);
            if (more > 0) {
                add(into, i, more);
            }
        }
    }

    /** {@return the times in queue} No thread may be writing to them. */
    Latencies queued() {
        return Latencies.of(queued);
    }

    /** {@return the times in the handler} No thread may be writing to them. */
    Latencies handled() {
        return Latencies.of(handled);
    }
}
