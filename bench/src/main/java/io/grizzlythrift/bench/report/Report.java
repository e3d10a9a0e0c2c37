package io.grizzlythrift.bench.report;

import io.grizzlythrift.bench.report.page.MarkdownReport;
import io.grizzlythrift.bench.report.page.Part;
import io.grizzlythrift.bench.results.ResultFiles;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** Writes tables and charts of the runs in a directory. The same runs give the same bytes. */
public final class Report {
    private Report() {}

    /**
     * Reads all runs, then writes {@code report.md} and its charts into the same directory.
     *
     * @param directory searched for result files, including its subdirectories
     * @return the report's file
     * @throws IOException if a result file cannot be read, in which case nothing is written; or if the report cannot be
     *     written
     * @throws IllegalArgumentException if there is no result file
     */
    public static Path write(Path directory) throws IOException {
        MarkdownReport page = of(directory);
        for (Map.Entry<String, String> chart : page.charts().entrySet()) {
            ResultFiles.writeText(directory.resolve(chart.getKey()), chart.getValue());
        }
        Path report = directory.resolve("report.md");
        ResultFiles.writeText(report, page.markdown());
        return report;
    }

    /**
     * Returns what {@link #write} writes.
     *
     * @param directory searched for result files, including its subdirectories
     * @throws IOException if a result file cannot be read
     * @throws IllegalArgumentException if there is no result file
     */
    public static MarkdownReport of(Path directory) throws IOException {
        Results results = Results.read(directory);
        List<Part> parts = new ArrayList<>(results.preface());
        parts.addAll(results.presets());
        parts.addAll(results.verdict());
        return new MarkdownReport(parts);
    }
}
