package io.grizzlythrift.bench.report.chart;

import io.grizzlythrift.bench.report.page.Look;
import io.grizzlythrift.bench.report.page.Palette;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BiConsumer;

/** Parts of Lets-Plot specifications that all charts share. */
public final class Spec {
    private static final int MAX_NAMES = 12;

    private static final int LEGEND_COLUMNS = 2;
    private static final double LEGEND_SIZE_BELOW = 10;

    // Numbers of R's markers: filled, then open squares, circles, triangles and diamonds, then crosses and stars.
    private static final List<Integer> MARKERS = List.of(15, 16, 17, 18, 0, 1, 2, 5, 3, 4, 8, 6);

    private Spec() {}

    /** Returns a mutable map, as Lets-Plot requires, in the order of the pairs. */
    static Map<String, Object> of(Object... namesAndValues) {
        Map<String, Object> map = new LinkedHashMap<>();
        for (int i = 0; i < namesAndValues.length; i += 2) {
            map.put((String) namesAndValues[i], namesAndValues[i + 1]);
        }
        return map;
    }

    /**
     * Distributes names over several charts, so that no chart has more than a reader can distinguish.
     *
     * @param names any number of names
     * @param title title of the chart; if there are several charts, the part is appended
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

    /** Returns a scale with one color per name. */
    static Map<String, Object> colors(String aesthetic, Look look, List<String> names) {
        return manual(aesthetic, names, look.palette().lines());
    }

    /** Returns a scale with one marker per name. */
    static Map<String, Object> markers(List<String> names) {
        return manual("shape", names, MARKERS);
    }

    private static Map<String, Object> manual(String aesthetic, List<String> names, List<?> values) {
        return of("aesthetic", aesthetic, "name", "", "limits", names, "values", values.subList(0, names.size()));
    }

    /** Puts the legend below the chart, where it does not reduce its width. */
    static void legendBelow(Map<String, Object> plot) {
        Map<String, Object> theme = theme(plot);
        theme.put("legend_position", "bottom");
        words(theme).put("size", LEGEND_SIZE_BELOW);
        Map<String, Object> guide = of("name", "legend", "ncol", LEGEND_COLUMNS);
        plot.put("guides", of("color", guide, "shape", guide, "fill", guide));
    }

    /** {@return the number of lines of a legend below the chart} */
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

    /** Sets the colors of a theme, with a transparent background. */
    private static void color(Map<String, Object> theme, Palette palette) {
        Map<String, Object> nothing = of("name", "blank", "blank", true);
        Map<String, Object> lines = of("name", "line", "color", palette.grid());
        for (String element : List.of("plot_background", "panel_background", "panel_border")) {
            theme.put(element, nothing);
        }
        // Not blank: the keys have the same color, and would be white.
        theme.put("legend_background", of("name", "rect", "fill", palette.paper(), "color", palette.paper()));
        for (String element : List.of("text", "axis_text", "axis_title", "legend_text")) {
            theme.put(element, of("name", "text", "color", palette.ink()));
        }
        for (String element : List.of("line", "axis_line", "axis_ticks", "panel_grid")) {
            theme.put(element, lines);
        }
    }

    /** Returns a whole plot. If it has a title, its background is white. */
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
