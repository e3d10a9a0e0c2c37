package io.grizzlythrift.bench.report.chart;

import io.grizzlythrift.bench.report.page.Look;
import io.grizzlythrift.bench.report.page.Page;
import io.grizzlythrift.bench.report.page.Part;
import io.grizzlythrift.bench.results.Spread;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Function;

/**
 * A chart of horizontal bars, one per contender, or with several series one per contender and series. A bar shows a
 * median; a line across its end extends from the minimum to the maximum of the rounds.
 */
public final class BarChart {
    private static final double HEIGHT_AROUND = 130;
    private static final double HEIGHT_AROUND_UNTITLED = 60;
    private static final double HEIGHT_OF_BAR = 18;
    private static final double GAP = 10;
    private static final double BAR_WIDTH = 0.8;

    private static final double SPREAD_WIDTH = 0.3;

    private record Bar(String contender, String series, Spread rounds) {
        double value() {
            return rounds.median();
        }
    }

    private final String figure;
    private final String format;
    private final List<Bar> bars = new ArrayList<>();

    /**
     * Creates a chart without bars.
     *
     * @param figure name and unit of the values
     * @param format format of the numbers next to the bars
     */
    public BarChart(String figure, String format) {
        this.figure = figure;
        this.format = format;
    }

    /**
     * Adds a bar.
     *
     * @param contender name of the contender
     * @param series name of the value, in at most twenty letters
     * @param rounds the values; NaN draws nothing
     */
    public void add(String contender, String series, Spread rounds) {
        if (Double.isFinite(rounds.median())) {
            bars.add(new Bar(contender, series, rounds));
        }
    }

    /**
     * Adds the chart to a page, unless it has no bars.
     *
     * @param page the page
     * @param title describes the values
     * @param subtitle describes the conditions; may be empty
     */
    public void show(Page page, String title, String subtitle) {
        if (bars.isEmpty()) {
            return;
        }
        // Lets-Plot puts the first bar at the bottom.
        List<Bar> upwards = new ArrayList<>(bars);
        Collections.reverse(upwards);
        if (distinct(bars, Bar::series).size() == 1) {
            page.chart(new Part.Chart(title, subtitle, "", look -> named(look, title, subtitle, upwards)));
        } else {
            Spec.parts(distinct(bars, Bar::contender), title, (ofPart, names) -> {
                List<Bar> part = upwards.stream()
                        .filter(bar -> names.contains(bar.contender()))
                        .toList();
                page.chart(new Part.Chart(ofPart, subtitle, "", look -> colored(look, ofPart, subtitle, names, part)));
            });
        }
    }

    /** Draws the names inside the bars, because Lets-Plot truncates labels of an axis after twenty letters. */
    private String named(Look look, String title, String subtitle, List<Bar> upwards) {
        Map<String, Object> data = Spec.of(
                "contender", column(upwards, Bar::contender),
                "value", column(upwards, Bar::value),
                "start", column(upwards, bar -> 0.0),
                "least", column(upwards, bar -> bar.rounds().min()),
                "greatest", column(upwards, bar -> bar.rounds().max()),
                "text", column(upwards, bar -> bar.contender() + ": " + number(bar)));
        Map<String, Object> text = Spec.of("geom", "text", "hjust", "left", "size", 7.0);
        if (!look.titled()) {
            text.put("color", look.palette().ink());
        }
        text.put("mapping", Spec.of("label", "text", "y", "start"));
        Map<String, Object> plot = Spec.plot(
                look,
                title,
                subtitle,
                data,
                List.of(
                        Spec.of("aesthetic", "x", "discrete", true, "name", "", "breaks", List.of()),
                        Spec.of("aesthetic", "y", "name", figure)),
                List.of(
                        Spec.of(
                                "geom",
                                "bar",
                                "stat",
                                "identity",
                                "width",
                                BAR_WIDTH,
                                "fill",
                                look.palette().bar()),
                        spread(look, "identity"),
                        text));
        plot.put("mapping", Spec.of("x", "contender", "y", "value"));
        return lying(look, title, plot, upwards.size() * (GAP + HEIGHT_OF_BAR));
    }

    private static Map<String, Object> spread(Look look, Object position) {
        return Spec.of(
                "geom",
                "errorbar",
                "width",
                SPREAD_WIDTH,
                "position",
                position,
                "color",
                look.palette().ink(),
                "mapping",
                Spec.of("ymin", "least", "ymax", "greatest", "group", "contender"));
    }

    private String colored(Look look, String title, String subtitle, List<String> names, List<Bar> upwards) {
        List<String> series = distinct(upwards, Bar::series);
        Map<String, Object> data = Spec.of(
                "contender", column(upwards, Bar::contender),
                "series", column(upwards, Bar::series),
                "value", column(upwards, Bar::value),
                "least", column(upwards, bar -> bar.rounds().min()),
                "greatest", column(upwards, bar -> bar.rounds().max()));
        Map<String, Object> plot = Spec.plot(
                look,
                title,
                subtitle,
                data,
                List.of(
                        Spec.of("aesthetic", "x", "discrete", true, "name", "", "limits", series),
                        Spec.of("aesthetic", "y", "name", figure),
                        Spec.colors("fill", look, names)),
                List.of(
                        Spec.of("geom", "bar", "stat", "identity", "position", "dodge", "width", BAR_WIDTH),
                        spread(look, Spec.of("name", "dodge", "width", BAR_WIDTH))));
        plot.put("mapping", Spec.of("x", "series", "y", "value", "fill", "contender"));
        if (look.narrow()) {
            Spec.legendBelow(plot);
        }
        double legend = look.narrow() ? HEIGHT_OF_BAR * Spec.legendLines(names) : 0;
        return lying(look, title, plot, series.size() * GAP + upwards.size() * HEIGHT_OF_BAR + legend);
    }

    private static String lying(Look look, String title, Map<String, Object> plot, double height) {
        plot.put("coord", Spec.of("name", "flip"));
        double around = look.titled() ? HEIGHT_AROUND : HEIGHT_AROUND_UNTITLED;
        return Svg.draw(title, plot, look.width(), around + height);
    }

    private String number(Bar bar) {
        return String.format(Locale.ROOT, format, bar.value());
    }

    private static <T> List<T> column(List<Bar> bars, Function<Bar, T> value) {
        return bars.stream().map(value).toList();
    }

    private static <T> List<T> distinct(List<Bar> bars, Function<Bar, T> value) {
        return bars.stream().map(value).distinct().toList();
    }
}
