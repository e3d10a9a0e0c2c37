package io.grizzlythrift.samples.mapkeeper;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.function.Consumer;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import site.ycsb.Client;

/** One of YCSB's two phases, run by YCSB's own client: a process of its own, as it ends its JVM when it is done. */
public enum YcsbPhase {
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

    /** A slow one: a scan of many records, on a busy machine. */
    private static final long MILLIS_PER_OPERATION = 5;

    private final String flag;
    private final String label;
    private final String unit;

    YcsbPhase(String flag, String label, String unit) {
        this.flag = flag;
        this.label = label;
        this.unit = unit;
    }

    private int count(YcsbJob job) {
        return this == LOAD ? job.records() : job.operations();
    }

    /** How long YCSB may take for so many records or operations. */
    static Duration limit(int count) {
        return Duration.ofMinutes(1).plusMillis(count * MILLIS_PER_OPERATION);
    }

    /**
     * Runs this phase to its end.
     *
     * @param launcher starts YCSB
     * @param job what YCSB shall do
     * @param report an empty file, for YCSB's report
     * @param out takes a line of progress every second, and one at the end
     * @return what came of it
     * @throws IOException if YCSB cannot be started, or its report cannot be read
     * @throws InterruptedException if the thread is interrupted meanwhile
     */
    public Result run(Launcher launcher, YcsbJob job, Path report, Consumer<String> out)
            throws IOException, InterruptedException {
        List<String> arguments = new ArrayList<>(List.of(flag));
        arguments.addAll(job.arguments(report));
        Process ycsb = launcher.start(Client.class.getName(), arguments, limit(count(job)));
        ycsb.getOutputStream().close();
        Set<String> complaints = new LinkedHashSet<>();
        try (BufferedReader lines = ycsb.inputReader()) {
            for (String line = lines.readLine(); line != null; line = lines.readLine()) {
                Matcher status = STATUS.matcher(line);
                if (status.matches()) {
                    progress(Integer.parseInt(status.group(1)), Integer.parseInt(status.group(2)), job, out);
                } else if (complaints.size() < MAX_LINES_KEPT
                        && !CHATTER.matcher(line).matches()) {
                    complaints.add(line);
                }
            }
        }
        int exitCode = ycsb.waitFor();
        Result result = new Result(
                this, job, exitCode, YcsbReport.parse(Files.readAllLines(report)), new ArrayList<>(complaints));
        out.accept(String.format(
                Locale.ROOT, "  %-4s  %6.1f s  %,11d %s", label, result.report().seconds(), result.succeeded(), unit));
        return result;
    }

    private void progress(int seconds, int done, YcsbJob job, Consumer<String> out) {
        if (seconds > 0 && done < count(job)) {
            out.accept(String.format(
                    Locale.ROOT, "  %-4s  %4d   s  %,11d of %,d %s", label, seconds, done, count(job), unit));
        }
    }

    /** Starts a process of YCSB. */
    public interface Launcher {
        /**
         * Starts a main class on the class path of this process, and ends it when its time is over.
         *
         * @param mainClass the class
         * @param arguments its arguments
         * @param limit its time
         * @return a child that has a pipe for its input, and one for its output and errors together
         * @throws IOException if there is no child
         */
        Process start(String mainClass, List<String> arguments, Duration limit) throws IOException;
    }

    /**
     * How a phase went.
     *
     * @param phase the phase
     * @param job what it should have done
     * @param exitCode of YCSB, which is 0 after most failures too
     * @param report YCSB's figures, empty if it wrote none
     * @param complaints the first lines that YCSB printed and that are neither status nor chatter
     */
    public record Result(YcsbPhase phase, YcsbJob job, int exitCode, YcsbReport report, List<String> complaints) {
        /** Copies the list. */
        public Result {
            complaints = List.copyOf(complaints);
        }

        /**
         * What was done well.
         *
         * @return records or operations
         */
        public long succeeded() {
            return report.succeeded();
        }

        /**
         * All that was asked and was not done well: tried and failed, never tried, or read wrong.
         *
         * @return records or operations
         */
        public long failed() {
            return Math.max(report.failed(), asked() - succeeded()) + wrong();
        }

        private int asked() {
            return phase.count(job);
        }

        private long wrong() {
            return job.workload().verified() ? report.wrong() : 0;
        }

        /**
         * Why this phase does not count as passed.
         *
         * @return lines for people; empty if it does
         */
        public List<String> problems() {
            List<String> problems = new ArrayList<>();
            if (exitCode != 0) {
                problems.add(phase.label + ": YCSB ended with exit code " + exitCode);
            }
            if (succeeded() != asked() || report.failed() > 0) {
                problems.add(String.format(
                        Locale.ROOT,
                        "%s: %,d of %,d %s succeeded, %,d failed",
                        phase.label,
                        succeeded(),
                        asked(),
                        phase.unit,
                        report.failed()));
            }
            if (wrong() > 0) {
                problems.add(String.format(
                        Locale.ROOT, "%s: %,d reads gave other bytes than were written", phase.label, wrong()));
            }
            if (!problems.isEmpty()) {
                complaints.forEach(complaint -> problems.add("  " + complaint));
            }
            return problems;
        }
    }
}
