package io.grizzlythrift.bench.report;

import io.grizzlythrift.bench.published.PublishedComparison;
import io.grizzlythrift.bench.report.group.Group;
import io.grizzlythrift.bench.report.page.MarkdownTable;
import io.grizzlythrift.bench.report.page.Page;
import io.grizzlythrift.bench.report.page.Part;
import io.grizzlythrift.bench.results.LoadMeasurement;
import io.grizzlythrift.bench.results.Measurement;
import io.grizzlythrift.bench.results.MemoryMeasurement;
import io.grizzlythrift.bench.results.RunFiles;
import io.grizzlythrift.bench.results.YcsbMeasurement;
import io.grizzlythrift.bench.verdict.Verdicts;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/** The results of runs as parts of a page. The same runs give the same parts. */
public final class Results {
    private final List<Measurement> runs;

    private Results(List<Measurement> runs) {
        this.runs = runs;
    }

    /**
     * Reads all runs.
     *
     * @param directory searched for result files, including its subdirectories
     * @return at least one run
     * @throws IOException if a result file cannot be read
     * @throws IllegalArgumentException if there is no result file
     */
    public static Results read(Path directory) throws IOException {
        return new Results(RunFiles.read(directory));
    }

    /**
     * Describes where and when the runs were measured, in one sentence per machine.
     *
     * @return Markdown
     */
    public String occasion() {
        return Preface.sentence(runs);
    }

    /** {@return the day, in UTC, on which the first run ended} */
    public LocalDate firstDay() {
        return runs.stream()
                .map(run -> LocalDate.ofInstant(Instant.parse(run.date()), ZoneOffset.UTC))
                .min(Comparator.naturalOrder())
                .orElseThrow();
    }

    /** Returns where and when the runs were measured, and what the figures mean. */
    List<Part> preface() {
        Page page = new Page();
        Preface.write(page, runs);
        return page.parts();
    }

    /**
     * Returns the charts and tables.
     *
     * @return one section per preset
     */
    public List<Part> presets() {
        Page page = new Page();
        Group.by(runs, run -> run.occasion().preset())
                .forEach((preset, ofPreset) ->
                        page.section(2, preset, false, section -> section(section, preset, ofPreset)));
        return page.parts();
    }

    private static void section(Page section, String preset, List<Measurement> runs) {
        List<YcsbMeasurement> ycsb = only(YcsbMeasurement.class, runs);
        Optional<PublishedComparison> comparison = PublishedComparison.of(preset);
        if (comparison.isPresent()) {
            new ComparisonSection(section, preset, comparison.get(), runs).write();
            YcsbSection.ofLoad(section, preset, ycsb).write();
        } else {
            new LoadSection(section, preset, only(LoadMeasurement.class, runs)).write();
            new MemorySection(section, preset, only(MemoryMeasurement.class, runs)).write();
            YcsbSection.ofRun(section, preset, ycsb).write();
        }
    }

    /** Returns a section with the conclusions from the figures; empty if nothing was compared. */
    List<Part> verdict() {
        List<String> lines = Verdicts.of(runs);
        Page page = new Page();
        if (!lines.isEmpty()) {
            page.section(2, "Verdict", false, section -> {
                String items = lines.subList(0, lines.size() - 1).stream()
                        .map(line -> "- " + MarkdownTable.escaped(line))
                        .collect(Collectors.joining("\n"));
                section.block(items);
                section.block(MarkdownTable.escaped(lines.get(lines.size() - 1)));
            });
        }
        return page.parts();
    }

    static <M> List<M> only(Class<M> type, List<Measurement> runs) {
        return runs.stream().filter(type::isInstance).map(type::cast).toList();
    }
}
