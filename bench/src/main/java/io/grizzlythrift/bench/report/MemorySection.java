package io.grizzlythrift.bench.report;

import io.grizzlythrift.bench.report.chart.BarChart;
import io.grizzlythrift.bench.report.group.Group;
import io.grizzlythrift.bench.report.group.Runs;
import io.grizzlythrift.bench.report.page.Page;
import io.grizzlythrift.bench.results.MemoryFigures;
import io.grizzlythrift.bench.results.MemoryMeasurement;
import io.grizzlythrift.bench.results.ServerThreads;
import java.util.Comparator;
import java.util.List;

/** Writes the memory runs of a preset: a chart and a table for each group. */
final class MemorySection {
    private final Page page;
    private final String preset;
    private final List<Group<MemoryMeasurement>> groups;

    MemorySection(Page page, String preset, List<MemoryMeasurement> runs) {
        this.page = page;
        this.preset = preset;
        groups = Group.of(runs).stream()
                .sorted(Comparator.<Group<MemoryMeasurement>>comparingInt(
                                group -> group.all().get(0).connections())
                        .thenComparing(Group::name))
                .toList();
    }

    void write() {
        for (Group<MemoryMeasurement> group : groups) {
            page.section(3, group.name(), false, section -> write(section, group));
        }
    }

    private void write(Page section, Group<MemoryMeasurement> group) {
        BarChart chart = new BarChart("bytes per idle connection", "%,.0f");
        for (Runs<MemoryMeasurement> runs : group.contenders()) {
            chart.add(runs.contender(), "heap", runs.spread(MemoryFigures.HEAP));
            chart.add(runs.contender(), "outside", runs.spread(MemoryFigures.OUTSIDE));
        }
        chart.show(section, preset + ": bytes per idle connection", group.name());
        section.block(new GroupTable<>(group)
                .wordIfDifferent("threads", run -> ServerThreads.of(run.setup()))
                .median(MemoryFigures.CONNECTIONS)
                .median(MemoryFigures.HEAP)
                .median(MemoryFigures.OUTSIDE)
                .spread(MemoryFigures.SUM)
                .ratio(MemoryFigures.SUM)
                .toString());
        section.block(Provenance.of(group, List.of(MemoryFigures.SUM)));
    }
}
