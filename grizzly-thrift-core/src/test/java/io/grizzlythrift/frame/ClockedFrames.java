package io.grizzlythrift.frame;

import io.grizzlythrift.memory.MemoryBudget;
import java.util.Set;
import java.util.function.LongSupplier;

/** Creates frame filters with a clock that the test controls. */
public final class ClockedFrames {
    private ClockedFrames() {}

    public static ThriftFrameFilter filter(int maxFrameBytes, MemoryBudget memory, LongSupplier clock) {
        return new ThriftFrameFilter(maxFrameBytes, memory, Set.of(Dialect.FRAMED), clock);
    }

    public static ThriftFrameFilter httpFilter(int maxFrameBytes, MemoryBudget memory, LongSupplier clock) {
        return new ThriftFrameFilter(maxFrameBytes, memory, Set.of(Dialect.FRAMED, Dialect.HTTP), clock);
    }
}
