package io.grizzlythrift.samples.mapkeeper.ycsb;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * The result of one phase.
 *
 * @param phase the phase
 * @param requested number of operations that YCSB had to run
 * @param checked whether YCSB verified the values that it read
 * @param exitCode YCSB's exit code, which is 0 even after most failures
 * @param report YCSB's figures, empty if it printed none
 * @param complaints the first lines that YCSB printed in addition to status lines and report
 */
public record PhaseResult(
        YcsbPhase phase, int requested, boolean checked, int exitCode, YcsbReport report, List<String> complaints) {
    /** Copies the list. */
    public PhaseResult {
        complaints = List.copyOf(complaints);
    }

    /** {@return the number of operations that succeeded} */
    public long succeeded() {
        return report.succeeded();
    }

    /** {@return the number of operations that failed, were never tried, or read bytes other than those written} */
    public long failed() {
        return Math.max(report.failed(), requested - succeeded()) + wrongReads();
    }

    /**
     * {@return successful operations per second over the whole phase, 0 if there were none} YCSB's own figure includes
     * failed operations, which are fast.
     */
    public double operationsPerSecond() {
        double operationsPerSecond = succeeded() / report.seconds();
        return Double.isNaN(operationsPerSecond) ? 0 : operationsPerSecond;
    }

    private long wrongReads() {
        return checked ? report.wrongReads() : 0;
    }

    /** {@return the reasons why this phase did not pass, as readable lines; empty if it passed} */
    public List<String> problems() {
        List<String> problems = new ArrayList<>();
        if (exitCode != 0) {
            problems.add(phase + ": YCSB ended with exit code " + exitCode);
        }
        if (succeeded() != requested || report.failed() > 0) {
            problems.add(String.format(
                    Locale.ROOT,
                    "%s: %,d of %,d %s succeeded, %,d failed",
                    phase,
                    succeeded(),
                    requested,
                    phase.unit(),
                    report.failed()));
        }
        if (wrongReads() > 0) {
            problems.add(String.format(
                    Locale.ROOT, "%s: %,d reads returned other bytes than were written", phase, wrongReads()));
        }
        if (!problems.isEmpty()) {
            complaints.forEach(complaint -> problems.add("  " + complaint));
        }
        return problems;
    }
}
