package io.grizzlythrift.bench.report;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** Figures along an axis, a line for each name. */
final class LineChart {
    private static final double WIDTH = 900;
    private static final double HEIGHT = 500;

    private final String axis;
    private final String figure;
    private final List<String> names = new ArrayList<>();
    private final List<Double> places = new ArrayList<>();
    private final List<Double> values = new ArrayList<>();
    private final List<String> nameOfPoint = new ArrayList<>();

    /**
     * Makes a chart without lines.
     *
     * @param axis name and unit of the axis
     * @param figure name and unit of the figures
     */
    LineChart(String axis, String figure) {
        this.axis = axis;
        this.figure = figure;
    }

    /** Adds a line with at least one point: values by place on the axis. */
    void add(String name, Map<Integer, Double> points) {
        names.add(name);
        points.forEach((place, value) -> {
            places.add((double) place);
            values.add(value);
            nameOfPoint.add(name);
        });
    }

    String svg(String title, String subtitle) {
        Map<String, Object> plot = Spec.plot(
                title,
                subtitle,
                Spec.of("place", places, "value", values, "name", nameOfPoint),
                List.of(
                        Scale.ofValues("x", axis, places),
                        Scale.ofFigures("y", figure, values),
                        Spec.colors("color", names),
                        Spec.markers(names)),
                List.of(Spec.of("geom", "line", "size", 0.8), Spec.of("geom", "point", "size", 4.0)));
        plot.put("mapping", Spec.of("x", "place", "y", "value", "color", "name", "shape", "name"));
        return Svg.draw(title, plot, WIDTH, HEIGHT);
    }
}
