package io.grizzlythrift.bench.report.page;

import static java.util.Objects.requireNonNull;

/**
 * For which page a chart is drawn.
 *
 * @param palette its colors
 * @param width in pixels
 * @param titled whether title and subtitle stand in the chart; where they do not, the page says them
 */
public record Look(Palette palette, int width, boolean titled) {
    /** Dark on white, with a title. */
    public static final Look REPORT = new Look(Palette.LIGHT, 900, true);

    private static final int LEAST_FOR_A_LEGEND_BESIDE = 600;

    /** Checks that nothing is missing. */
    public Look {
        requireNonNull(palette, "palette");
        if (width < 1) {
            throw new IllegalArgumentException("width is " + width + ", must be at least 1");
        }
    }

    /** Whether there is no room for a legend beside the lines. */
    public boolean narrow() {
        return width < LEAST_FOR_A_LEGEND_BESIDE;
    }
}
