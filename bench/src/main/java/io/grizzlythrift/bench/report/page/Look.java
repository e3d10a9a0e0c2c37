package io.grizzlythrift.bench.report.page;

import static java.util.Objects.requireNonNull;

/**
 * The look of a chart on a certain page.
 *
 * @param palette the colors
 * @param width width in pixels
 * @param titled whether the chart contains title and subtitle; otherwise the page shows them
 */
public record Look(Palette palette, int width, boolean titled) {
    /** The look for reports: dark on white, with a title. */
    public static final Look REPORT = new Look(Palette.LIGHT, 900, true);

    private static final int LEAST_FOR_A_LEGEND_BESIDE = 600;

    /** Rejects a missing palette and a width below 1. */
    public Look {
        requireNonNull(palette, "palette");
        if (width < 1) {
            throw new IllegalArgumentException("width is " + width + ", must be at least 1");
        }
    }

    /** {@return true if there is no room for a legend next to the lines} */
    public boolean narrow() {
        return width < LEAST_FOR_A_LEGEND_BESIDE;
    }
}
