package io.grizzlythrift.bench.report;

import io.grizzlythrift.bench.machine.Machine;
import io.grizzlythrift.bench.report.group.Group;
import io.grizzlythrift.bench.report.page.MarkdownTable;
import io.grizzlythrift.bench.results.Figure;
import io.grizzlythrift.bench.results.Measurement;
import io.grizzlythrift.bench.results.Spread;
import java.util.ArrayList;
import java.util.IntSummaryStatistics;
import java.util.List;
import java.util.Locale;
import java.util.function.Function;
import java.util.stream.Collectors;

/** Describes under which circumstances the figures of a table were measured, and how far their rounds differ. */
final class Provenance {
    private static final int DAY = "2026-01-01".length();

    private Provenance() {}

    /**
     * Describes a table in one line.
     *
     * @param group the runs of the table
     * @param figures the figures whose spread is shown
     * @return Markdown
     */
    static <M extends Measurement> String of(Group<M> group, List<Figure<M>> figures) {
        List<String> facts = new ArrayList<>(List.of(
                "Measured " + values(group, run -> run.date().substring(0, DAY)),
                "commit " + values(group, run -> run.machine().commit()),
                values(group, run -> Preface.known(run.machine().processor())),
                values(group, run -> Preface.cores(run.machine())),
                values(group, run -> Preface.known(run.machine().os())),
                values(group, run -> Preface.known(run.machine().java())),
                "CPU governor " + values(group, run -> run.machine().governor()),
                steal(group),
                rounds(group)));
        figures.forEach(figure -> facts.add(spread(group, figure)));
        return MarkdownTable.escaped(String.join(", ", facts) + ".");
    }

    private static <M extends Measurement> String values(Group<M> group, Function<M, String> fact) {
        return group.all().stream().map(fact).distinct().sorted().collect(Collectors.joining(" and "));
    }

    private static <M extends Measurement> String steal(Group<M> group) {
        List<M> recorded = group.all().stream()
                .filter(run -> Double.isFinite(run.stealPercent()))
                .toList();
        if (recorded.isEmpty()) {
            return "steal time " + Machine.NOT_RECORDED;
        }
        String text =
                "steal time " + Spread.of(recorded, Measurement::stealPercent).text("%.1f") + " %";
        return recorded.size() == group.all().size() ? text : text + " in " + recorded.size() + " of the runs";
    }

    private static <M extends Measurement> String rounds(Group<M> group) {
        IntSummaryStatistics rounds =
                group.contenders().stream().mapToInt(runs -> runs.all().size()).summaryStatistics();
        String text = rounds.getMin() == rounds.getMax()
                ? Integer.toString(rounds.getMax())
                : rounds.getMin() + " to " + rounds.getMax();
        return text + (rounds.getMax() == 1 ? " round" : " rounds");
    }

    /** Returns the largest difference between the rounds of one row, in percent of its median. */
    private static <M extends Measurement> String spread(Group<M> group, Figure<M> figure) {
        double largest = group.contenders().stream()
                .filter(runs -> runs.valid().size() > 1)
                .map(runs -> runs.spread(figure))
                .mapToDouble(spread -> 100 * (spread.max() - spread.min()) / spread.median())
                .filter(Double::isFinite)
                .max()
                .orElse(Double.NaN);
        return Double.isNaN(largest)
                ? "no spread of " + figure.head()
                : String.format(Locale.ROOT, "spread of %s up to %.0f %%", figure.head(), largest);
    }
}
