package io.grizzlythrift.internal.util;

/** The default of limits on memory, as a part of the heap. */
public final class HeapShare {
    private HeapShare() {}

    /** {@return a quarter of the maximum heap of this JVM, in bytes} */
    public static long quarter() {
        return Runtime.getRuntime().maxMemory() / 4;
    }
}
