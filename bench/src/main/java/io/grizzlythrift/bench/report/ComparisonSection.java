package io.grizzlythrift.bench.report;

import io.grizzlythrift.bench.load.LoadResult;
import io.grizzlythrift.bench.load.plan.LoadPlan;
import io.grizzlythrift.bench.published.Place;
import io.grizzlythrift.bench.published.Published;
import io.grizzlythrift.bench.published.PublishedComparison;
import io.grizzlythrift.bench.report.chart.BarChart;
import io.grizzlythrift.bench.report.chart.LineChart;
import io.grizzlythrift.bench.report.group.Axis;
import io.grizzlythrift.bench.report.group.Group;
import io.grizzlythrift.bench.report.group.Runs;
import io.grizzlythrift.bench.report.page.Page;
import io.grizzlythrift.bench.report.page.Part;
import io.grizzlythrift.bench.results.Figure;
import io.grizzlythrift.bench.results.LoadFigures;
import io.grizzlythrift.bench.results.LoadMeasurement;
import io.grizzlythrift.bench.results.Measurement;
import io.grizzlythrift.bench.results.MicroMeasurement;
import io.grizzlythrift.bench.results.Spread;
import io.grizzlythrift.bench.service.Method;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * Writes a preset that repeats a published comparison: its conclusions and what the runs say of them, charts like those
 * of the original, and tables with the published ratios beside those measured.
 */
final class ComparisonSection {
    private static final int LEAST_POINTS = 3;
    private static final List<Figure<LoadResult>> BY_CONNECTIONS =
            List.of(LoadFigures.CALLS, LoadFigures.MEAN, LoadFigures.SERVER_CPU);
    private static final List<Figure<LoadResult>> COLUMNS = List.of(
            LoadFigures.SERVER_CPU, LoadFigures.CLIENT_CPU, LoadFigures.SERVER_READS, LoadFigures.SERVER_WRITES);
    private static final List<Figure<LoadResult>> LATENCIES =
            List.of(LoadFigures.MEAN, LoadFigures.P50, LoadFigures.P99);
    private static final List<Figure<LoadResult>> AMONG_BURNS = List.of(
            LoadFigures.DEVIATION, LoadFigures.P50, LoadFigures.P75, LoadFigures.P90, LoadFigures.P95, LoadFigures.P99);

    private final Page page;
    private final String preset;
    private final PublishedComparison comparison;
    private final Published published;
    private final List<Measurement> runs;
    private final List<LoadMeasurement> loads;

    ComparisonSection(Page page, String preset, PublishedComparison comparison, List<Measurement> runs) {
        this.page = page;
        this.preset = preset;
        this.comparison = comparison;
        this.runs = runs;
        published = comparison.published();
        loads = Results.only(LoadMeasurement.class, runs);
    }

    void write() {
        page.block("**Source.** " + published.source());
        page.block("What is different here:\n\n" + items(published.differences()));
        if (!loads.isEmpty()) {
            page.block(warmUps());
        }
        page.section(3, "Conclusions of " + published.year() + ", and today", false, section -> {
            section.block(items(comparison.conclusions(runs)));
            section.block(PublishedComparison.RULES);
        });
        Group.by(loads, ComparisonSection::conditions).forEach(this::lines);
        Group.of(loads).forEach(group -> page.section(3, group.name(), false, section -> write(section, group)));
        Group.of(Results.only(MicroMeasurement.class, runs))
                .forEach(group -> page.section(3, group.name(), false, section -> writeMicro(section, group)));
    }

    private static String items(List<String> sentences) {
        return sentences.stream().map(sentence -> "- " + sentence).collect(Collectors.joining("\n"));
    }

    private String warmUps() {
        Spread seconds = Spread.of(loads, run -> run.load().warmupSeconds());
        long cutOff = loads.stream()
                .filter(run -> run.load().warmupSeconds() * 1000
                        >= run.load().plan().warmup().toMillis())
                .count();
        return String.format(
                Locale.ROOT,
                "Warm-ups took %.1f to %.1f s: they ended as soon as the compilers of server and client were quiet,"
                        + " except in %,d of %,d runs, which began at the end of the time for the warm-up.",
                seconds.min(),
                seconds.max(),
                cutOff,
                loads.size());
    }

    /** Returns the conditions of a load other than the number of connections. */
    private static String conditions(LoadMeasurement run) {
        LoadPlan plan = run.load().plan();
        String detail = plan.method() == Method.SLEEP
                ? " " + plan.handlerTime().toMillis() + " ms"
                : plan.method().hasSize() ? String.format(Locale.ROOT, " %,d B", plan.size()) : "";
        return plan.method() + detail + ", " + plan.protocol() + ", "
                + run.load().client() + " client" + (plan.inFlight() == 1 ? "" : ", " + plan.inFlight() + " in flight");
    }

    /** Draws the servers that were measured with at least three numbers of connections. */
    private void lines(String conditions, List<LoadMeasurement> ofChart) {
        Map<String, SortedMap<Integer, Runs<LoadMeasurement>>> servers = new LinkedHashMap<>();
        Group.by(ofChart, ComparisonSection::server).forEach((server, all) -> {
            SortedMap<Integer, Runs<LoadMeasurement>> points = new TreeMap<>();
            Group.by(all, run -> run.load().plan().connections())
                    .forEach((connections, rounds) -> points.put(connections, new Runs<>(server, rounds)));
            if (points.size() >= LEAST_POINTS) {
                servers.put(server, points);
            }
        });
        for (Figure<LoadResult> figure : BY_CONNECTIONS) {
            Map<String, SortedMap<Integer, Spread>> lines = new LinkedHashMap<>();
            servers.forEach((server, points) -> points.forEach((connections, rounds) ->
                    put(lines, server, connections, rounds.spread(LoadSection.ofRun(figure)))));
            chart(figure, figure.head() + " by connections", conditions, lines);
        }
        ratios(conditions, servers);
    }

    /** Draws the published ratios of calls/s to the first server beside those measured, if there are any. */
    private void ratios(String conditions, Map<String, SortedMap<Integer, Runs<LoadMeasurement>>> servers) {
        if (servers.isEmpty()) {
            return;
        }
        String first = servers.keySet().iterator().next();
        SortedMap<Integer, Runs<LoadMeasurement>> base = servers.get(first);
        Figure<LoadMeasurement> calls = LoadSection.ofRun(LoadFigures.CALLS);
        Map<String, SortedMap<Integer, Spread>> lines = new LinkedHashMap<>();
        Map<String, SortedMap<Integer, Spread>> then = new LinkedHashMap<>();
        servers.forEach((server, points) -> points.forEach((connections, rounds) -> {
            if (!server.equals(first) && base.containsKey(connections)) {
                Runs<LoadMeasurement> divisor = base.get(connections);
                put(lines, server, connections, single(rounds.median(calls) / divisor.median(calls)));
                double ratio = published.ratio(place(rounds), place(divisor), calls.head());
                put(then, server + ", " + published.year(), connections, single(ratio));
            }
        }));
        if (!then.isEmpty()) {
            lines.putAll(then);
            Figure<LoadResult> ratio = new Figure<>("ratio of calls/s to " + first, LoadResult::callsPerSecond, "%.3f");
            chart(ratio, ratio.head() + " by connections", conditions, lines);
        }
    }

    private void chart(
            Figure<LoadResult> figure, String title, String conditions, Map<String, SortedMap<Integer, Spread>> lines) {
        if (!lines.isEmpty()) {
            LineChart chart = new LineChart(preset + ": " + title, conditions, Axis.CONNECTIONS.label(), figure.head());
            lines.forEach(chart::add);
            page.chart(new Part.Chart(
                    preset + ": " + title, conditions, chart.table(figure).toString(), chart::svg));
        }
    }

    private static void put(Map<String, SortedMap<Integer, Spread>> lines, String name, int connections, Spread point) {
        if (Double.isFinite(point.median())) {
            lines.computeIfAbsent(name, first -> new TreeMap<>()).put(connections, point);
        }
    }

    private static Spread single(double value) {
        return new Spread(value, value, value);
    }

    private static Place place(Runs<LoadMeasurement> runs) {
        return Place.of(runs.all().get(0));
    }

    /** Returns the first part of the contender's name; the rest, if any, says how it was called. */
    private static String server(Measurement run) {
        return part(run.occasion().contender(), 0);
    }

    private static String part(String contender, int part) {
        String[] parts = contender.split(", ", 2);
        return part < parts.length ? parts[part].replace(", ", " ") : "";
    }

    private void write(Page section, Group<LoadMeasurement> group) {
        boolean amongBurns =
                group.all().stream().anyMatch(run -> run.load().plan().burnEvery() > 0);
        Figure<LoadMeasurement> calls = LoadSection.ofRun(LoadFigures.CALLS);
        BarChart chart = new BarChart(amongBurns ? "us" : calls.head(), calls.format());
        for (Runs<LoadMeasurement> contender : group.contenders()) {
            if (amongBurns) {
                AMONG_BURNS.forEach(figure ->
                        chart.add(contender.contender(), figure.head(), contender.spread(LoadSection.ofRun(figure))));
            } else {
                chart.add(part(contender.contender(), 0), part(contender.contender(), 1), contender.spread(calls));
            }
        }
        chart.show(section, preset + ": " + (amongBurns ? "latency" : calls.head()), group.name());
        GroupTable<LoadMeasurement> table =
                new GroupTable<>(group).spread(calls).ratio(calls).published(published, calls);
        COLUMNS.forEach(figure -> table.median(LoadSection.ofRun(figure)));
        (amongBurns ? AMONG_BURNS : LATENCIES).forEach(figure -> table.median(LoadSection.ofRun(figure)));
        section.block(table.toString());
    }

    private void writeMicro(Page section, Group<MicroMeasurement> group) {
        String unit = group.all().get(0).unit();
        Figure<MicroMeasurement> figure = new Figure<>(unit, MicroMeasurement::value, "%,.0f");
        BarChart chart = new BarChart(unit, figure.format());
        group.contenders().forEach(each -> chart.add(each.contender(), unit, each.spread(figure)));
        chart.show(section, preset + ": " + unit, group.name());
        section.block(new GroupTable<>(group)
                .spread(figure)
                .ratio(figure)
                .published(published, figure)
                .toString());
    }
}
