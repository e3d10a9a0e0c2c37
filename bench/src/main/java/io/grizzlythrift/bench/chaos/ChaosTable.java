package io.grizzlythrift.bench.chaos;

import io.grizzlythrift.bench.report.page.MarkdownTable;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** Formats a result as Markdown tables. */
public final class ChaosTable {
    private ChaosTable() {}

    /**
     * Creates the table of phases, one line per phase.
     *
     * @param result the result of a run
     * @return the table
     */
    public static MarkdownTable ofPhases(ChaosResult result) {
        MarkdownTable table = MarkdownTable.ofNumbers(List.of(
                "phase",
                "s",
                "reads",
                "failed",
                "writes",
                "not run",
                "unknown",
                "twice",
                "lost",
                "retries",
                "hedges",
                "reads p50 ms",
                "p99",
                "max"));
        result.phases()
                .forEach(phase -> table.add(List.of(
                        phase.name(),
                        number(phase.seconds()),
                        Long.toString(phase.reads()),
                        Long.toString(phase.readsFailed()),
                        Long.toString(phase.writes()),
                        Long.toString(phase.writesNotRun()),
                        Long.toString(phase.writesUnknown()),
                        Long.toString(phase.writesTwice()),
                        Long.toString(phase.writesLost() + phase.writesRanAfterAll() + phase.wrongReplies()),
                        counter(phase.counters(), "retries"),
                        counter(phase.counters(), "hedges"),
                        number(phase.readMillis().p50()),
                        number(phase.readMillis().p99()),
                        number(phase.readMillis().max()))));
        return table;
    }

    /**
     * Creates the table of restored servers, one line per server that came back.
     *
     * @param result the result of a run
     * @return the table
     */
    public static MarkdownTable ofRestored(ChaosResult result) {
        MarkdownTable table =
                MarkdownTable.ofNumbers(List.of("after", "server", "back at s", "half of an even share after s"));
        result.restored()
                .forEach(server -> table.add(List.of(
                        server.after(),
                        Integer.toString(server.server()),
                        number(server.atSecond()),
                        server.hasLoad()
                                ? number(server.secondsToHalfShare())
                                : "never within " + number(server.secondsToHalfShare()))));
        return table;
    }

    private static String counter(Map<String, Long> counters, String name) {
        return Long.toString(counters.getOrDefault(name, 0L));
    }

    private static String number(double value) {
        return String.format(Locale.ROOT, "%.1f", value);
    }
}
