package io.grizzlythrift.bench.report.page;

import java.util.HashSet;
import java.util.Locale;
import java.util.Set;

/** Creates unique file names for charts. */
public final class ChartFiles {
    private final Set<String> taken = new HashSet<>();

    /** Starts without names. */
    public ChartFiles() {}

    /**
     * Returns a name derived from the title, with a number if another chart has the same name.
     *
     * @param title title of the chart
     * @return the name without an extension
     */
    public String name(String title) {
        String wanted =
                title.toLowerCase(Locale.ROOT).replaceAll("[^a-z0-9]+", "-").replaceAll("^-|-$", "");
        String free = wanted;
        for (int number = 2; !taken.add(free); number++) {
            free = wanted + "-" + number;
        }
        return free;
    }
}
