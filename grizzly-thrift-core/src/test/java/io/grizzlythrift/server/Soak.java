package io.grizzlythrift.server;

/** How much a test does: little in each build, all of it in the profile {@code soak}. */
public final class Soak {
    private static final boolean FULL = Boolean.getBoolean("soak");

    private Soak() {}

    public static int size(int inEachBuild, int full) {
        return FULL ? full : inEachBuild;
    }
}
