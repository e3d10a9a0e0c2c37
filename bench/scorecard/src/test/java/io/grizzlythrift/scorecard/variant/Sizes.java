package io.grizzlythrift.scorecard.variant;

import java.lang.reflect.Method;
import java.time.Duration;
import java.util.List;

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

    /**
     * Returns what a test runs with: all of a list; scaled down, one of it, which depends on the name of the test. So
     * every build runs the same, and all rows together run with all of the list.
     */
    public static <T> List<T> tested(Method test, List<T> all) {
        return SOAK ? all : List.of(turn(test, 0, all));
    }

    /** Returns one of a list, which depends on the name of a test, and on the number of the case. */
    public static <T> T turn(Method test, int number, List<T> all) {
        String name = test.getDeclaringClass().getSimpleName() + '.' + test.getName();
        return all.get(Math.floorMod(name.hashCode() + number, all.size()));
    }

    /** Returns the bound that must hold; scaled down, with slack for other load on the machine. */
    public static Duration bound(Duration meant) {
        return SOAK ? meant : meant.plus(SLACK);
    }
}
