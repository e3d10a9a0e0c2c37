package io.grizzlythrift.scorecard.variant;

import java.time.Duration;

/** Size and strictness of the rows: full with the profile {@code soak}, otherwise scaled down. */
public final class Sizes {
    public static final boolean SOAK = Boolean.getBoolean("soak");

    /** Extra time for a loaded machine in a build that is not a soak. */
    private static final Duration SLACK = Duration.ofSeconds(30);

    private Sizes() {}

    public static int of(int soak, int scaledDown) {
        return SOAK ? soak : scaledDown;
    }

    /** Returns a share that must be reached; scaled down, a smaller one for a loaded machine and a short run. */
    public static double share(double soak, double scaledDown) {
        return SOAK ? soak : scaledDown;
    }

    /** Returns the bound that must hold; scaled down, with slack for other load on the machine. */
    public static Duration bound(Duration meant) {
        return SOAK ? meant : meant.plus(SLACK);
    }
}
