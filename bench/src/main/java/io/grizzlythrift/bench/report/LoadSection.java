package io.grizzlythrift.bench.report;

import io.grizzlythrift.bench.load.LoadResult;
import io.grizzlythrift.bench.report.chart.BarChart;
import io.grizzlythrift.bench.report.chart.LineChart;
import io.grizzlythrift.bench.report.chart.Spec;
import io.grizzlythrift.bench.report.group.Axis;
import io.grizzlythrift.bench.report.group.Conditions;
import io.grizzlythrift.bench.report.group.Group;
import io.grizzlythrift.bench.report.group.Runs;
import io.grizzlythrift.bench.report.group.Slice;
import io.grizzlythrift.bench.report.page.Page;
import io.grizzlythrift.bench.report.page.Part;
import io.grizzlythrift.bench.results.Figure;
import io.grizzlythrift.bench.results.LoadFigures;
import io.grizzlythrift.bench.results.LoadMeasurement;
import io.grizzlythrift.bench.results.ServerThreads;
import io.grizzlythrift.bench.results.Spread;
import java.util.Comparator;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;

/** Writes the load runs of a preset: charts where possible, and a table for each group. */
final class LoadSection {
    private final Page page;
    private final String preset;
    private final List<Group<LoadMeasurement>> groups;

    LoadSection(Page page, String preset, List<LoadMeasurement> runs) {
        this.page = page;
        this.preset = preset;
        groups = Group.of(runs).stream()
                .sorted(Comparator.comparing(Conditions::of, Conditions.ORDER).thenComparing(Group::name))
                .toList();
    }

    void write() {
        Set<Group<LoadMeasurement>> drawn = new HashSet<>();
        List<Slice> slices = Slice.of(groups);
        boolean oneAxis = slices.stream().map(Slice::axis).distinct().count() == 1;
        for (Slice slice : slices) {
            if (slice.axis() != Axis.RATE) {
                lines(slice, LoadFigures.CALLS);
            }
            if (oneAxis) {
                lines(slice, LoadFigures.SERVER_CPU);
                lines(slice, LoadFigures.P50);
                lines(slice, LoadFigures.P99);
            }
            drawn.addAll(slice.points().values());
        }
        for (Group<LoadMeasurement> group : groups) {
            page.section(3, group.name(), drawn.contains(group), section -> {
                if (!drawn.contains(group)) {
                    bars(section, group);
                }
                table(section, group);
            });
        }
    }

    private static void table(Page page, Group<LoadMeasurement> group) {
        Figure<LoadMeasurement> calls = ofRun(LoadFigures.CALLS);
        GroupTable<LoadMeasurement> table = new GroupTable<>(group)
                .wordIfDifferent("threads", run -> ServerThreads.of(run.setup()))
                .spread(calls)
                .ratio(calls)
                .median(ofRun(LoadFigures.SERVER_CPU))
                .median(ofRun(LoadFigures.CLIENT_CPU));
        LoadFigures.LATENCIES.forEach(latency -> table.median(ofRun(latency)));
        page.block(table.median(ofRun(LoadFigures.SERVER_PEAK)).toString());
        page.block(Provenance.of(group, List.of(calls, ofRun(LoadFigures.SERVER_CPU))));
    }

    private void lines(Slice slice, Figure<LoadResult> figure) {
        Map<String, SortedMap<Integer, Spread>> lines = new LinkedHashMap<>();
        slice.points().forEach((place, group) -> {
            for (Runs<LoadMeasurement> runs : group.contenders()) {
                Spread rounds = runs.spread(ofRun(figure));
                if (Double.isFinite(rounds.median())) {
                    lines.computeIfAbsent(runs.contender(), first -> new TreeMap<>())
                            .put(place, rounds);
                }
            }
        });
        String title = preset + ": " + figure.head() + " by " + slice.axis().word();
        String subtitle = slice.fixed().text();
        Spec.parts(List.copyOf(lines.keySet()), title, (ofPart, names) -> {
            LineChart chart = new LineChart(ofPart, subtitle, slice.axis().label(), figure.head());
            names.forEach(name -> chart.add(name, lines.get(name)));
            page.chart(new Part.Chart(ofPart, subtitle, chart.table(figure).toString(), chart::svg));
        });
    }

    private void bars(Page page, Group<LoadMeasurement> group) {
        // With a rate or with burning calls, throughput means nothing, so the chart compares latencies.
        boolean paced = group.all().stream()
                .map(run -> run.load().plan())
                .anyMatch(plan -> plan.burnEvery() > 0 || plan.rate() > 0);
        Figure<LoadResult> figure = paced ? LoadFigures.P99 : LoadFigures.CALLS;
        BarChart chart = new BarChart(figure.head(), figure.format());
        for (Runs<LoadMeasurement> runs : group.contenders()) {
            chart.add(runs.contender(), figure.head(), runs.spread(ofRun(figure)));
        }
        chart.show(page, preset + ": " + figure.head(), group.name());
    }

    static Figure<LoadMeasurement> ofRun(Figure<LoadResult> figure) {
        return figure.of(LoadMeasurement::load);
    }
}
