package io.grizzlythrift.bench.report;

import io.grizzlythrift.bench.report.chart.BarChart;
import io.grizzlythrift.bench.report.group.Group;
import io.grizzlythrift.bench.report.group.Runs;
import io.grizzlythrift.bench.report.page.Page;
import io.grizzlythrift.bench.results.Figure;
import io.grizzlythrift.bench.results.ServerThreads;
import io.grizzlythrift.bench.results.YcsbFigures;
import io.grizzlythrift.bench.results.YcsbMeasurement;
import java.util.Comparator;
import java.util.List;
import java.util.Map;

/** Writes the YCSB runs of a preset: a chart for each store and client, and a table for each group. */
final class YcsbSection {
    private final Page page;
    private final String preset;
    private final Figure<YcsbMeasurement> compared;
    private final Figure<YcsbMeasurement> other;
    private final List<YcsbMeasurement> runs;

    private YcsbSection(
            Page page,
            String preset,
            Figure<YcsbMeasurement> compared,
            Figure<YcsbMeasurement> other,
            List<YcsbMeasurement> runs) {
        this.page = page;
        this.preset = preset;
        this.compared = compared;
        this.other = other;
        this.runs = runs;
    }

    /** Returns a section that compares the run phase, which has the operations of the workload. */
    static YcsbSection ofRun(Page page, String preset, List<YcsbMeasurement> runs) {
        return new YcsbSection(page, preset, YcsbFigures.RUN, YcsbFigures.LOAD, runs);
    }

    /** Returns a section that compares the load phase, which only inserts records. */
    static YcsbSection ofLoad(Page page, String preset, List<YcsbMeasurement> runs) {
        return new YcsbSection(page, preset, YcsbFigures.LOAD, YcsbFigures.RUN, runs);
    }

    void write() {
        Group.by(runs, run -> run.store() + " store, " + run.client() + " client")
                .forEach(this::bars);
        Group.of(runs).stream()
                .sorted(Comparator.comparing(YcsbSection::order).thenComparing(Group::name))
                .forEach(this::table);
    }

    private static String order(Group<YcsbMeasurement> group) {
        YcsbMeasurement first = group.all().get(0);
        return String.join(" ", first.store(), first.client(), first.workload());
    }

    private void bars(String where, List<YcsbMeasurement> ofChart) {
        BarChart chart = new BarChart("operations/s", compared.format());
        Group.by(ofChart, YcsbMeasurement::workload).entrySet().stream()
                .sorted(Map.Entry.comparingByKey())
                .forEach(workload -> Group.by(
                                workload.getValue(), run -> run.occasion().contender())
                        .forEach((contender, rounds) -> chart.add(
                                contender,
                                "workload " + workload.getKey(),
                                new Runs<>(contender, rounds).spread(compared))));
        chart.show(page, preset + ": " + compared.head(), where);
    }

    private void table(Group<YcsbMeasurement> group) {
        GroupTable<YcsbMeasurement> table = new GroupTable<>(group)
                .wordIfDifferent("threads", run -> ServerThreads.of(run.setup()))
                .word("store", YcsbMeasurement::store)
                .word("client", YcsbMeasurement::client)
                .word("workload", YcsbMeasurement::workload)
                .median(other)
                .spread(compared)
                .ratio(compared);
        YcsbFigures.latencies(group.all()).forEach(table::median);
        page.section(3, group.name(), false, section -> {
            section.block(table.toString());
            section.block(Provenance.of(group, List.of(YcsbFigures.RUN)));
        });
    }
}
