package io.grizzlythrift.scorecard.row;

import io.grizzlythrift.bench.machine.Machine;
import io.grizzlythrift.bench.results.ResultFiles;
import io.grizzlythrift.bench.results.RowResult;
import io.grizzlythrift.bench.results.Scorecard;
import io.grizzlythrift.scorecard.variant.Sizes;
import io.grizzlythrift.scorecard.variant.Strategy;
import io.grizzlythrift.scorecard.variant.Wire;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Locale;
import java.util.TreeSet;
import java.util.stream.Collectors;

/**
 * Writes all rows that ran in this JVM, and those of other modules of the same build, to {@code target/scorecard.md}
 * and {@code target/scorecard.json}. The files are rewritten after each row, so that they exist whatever happens to the
 * next row.
 */
final class ScorecardFiles {
    private static final Path FILES = Path.of("target");
    private static final Comparator<RowResult> ORDER = Comparator.comparingInt(RowResult::row)
            .thenComparing(RowResult::variant)
            .thenComparing(ScorecardFiles::firstStrategy)
            .thenComparing(row -> Wire.valueOf(constant(row.transport())));

    private static final TreeSet<RowResult> ROWS = new TreeSet<>(ORDER);

    private ScorecardFiles() {}

    private static Strategy firstStrategy(RowResult row) {
        return row.strategy().equals(RowElsewhere.EVERY_STRATEGY)
                ? Strategy.SAME_THREAD
                : Strategy.valueOf(constant(row.strategy()));
    }

    private static String constant(String shown) {
        return shown.toUpperCase(Locale.ROOT).replace('-', '_');
    }

    static synchronized void add(RowResult row) throws IOException {
        ROWS.remove(row);
        ROWS.add(row);
        Scorecard card = soFar();
        ResultFiles.write(FILES.resolve("scorecard.json"), card);
        ResultFiles.writeText(FILES.resolve("scorecard.md"), toMarkdown(card));
    }

    /** Returns all rows so far, including tests of other modules that ran before. */
    static synchronized Scorecard soFar() throws IOException {
        TreeSet<RowResult> all = new TreeSet<>(ROWS);
        for (RowElsewhere row : RowElsewhere.ALL) {
            row.result(Path.of("..", ".."), Sizes.SOAK).ifPresent(all::add);
        }
        return new Scorecard(
                Instant.now().truncatedTo(ChronoUnit.SECONDS).toString(),
                Sizes.SOAK,
                Machine.here(),
                new ArrayList<>(all));
    }

    static String toMarkdown(Scorecard card) {
        StringBuilder text = new StringBuilder("# Scorecard\n\n");
        Machine machine = card.machine();
        text.append(card.soak() ? "Full sizes." : "Scaled down; `-Psoak` runs the full sizes.")
                .append(" Ended at " + card.date() + " on " + machine.processor() + ", " + machine.cores() + " cores, "
                        + machine.os() + ", " + machine.java() + "; "
                        + machine.versions().entrySet().stream()
                                .map(version -> version.getKey() + " " + version.getValue())
                                .collect(Collectors.joining(", "))
                        + ".\n\n")
                .append("| # | inject | must hold | strategy | transport | size | held | figures | s |\n")
                .append("|---:|---|---|---|---|---:|---|---|---:|\n");
        for (RowResult row : card.rows()) {
            text.append(String.format(
                    Locale.ROOT,
                    "| %d | %s | %s | %s | %s | %,d | %s | %s | %.1f |%n",
                    row.row(),
                    cell(row.variant().isEmpty() ? row.inject() : row.inject() + ": " + row.variant()),
                    cell(row.mustHold()),
                    row.strategy(),
                    row.transport(),
                    row.size(),
                    row.held() ? "yes" : "**no**: " + cell(row.problem()),
                    cell(row.figures().entrySet().stream()
                            .map(figure -> figure.getKey() + " " + figure.getValue())
                            .collect(Collectors.joining(", "))),
                    row.seconds()));
        }
        return text.toString();
    }

    private static String cell(String text) {
        return text.replaceAll("\\s+", " ").replace("|", "\\|").replace("<", "&lt;");
    }
}
