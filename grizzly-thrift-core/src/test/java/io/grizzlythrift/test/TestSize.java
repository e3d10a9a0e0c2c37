package io.grizzlythrift.test;

/** The number of repetitions of a test: few in each build, more in the profiles {@code full} and {@code soak}. */
public final class TestSize {
    private static final boolean SOAK = Boolean.getBoolean("soak");
    private static final boolean FULL = SOAK || Boolean.getBoolean("full");

    private TestSize() {}

    /** Returns whether to run all cases of a test, not only some. */
    public static boolean isFull() {
        return FULL;
    }

    public static int of(int inEachBuild, int full) {
        return FULL ? full : inEachBuild;
    }

    /** Returns whether to run all combinations of cases, for which only the profile {@code soak} has time. */
    public static boolean isSoak() {
        return SOAK;
    }

    /** Returns a size for which only the profile {@code soak} has time, or another one. */
    public static int inSoak(int otherwise, int soak) {
        return SOAK ? soak : otherwise;
    }
}
