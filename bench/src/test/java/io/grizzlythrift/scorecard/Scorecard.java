package io.grizzlythrift.scorecard;

import io.grizzlythrift.bench.load.Machine;
import io.grizzlythrift.bench.results.ResultFiles;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.TreeSet;
import java.util.stream.Collectors;

/**
 * Every row that ran in this JVM, and those of other modules of the same build, in {@code target/scorecard.md} and {@code target/scorecard.json}. The files are
 * written anew after each row, so that they are there whatever becomes of the next.
 *
 * @param date when the last row ended
 * @param soak whether the sizes are those that are meant
 * @param machine where
 * @param rows in the order of their numbers, variants, strategies and transports
 */
record Scorecard(String date, boolean soak, Machine machine, List<RowResult> rows) {
    private static final Path FILES = Path.of("target");
    private static final Comparator<RowResult> ORDER = Comparator.comparingInt(RowResult::row)
            .thenComparing(RowResult::variant)
            .thenComparing(Scorecard::firstStrategy)
            .thenComparing(row -> Wire.valueOf(constant(row.transport())));

    private static final TreeSet<RowResult> ROWS = new TreeSet<>(ORDER);

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
        ResultFiles.writeText(FILES.resolve("scorecard.md"), card.toMarkdown());
    }

    /** With the rows that are tests of other modules, as far as those ran before. */
    static synchronized Scorecard soFar() throws IOException {
        TreeSet<RowResult> all = new TreeSet<>(ROWS);
        for (RowElsewhere row : RowElsewhere.ALL) {
            row.result(Path.of(".."), Sizes.SOAK).ifPresent(all::add);
        }
        return new Scorecard(
                Instant.now().truncatedTo(ChronoUnit.SECONDS).toString(),
                Sizes.SOAK,
                Machine.here(),
                new ArrayList<>(all));
    }

    String toMarkdown() {
        StringBuilder text = new StringBuilder("# Scorecard\n\n");
        text.append(soak ? "Full sizes." : "Scaled down; `-Psoak` runs the full sizes.")
                .append(" Ended at " + date + " on " + machine.processor() + ", " + machine.cores() + " cores, "
                        + machine.os() + ", " + machine.java() + "; "
                        + machine.versions().entrySet().stream()
                                .map(version -> version.getKey() + " " + version.getValue())
                                .collect(Collectors.joining(", "))
                        + ".\n\n")
                .append("| # | inject | must hold | strategy | transport | size | held | figures | s |\n")
                .append("|---:|---|---|---|---|---:|---|---|---:|\n");
        for (RowResult row : rows) {
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
