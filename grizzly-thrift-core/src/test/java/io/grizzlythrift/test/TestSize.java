package io.grizzlythrift.test;

/** The number of repetitions of a test: few in each build, more in the profiles {@code full} and {@code soak}. */
public final class TestSize {
    private static final boolean SOAK = Boolean.getBoolean("soak");
    private static final boolean FULL = SOAK || Boolean.getBoolean("full");

    /** Share of a soak in the profile {@code full}: a tenth. */
    private static final int SHARE = 10;

    private TestSize() {}

    /** Returns whether to run all cases of a test, not only some. */
    public static boolean isFull() {
        return FULL;
    }

    /** Returns a size that grows: in the profile {@code full}, a tenth of that in a soak, but not less than in each build. */
    public static int of(int inEachBuild, int soak) {
        if (SOAK) {
            return soak;
        }
        return FULL ? Math.max(inEachBuild, soak / SHARE) : inEachBuild;
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
