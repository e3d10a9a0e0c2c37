package io.grizzlythrift.test;

/** The number of repetitions of a test: few in each build, more in the profiles {@code full} and {@code soak}. */
public final class TestSize {
    private static final boolean SOAK = Boolean.getBoolean("soak");
    private static final boolean FULL = SOAK || Boolean.getBoolean("full");

    private TestSize() {}

    /** Returns whether all cases of a test run, not just some. */
    public static boolean isFull() {
        return FULL;
    }

    public static int of(int inEachBuild, int full) {
        return FULL ? full : inEachBuild;
    }

    /** Chooses a size that only the profile {@code soak} has time for. */
    public static int inSoak(int otherwise, int soak) {
        return SOAK ? soak : otherwise;
    }
}
