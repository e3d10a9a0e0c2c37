package io.grizzlythrift.samples.mapkeeper;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * What YCSB measured, read from the lines of its text report, each {@code [METRIC], measurement, value}.
 *
 * <p>YCSB counts an operation that failed under {@code Return=} and the name of its status, and ends with exit code 0
 * all the same. Operations that were never tried, because a thread gave up, are in no count.
 */
final class YcsbReport {
    private static final Pattern LINE = Pattern.compile("\\[([^]]+)], (.+), (\\S+)");

    /** Where YCSB counts what it thinks of the data it read. */
    private static final String VERIFY = "VERIFY";

    /** From "METRIC/measurement" to the value. */
    private final Map<String, Double> values = new HashMap<>();

    private YcsbReport() {}

    /** What remains of a run that wrote no report. */
    static YcsbReport empty() {
        return new YcsbReport();
    }

    /**
     * Reads a report.
     *
     * @throws IllegalArgumentException if a line is not of the form above
     */
    static YcsbReport parse(List<String> lines) {
        YcsbReport report = new YcsbReport();
        for (String line : lines) {
            Matcher parts = LINE.matcher(line);
            if (!parts.matches()) {
                throw new IllegalArgumentException("not a line of a YCSB report: " + line);
            }
            report.values.put(parts.group(1) + "/" + parts.group(2), Double.valueOf(parts.group(3)));
        }
        return report;
    }

    /** Operations per second over the whole phase; NaN if it is not known. */
    double operationsPerSecond() {
        return value("OVERALL", "Throughput(ops/sec)");
    }

    double seconds() {
        return value("OVERALL", "RunTime(ms)") / 1_000;
    }

    /** Microseconds, of the operations that succeeded; NaN if there were none. */
    Latency latency(String operation) {
        return new Latency(
                value(operation, "AverageLatency(us)"),
                value(operation, "95thPercentileLatency(us)"),
                value(operation, "99thPercentileLatency(us)"));
    }

    /** How many operations of all kinds ended well. */
    long succeeded() {
        return values.entrySet().stream()
                .filter(value -> value.getKey().endsWith("/Return=OK"))
                .filter(value -> !value.getKey().startsWith(VERIFY))
                .mapToLong(value -> value.getValue().longValue())
                .sum();
    }

    /** How many operations of all kinds were tried and failed. */
    long failed() {
        return values.entrySet().stream()
                .filter(value ->
                        value.getKey().contains("/Return=") && !value.getKey().endsWith("=OK"))
                .filter(value -> !value.getKey().startsWith(VERIFY))
                .mapToLong(value -> value.getValue().longValue())
                .sum();
    }

    /** How many reads gave, without an error, other bytes than were written. */
    long wrong() {
        double read = value("READ", "Return=OK");
        double right = value(VERIFY, "Return=OK");
        return Double.isNaN(read) ? 0 : (long) (read - (Double.isNaN(right) ? 0 : right));
    }

    private double value(String metric, String measurement) {
        return values.getOrDefault(metric + "/" + measurement, Double.NaN);
    }

    /**
     * How long operations took, in microseconds.
     *
     * @param mean the mean
     * @param p95 what 95 of 100 did not exceed
     * @param p99 what 99 of 100 did not exceed
     */
    record Latency(double mean, double p95, double p99) {}
}
