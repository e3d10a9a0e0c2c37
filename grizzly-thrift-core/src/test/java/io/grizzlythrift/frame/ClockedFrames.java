package io.grizzlythrift.frame;

import java.util.function.LongSupplier;

/** Makes frame filters whose clock a test turns. */
public final class ClockedFrames {
    private ClockedFrames() {}

    public static ThriftFrameFilter filter(int maxFrameBytes, FrameMemory memory, LongSupplier clock) {
        return new ThriftFrameFilter(maxFrameBytes, memory, clock);
    }
}
