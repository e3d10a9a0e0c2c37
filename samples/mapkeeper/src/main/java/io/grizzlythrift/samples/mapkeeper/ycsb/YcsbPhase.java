package io.grizzlythrift.samples.mapkeeper.ycsb;

import java.io.BufferedReader;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.function.Consumer;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** One of YCSB's two phases. Each runs in a separate process, because YCSB's client exits its JVM. */
public enum YcsbPhase {
    /** Inserts the records. */
    LOAD("-load", "records"),
    /** Runs the operations of the workload. */
    RUN("-t", "operations");

    /** A status line: seconds since the start, operations since the start, and more. */
    private static final Pattern STATUS = Pattern.compile(".* (\\d+) sec: (\\d+) operations; .*");

    /** Lines that YCSB prints even if nothing fails, and all lines of a stack trace but the first. */
    private static final Pattern CHATTER = Pattern.compile(
            "Command line:.*|YCSB Client .*|Loading workload.*"
                    + "|Starting test.*|DBWrapper: .*| \\(might take .*|Maximum execution time .*|Could not wait until max .*|\\s+at .*|\\s*");

    private static final int MAX_COMPLAINTS = 20;

    /** Exit codes of a JVM that SIGINT or SIGTERM ended. */
    private static final Set<Integer> TERMINATED = Set.of(130, 143);

    private final String flag;
    private final String unit;

    YcsbPhase(String flag, String unit) {
        this.flag = flag;
        this.unit = unit;
    }

    String flag() {
        return flag;
    }

    /** {@return the unit that this phase counts, for messages} */
    String unit() {
        return unit;
    }

    /** {@return the number of operations of the job in this phase; an inserted record is one operation} */
    int operations(YcsbJob job) {
        return this == LOAD ? job.records() : job.operations();
    }

    /**
     * Runs this phase to its end.
     *
     * @param launcher starts YCSB
     * @param job the work of YCSB
     * @param target the server that it calls
     * @param progress receives a line every second, and one at the end
     * @return the result, passed or not
     * @throws IOException if YCSB cannot be started, or is terminated by a signal such as Ctrl-C
     * @throws InterruptedException if the thread is interrupted
     */
    public PhaseResult run(Launcher launcher, YcsbJob job, YcsbTarget target, Consumer<String> progress)
            throws IOException, InterruptedException {
        Process ycsb = launcher.start(job.arguments(this, target));
        ycsb.getOutputStream().close();
        YcsbReport report = new YcsbReport();
        Set<String> complaints = new LinkedHashSet<>();
        try (BufferedReader lines = ycsb.inputReader()) {
            for (String line = lines.readLine(); line != null; line = lines.readLine()) {
                Matcher status = STATUS.matcher(line);
                if (status.matches()) {
                    printStatus(Integer.parseInt(status.group(1)), Integer.parseInt(status.group(2)), job, progress);
                } else if (!report.add(line)
                        && complaints.size() < MAX_COMPLAINTS
                        && !CHATTER.matcher(line).matches()) {
                    complaints.add(line);
                }
            }
        }
        int exitCode = ycsb.waitFor();
        if (TERMINATED.contains(exitCode)) {
            throw new IOException(this + ": YCSB was terminated");
        }
        PhaseResult result = new PhaseResult(
                this, operations(job), target.keepsRecords(), exitCode, report, new ArrayList<>(complaints));
        progress.accept(String.format(
                Locale.ROOT, "  %-4s  %6.1f s  %,11d %s", this, report.seconds(), result.succeeded(), unit));
        return result;
    }

    private void printStatus(int seconds, int done, YcsbJob job, Consumer<String> progress) {
        if (seconds > 0 && done < operations(job)) {
            progress.accept(String.format(
                    Locale.ROOT, "  %-4s  %4d   s  %,11d of %,d %s", this, seconds, done, operations(job), unit));
        }
    }

    /** {@return the name in lower case} */
    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT);
    }

    /** Starts YCSB's own client. */
    public interface Launcher {
        /**
         * Starts {@link site.ycsb.Client} in a separate process.
         *
         * @param arguments its arguments
         * @return the process, with its error output merged into its output
         * @throws IOException if it cannot be started
         */
        Process start(List<String> arguments) throws IOException;
    }
}
