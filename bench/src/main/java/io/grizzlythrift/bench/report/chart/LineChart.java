package io.grizzlythrift.bench.report.chart;

import io.grizzlythrift.bench.report.page.Look;
import io.grizzlythrift.bench.report.page.MarkdownTable;
import io.grizzlythrift.bench.results.Figure;
import io.grizzlythrift.bench.results.Spread;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.SortedSet;
import java.util.TreeSet;

/**
 * A chart of figures along an axis, with one line per name. A point shows a median; a vertical line through it extends
 * from the minimum to the maximum of the rounds.
 */
public final class LineChart {
    private static final double HEIGHT = 500;
    private static final double HEIGHT_UNTITLED = 400;
    private static final double HEIGHT_OF_LEGEND_LINE = 24;

    private final String title;
    private final String subtitle;
    private final String axis;
    private final String figure;
    private final SortedSet<Integer> columns = new TreeSet<>();
    private final Map<String, Map<Integer, Spread>> lines = new LinkedHashMap<>();
    private final List<String> names = new ArrayList<>();
    private final List<Double> places = new ArrayList<>();
    private final List<Double> values = new ArrayList<>();
    private final List<Double> least = new ArrayList<>();
    private final List<Double> greatest = new ArrayList<>();
    private final List<String> nameOfPoint = new ArrayList<>();

    /**
     * Creates a chart without lines.
     *
     * @param title describes the figures
     * @param subtitle describes the conditions; may be empty
     * @param axis name and unit of the axis
     * @param figure name and unit of the figures
     */
    public LineChart(String title, String subtitle, String axis, String figure) {
        this.title = title;
        this.subtitle = subtitle;
        this.axis = axis;
        this.figure = figure;
    }

    /** Adds a line with at least one point: values by their position on the axis. */
    public void add(String name, Map<Integer, Spread> points) {
        names.add(name);
        lines.put(name, points);
        columns.addAll(points.keySet());
        points.forEach((place, rounds) -> {
            places.add((double) place);
            values.add(rounds.median());
            least.add(rounds.min());
            greatest.add(rounds.max());
            nameOfPoint.add(name);
        });
    }

    /** Returns the same figures as a table: one row per name, one column per position on the axis. */
    public MarkdownTable table(Figure<?> shown) {
        List<String> head = new ArrayList<>(List.of(axis));
        columns.forEach(place -> head.add(String.format(Locale.ROOT, "%,d", place)));
        MarkdownTable table = MarkdownTable.ofNumbers(head);
        lines.forEach((name, points) -> {
            List<String> row = new ArrayList<>(List.of(name));
            columns.forEach(place -> {
                Spread rounds = points.get(place);
                row.add(rounds == null ? "-" : shown.text(rounds.median()));
            });
            table.add(row);
        });
        return table;
    }

    public String svg(Look look) {
        Map<String, Object> plot = Spec.plot(
                look,
                title,
                subtitle,
                Spec.of(
                        "place", places,
                        "value", values,
                        "least", least,
                        "greatest", greatest,
                        "name", nameOfPoint),
                List.of(
                        Scale.ofValues("x", axis, places),
                        Scale.ofFigures("y", figure, values),
                        Spec.colors("color", look, names),
                        Spec.markers(names)),
                List.of(
                        Spec.of("geom", "line", "size", 0.8),
                        Spec.of("geom", "linerange", "mapping", Spec.of("ymin", "least", "ymax", "greatest")),
                        Spec.of("geom", "point", "size", 4.0)));
        plot.put("mapping", Spec.of("x", "place", "y", "value", "color", "name", "shape", "name"));
        double height = look.titled() ? HEIGHT : HEIGHT_UNTITLED;
        if (look.narrow()) {
            Spec.legendBelow(plot);
            height += HEIGHT_OF_LEGEND_LINE * Spec.legendLines(names);
        }
        return Svg.draw(title, plot, look.width(), height);
    }
}
