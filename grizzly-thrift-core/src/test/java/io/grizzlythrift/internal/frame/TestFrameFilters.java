package io.grizzlythrift.internal.frame;

import io.grizzlythrift.frame.Dialect;
import io.grizzlythrift.internal.memory.MemoryBudget;
import io.grizzlythrift.internal.util.HeapShare;
import io.grizzlythrift.limits.ServerLimits;
import java.util.Set;
import java.util.function.LongSupplier;

/** Creates frame filters for tests, some with a clock that the test controls. */
public final class TestFrameFilters {
    private TestFrameFilters() {}

    /** Returns a filter of frames with the default limits. */
    public static FrameFilter framed() {
        return framed(ServerLimits.DEFAULT_MAX_FRAME_BYTES, new MemoryBudget(HeapShare.quarter()));
    }

    public static FrameFilter framed(int maxFrameBytes, MemoryBudget memory) {
        return filter(maxFrameBytes, memory, System::nanoTime);
    }

    public static FrameFilter filter(int maxFrameBytes, MemoryBudget memory, LongSupplier clock) {
        return new FrameFilter(maxFrameBytes, memory, Set.of(Dialect.FRAMED), clock);
    }

    public static FrameFilter httpFilter(int maxFrameBytes, MemoryBudget memory, LongSupplier clock) {
        return new FrameFilter(maxFrameBytes, memory, Set.of(Dialect.FRAMED, Dialect.HTTP), clock);
    }
}
