package io.grizzlythrift.bench.report.chart;

import io.grizzlythrift.bench.report.page.Look;
import io.grizzlythrift.bench.report.page.Palette;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BiConsumer;

/** Parts of specifications that all charts share. */
public final class Spec {
    private static final int MAX_NAMES = 12;

    private static final int LEGEND_COLUMNS = 2;
    private static final double LEGEND_SIZE_BELOW = 10;

    // Numbers of R's markers: filled and open squares, circles, triangles, diamonds, then crosses and stars.
    private static final List<Integer> MARKERS = List.of(15, 16, 17, 18, 0, 1, 2, 5, 3, 4, 8, 6);

    private Spec() {}

    /** A map that can be changed, as the library wants it, in the order of its pairs. */
    static Map<String, Object> of(Object... namesAndValues) {
        Map<String, Object> map = new LinkedHashMap<>();
        for (int i = 0; i < namesAndValues.length; i += 2) {
            map.put((String) namesAndValues[i], namesAndValues[i + 1]);
        }
        return map;
    }

    /**
     * Spreads names over charts, so that none has more than can be told apart.
     *
     * @param names any number
     * @param title of the chart; says which part it is if there are several
     * @param draw draws a chart with its title and its names
     */
    public static void parts(List<String> names, String title, BiConsumer<String, List<String>> draw) {
        int parts = (names.size() + MAX_NAMES - 1) / MAX_NAMES;
        for (int part = 1; part <= parts; part++) {
            int from = (part - 1) * MAX_NAMES;
            String ofPart = parts == 1 ? title : title + " (" + part + " of " + parts + ")";
            draw.accept(ofPart, names.subList(from, Math.min(names.size(), from + MAX_NAMES)));
        }
    }

    /** One color for each name. */
    static Map<String, Object> colors(String aesthetic, Look look, List<String> names) {
        return manual(aesthetic, names, look.palette().lines());
    }

    /** One marker for each name. */
    static Map<String, Object> markers(List<String> names) {
        return manual("shape", names, MARKERS);
    }

    private static Map<String, Object> manual(String aesthetic, List<String> names, List<?> values) {
        return of("aesthetic", aesthetic, "name", "", "limits", names, "values", values.subList(0, names.size()));
    }

    /** Puts the legend below, where it takes no width from the lines. */
    static void legendBelow(Map<String, Object> plot) {
        Map<String, Object> theme = theme(plot);
        theme.put("legend_position", "bottom");
        words(theme).put("size", LEGEND_SIZE_BELOW);
        Map<String, Object> guide = of("name", "legend", "ncol", LEGEND_COLUMNS);
        plot.put("guides", of("color", guide, "shape", guide, "fill", guide));
    }

    /** How many lines a legend below has. */
    static int legendLines(List<String> names) {
        return (names.size() + LEGEND_COLUMNS - 1) / LEGEND_COLUMNS;
    }

    @SuppressWarnings("unchecked")
    private static Map<String, Object> words(Map<String, Object> theme) {
        return (Map<String, Object>) theme.computeIfAbsent("legend_text", element -> of("name", "text"));
    }

    @SuppressWarnings("unchecked")
    private static Map<String, Object> theme(Map<String, Object> plot) {
        return (Map<String, Object>) plot.get("theme");
    }

    /** Nothing behind it: the page shows through. */
    private static void color(Map<String, Object> theme, Palette palette) {
        Map<String, Object> nothing = of("name", "blank", "blank", true);
        Map<String, Object> lines = of("name", "line", "color", palette.grid());
        for (String element : List.of("plot_background", "panel_background", "panel_border")) {
            theme.put(element, nothing);
        }
        // Not blank: its color is also that of the keys, which would be white.
        theme.put("legend_background", of("name", "rect", "fill", palette.paper(), "color", palette.paper()));
        for (String element : List.of("text", "axis_text", "axis_title", "legend_text")) {
            theme.put(element, of("name", "text", "color", palette.ink()));
        }
        for (String element : List.of("line", "axis_line", "axis_ticks", "panel_grid")) {
            theme.put(element, lines);
        }
    }

    /** A whole plot; titled, it is on white. */
    static Map<String, Object> plot(
            Look look,
            String title,
            String subtitle,
            Map<String, Object> data,
            List<Map<String, Object>> scales,
            List<Map<String, Object>> layers) {
        Map<String, Object> plot = of("kind", "plot");
        Map<String, Object> theme = of("name", "light");
        if (look.titled()) {
            plot.put("ggtitle", of("text", title, "subtitle", subtitle));
        } else {
            color(theme, look.palette());
        }
        plot.put("theme", theme);
        plot.put("data", data);
        plot.put("scales", scales);
        plot.put("layers", layers);
        return plot;
    }
}
