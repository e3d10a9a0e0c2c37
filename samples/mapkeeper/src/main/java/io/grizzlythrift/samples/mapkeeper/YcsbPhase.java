package io.grizzlythrift.samples.mapkeeper;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.PrintStream;
import java.lang.ProcessBuilder.Redirect;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** One of YCSB's two phases, run by YCSB's own client: a process of its own, as it ends its JVM when it is done. */
enum YcsbPhase {
    /** Inserts the records. */
    LOAD("-load", "load", "records"),
    /** Runs the operations of the workload on them. */
    RUN("-t", "run", "operations");

    /** A status line of YCSB: seconds since the start, operations since the start, and more. */
    private static final Pattern STATUS = Pattern.compile(".* (\\d+) sec: (\\d+) operations; .*");

    /** What YCSB says of itself; and stack traces, whose first line is enough. */
    private static final Pattern CHATTER = Pattern.compile(
            "Command line:.*|YCSB Client .*|Loading workload.*|Starting test.*|DBWrapper: .*|\\s+at .*|\\s*");

    private static final int MAX_LINES_KEPT = 20;

    private final String flag;
    private final String label;
    private final String unit;

    YcsbPhase(String flag, String label, String unit) {
        this.flag = flag;
        this.label = label;
        this.unit = unit;
    }

    int count(BenchmarkOptions options) {
        return this == LOAD ? options.records() : options.operations();
    }

    /** How long YCSB may take: a minute, and a second for each thousand of records or operations. */
    Duration limit(BenchmarkOptions options) {
        return Duration.ofMinutes(1).plusMillis(count(options));
    }

    /** Runs this phase, and prints a line of progress every second. */
    Result run(Workspace workspace, Path workload, BenchmarkOptions options, int port, PrintStream out)
            throws IOException, InterruptedException {
        Path report = workspace.newFile(label);
        Process ycsb = workspace.start(
                limit(options), Redirect.PIPE, "site.ycsb.Client", arguments(workload, report, options, port));
        ycsb.getOutputStream().close();
        Set<String> complaints = new LinkedHashSet<>();
        try (BufferedReader lines = ycsb.inputReader()) {
            for (String line = lines.readLine(); line != null; line = lines.readLine()) {
                Matcher status = STATUS.matcher(line);
                if (status.matches()) {
                    progress(Integer.parseInt(status.group(1)), Integer.parseInt(status.group(2)), options, out);
                } else if (complaints.size() < MAX_LINES_KEPT
                        && !CHATTER.matcher(line).matches()) {
                    complaints.add(line);
                }
            }
        }
        int exitCode = ycsb.waitFor();
        Result result = new Result(
                this, count(options), exitCode, YcsbReport.parse(Files.readAllLines(report)), List.copyOf(complaints));
        out.printf(
                Locale.ROOT,
                "  %-4s  %6.1f s  %,11d %s%n",
                label,
                result.report().seconds(),
                result.succeeded(),
                unit);
        return result;
    }

    private List<String> arguments(Path workload, Path report, BenchmarkOptions options, int port) {
        List<String> arguments = new ArrayList<>(
                List.of(flag, "-s", "-db", MapKeeperYcsbClient.class.getName(), "-P", workload.toString()));
        List<String> properties = List.of(
                "recordcount=" + options.records(),
                "operationcount=" + options.operations(),
                "threadcount=" + options.threads(),
                "exportfile=" + report,
                MapKeeperYcsbClient.HOST_PROPERTY + "=127.0.0.1",
                MapKeeperYcsbClient.PORT_PROPERTY + "=" + port);
        properties.forEach(property -> arguments.addAll(List.of("-p", property)));
        return arguments;
    }

    private void progress(int seconds, int done, BenchmarkOptions options, PrintStream out) {
        if (seconds > 0 && done < count(options)) {
            out.printf(Locale.ROOT, "  %-4s  %4d   s  %,11d of %,d %s%n", label, seconds, done, count(options), unit);
        }
    }

    /**
     * How a phase went.
     *
     * @param phase the phase
     * @param asked how many records or operations it should have done
     * @param exitCode of YCSB, which is 0 after most failures too
     * @param report YCSB's figures, empty if it wrote none
     * @param complaints the first lines that YCSB printed and that are neither status nor chatter
     */
    record Result(YcsbPhase phase, int asked, int exitCode, YcsbReport report, List<String> complaints) {
        long succeeded() {
            return report.succeeded();
        }

        /** All that was asked and was not done well: tried and failed, never tried, or read wrong. */
        long failed() {
            return Math.max(report.failed(), asked - succeeded()) + report.wrong();
        }

        /** Why this phase does not count as passed; empty if it does. */
        List<String> problems() {
            List<String> problems = new ArrayList<>();
            if (exitCode != 0) {
                problems.add(phase.label + ": YCSB ended with exit code " + exitCode);
            }
            if (succeeded() != asked || report.failed() > 0) {
                problems.add(String.format(
                        Locale.ROOT,
                        "%s: %,d of %,d %s succeeded, %,d failed",
                        phase.label,
                        succeeded(),
                        asked,
                        phase.unit,
                        report.failed()));
            }
            if (report.wrong() > 0) {
                problems.add(String.format(
                        Locale.ROOT, "%s: %,d reads gave other bytes than were written", phase.label, report.wrong()));
            }
            if (!problems.isEmpty()) {
                complaints.forEach(complaint -> problems.add("  " + complaint));
            }
            return problems;
        }
    }
}
