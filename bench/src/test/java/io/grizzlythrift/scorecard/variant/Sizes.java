package io.grizzlythrift.scorecard.variant;

import java.time.Duration;

/** How large and how strict the rows are: as they are meant with the profile {@code soak}, scaled down without. */
public final class Sizes {
    public static final boolean SOAK = Boolean.getBoolean("soak");

    /** What a loaded machine may take on top of a bound in a build that is no soak. */
    private static final Duration SLACK = Duration.ofSeconds(30);

    private Sizes() {}

    public static int of(int soak, int scaledDown) {
        return SOAK ? soak : scaledDown;
    }

    /** A share that must hold; scaled down, one that a loaded machine and a short time leave room for. */
    public static double share(double soak, double scaledDown) {
        return SOAK ? soak : scaledDown;
    }

    /** The bound that must hold; with slack where other things may run beside it. */
    public static Duration bound(Duration meant) {
        return SOAK ? meant : meant.plus(SLACK);
    }
}
