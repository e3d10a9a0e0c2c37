package io.grizzlythrift.bench.report.page;

import java.util.HashSet;
import java.util.Locale;
import java.util.Set;

/** Names of files for charts, each given once. */
public final class ChartFiles {
    private final Set<String> taken = new HashSet<>();

    /** Begins without names. */
    public ChartFiles() {}

    /**
     * A name that says what the chart shows, with a number if another chart has the name.
     *
     * @param title of the chart
     * @return without an ending
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
