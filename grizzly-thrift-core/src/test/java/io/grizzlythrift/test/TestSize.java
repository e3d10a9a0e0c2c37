package io.grizzlythrift.test;

/** How often a test repeats what it does: a little in each build, more in the profiles {@code full} and {@code soak}. */
public final class TestSize {
    private static final boolean FULL = Boolean.getBoolean("full") || Boolean.getBoolean("soak");

    private TestSize() {}

    public static int of(int inEachBuild, int full) {
        return FULL ? full : inEachBuild;
    }
}
