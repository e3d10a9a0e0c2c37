package io.grizzlythrift.bench.report;

import io.grizzlythrift.bench.results.LoadMeasurement;
import io.grizzlythrift.bench.results.Measurement;
import io.grizzlythrift.bench.results.MemoryMeasurement;
import io.grizzlythrift.bench.results.ResultFiles;
import io.grizzlythrift.bench.results.YcsbMeasurement;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;

/** Tables and charts of the runs in a directory. The same runs give the same bytes. */
public final class Report {
    private Report() {}

    /**
     * Reads all runs, then writes {@code report.md} and the charts that it shows beside it.
     *
     * @param directory where the result files are, or above them
     * @return the report's file
     * @throws IOException if a result file cannot be read, and then nothing is written; or if the report cannot be
     *     written
     * @throws IllegalArgumentException if there is no result file
     */
    public static Path write(Path directory) throws IOException {
        Page page = page(RunFiles.read(directory));
        for (Page.Chart chart : page.charts()) {
            ResultFiles.writeText(directory.resolve(chart.file()), chart.svg());
        }
        Path report = directory.resolve("report.md");
        ResultFiles.writeText(report, page.markdown());
        return report;
    }

    private static Page page(List<Measurement> runs) {
        Page page = new Page();
        Preface.write(page, runs);
        Group.by(runs, run -> run.occasion().preset()).forEach((preset, ofPreset) -> {
            page.heading(2, preset);
            new LoadSection(page, preset, only(LoadMeasurement.class, ofPreset)).write();
            new MemorySection(page, preset, only(MemoryMeasurement.class, ofPreset)).write();
            new YcsbSection(page, preset, only(YcsbMeasurement.class, ofPreset)).write();
        });
        return page;
    }

    private static <M> List<M> only(Class<M> type, List<Measurement> runs) {
        return runs.stream().filter(type::isInstance).map(type::cast).toList();
    }
}
