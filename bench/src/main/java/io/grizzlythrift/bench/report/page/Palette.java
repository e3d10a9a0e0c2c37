package io.grizzlythrift.bench.report.page;

import static java.util.Objects.requireNonNull;

import java.util.List;

/**
 * The colors of a chart, each as {@code #rrggbb}.
 *
 * @param paper background
 * @param ink text
 * @param grid grid lines
 * @param bar bars, behind text
 * @param lines series that must be distinguishable
 */
public record Palette(String paper, String ink, String grid, String bar, List<String> lines) {
    /** Colors for a white background. */
    public static final Palette LIGHT = new Palette(
            "#ffffff",
            "#1f2933",
            "#e3e7ec",
            "#9ecae1",
            List.of(
                    "#1f77b4", "#d62728", "#1e8a1e", "#c75d00", "#9467bd", "#0b8794", "#8c564b", "#c2459a", "#000000",
                    "#7d7d10", "#7f7f7f", "#00008b"));

    /** Colors for a dark background. */
    public static final Palette DARK = new Palette(
            "#12171d",
            "#d8dee6",
            "#2f3843",
            "#1f4f78",
            List.of(
                    "#6cb2f0", "#ff8a80", "#7bd88f", "#ffb259", "#c5a3ff", "#4dd0e1", "#d7a58c", "#ff9ad5", "#f2f2f2",
                    "#d9d94a", "#a3acb8", "#8c9eff"));

    /** Rejects a missing color. */
    public Palette {
        requireNonNull(paper, "paper");
        requireNonNull(ink, "ink");
        requireNonNull(grid, "grid");
        requireNonNull(bar, "bar");
        lines = List.copyOf(lines);
    }
}
