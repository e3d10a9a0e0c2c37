package io.grizzlythrift.bench.report;

import io.grizzlythrift.bench.machine.Machine;
import io.grizzlythrift.bench.report.group.Group;
import io.grizzlythrift.bench.report.page.MarkdownTable;
import io.grizzlythrift.bench.report.page.Page;
import io.grizzlythrift.bench.results.Measurement;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;

/** Writes the text before the figures: where and when they were measured, and what they mean. */
final class Preface {
    private static final double GIBIBYTE = 1 << 30;

    private static final String CAVEATS = """
            Server and client talk over loopback and share the cores of one machine, so CPU time that one uses is not \
            available to the other. Contenders of one table were measured in turns: compare them, preferably by their \
            ratios. Absolute figures are valid for this machine only.

            calls/s and ops/s are shown as median (min-max) of the valid rounds; all other figures are medians. ratio is \
            the median divided by that of the first row. us/call is the CPU time of the whole process per call. A run \
            with an error or a wrong reply is invalid: it is counted, but tables and charts leave out its figures.
            """;

    private Preface() {}

    static void write(Page page, List<Measurement> runs) {
        page.block("# Results of the bench");
        page.block(measured(runs) + ".");
        Map<Machine, List<Measurement>> machines = Group.by(runs, Measurement::machine);
        if (machines.size() > 1) {
            page.block("These runs come from DIFFERENT machines or versions; compare only runs of the same one:");
        }
        machines.forEach((machine, there) -> {
            if (machines.size() > 1) {
                page.block(String.format(Locale.ROOT, "%,d runs, of %s:", there.size(), presets(there)));
            }
            page.block(described(machine));
        });
        page.block(CAVEATS);
    }

    /** Returns the same without tables, one sentence per machine. */
    static String sentence(List<Measurement> runs) {
        List<String> sentences = new ArrayList<>();
        Group.by(runs, Measurement::machine).forEach((machine, there) -> {
            List<String> facts = new ArrayList<>(List.of(
                    known(machine.processor()),
                    cores(machine),
                    memory(machine),
                    known(machine.os()),
                    known(machine.java()),
                    "CPU governor " + machine.governor(),
                    "commit " + machine.commit()));
            versions(machine).forEach(version -> facts.add(version.getKey() + " " + version.getValue()));
            sentences.add(measured(there) + ", on " + MarkdownTable.escaped(String.join(", ", facts)) + ".");
        });
        return String.join("\n\n", sentences);
    }

    private static String measured(List<Measurement> runs) {
        long invalid = runs.stream().filter(run -> !run.valid()).count();
        return String.format(
                Locale.ROOT,
                "%,d runs, %s, measured from %s to %s",
                runs.size(),
                invalid == 0 ? "all valid" : String.format(Locale.ROOT, "%,d of them INVALID", invalid),
                runs.get(0).date(),
                runs.get(runs.size() - 1).date());
    }

    private static String presets(List<Measurement> runs) {
        return runs.stream()
                .map(run -> MarkdownTable.escaped(run.occasion().preset()))
                .distinct()
                .collect(Collectors.joining(", "));
    }

    private static String described(Machine machine) {
        MarkdownTable table = new MarkdownTable(List.of("machine", ""));
        table.add(List.of("cores", Integer.toString(machine.cores())));
        table.add(List.of("processor", known(machine.processor())));
        table.add(List.of("memory", memory(machine)));
        table.add(List.of("system", known(machine.os())));
        table.add(List.of("JVM", known(machine.java())));
        table.add(List.of("CPU governor", machine.governor()));
        table.add(List.of("commit", machine.commit()));
        versions(machine).forEach(version -> table.add(List.of(version.getKey(), version.getValue())));
        return table.toString();
    }

    static String cores(Machine machine) {
        return machine.cores() + (machine.cores() == 1 ? " core" : " cores");
    }

    private static String memory(Machine machine) {
        return machine.memoryBytes() == 0
                ? "unknown"
                : String.format(Locale.ROOT, "%.1f GiB", machine.memoryBytes() / GIBIBYTE);
    }

    private static List<Map.Entry<String, String>> versions(Machine machine) {
        return machine.versions().entrySet().stream()
                .sorted(Map.Entry.comparingByKey())
                .toList();
    }

    static String known(String text) {
        return text == null || text.equals("?") ? "unknown" : text;
    }
}
