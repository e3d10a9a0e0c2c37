package io.grizzlythrift.bench.report;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BiConsumer;

/** Parts of specifications that all charts share. */
final class Spec {
    private static final int MAX_NAMES = 12;

    private static final List<String> COLORS = List.of(
            "#1f77b4", "#d62728", "#2ca02c", "#ff7f0e", "#9467bd", "#17becf", "#8c564b", "#e377c2", "#000000",
            "#bcbd22", "#7f7f7f", "#00008b");

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
    static void parts(List<String> names, String title, BiConsumer<String, List<String>> draw) {
        int parts = (names.size() + MAX_NAMES - 1) / MAX_NAMES;
        for (int part = 1; part <= parts; part++) {
            int from = (part - 1) * MAX_NAMES;
            String ofPart = parts == 1 ? title : title + " (" + part + " of " + parts + ")";
            draw.accept(ofPart, names.subList(from, Math.min(names.size(), from + MAX_NAMES)));
        }
    }

    /** One color for each name. */
    static Map<String, Object> colors(String aesthetic, List<String> names) {
        return manual(aesthetic, names, COLORS);
    }

    /** One marker for each name. */
    static Map<String, Object> markers(List<String> names) {
        return manual("shape", names, MARKERS);
    }

    private static Map<String, Object> manual(String aesthetic, List<String> names, List<?> values) {
        return of("aesthetic", aesthetic, "name", "", "limits", names, "values", values.subList(0, names.size()));
    }

    /** A whole plot on white. */
    static Map<String, Object> plot(
            String title,
            String subtitle,
            Map<String, Object> data,
            List<Map<String, Object>> scales,
            List<Map<String, Object>> layers) {
        return of(
                "kind",
                "plot",
                "ggtitle",
                of("text", title, "subtitle", subtitle),
                "theme",
                of("name", "light"),
                "data",
                data,
                "scales",
                scales,
                "layers",
                layers);
    }
}
