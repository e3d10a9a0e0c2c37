package io.grizzlythrift.samples.mapkeeper;

import java.io.IOException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * What YCSB measured, read from the lines of its text report, each {@code [METRIC], measurement, value}.
 *
 * <p>YCSB counts an operation that failed under {@code Return=} and the name of its status, and ends with exit code 0
 * all the same. Operations that were never tried, because a thread gave up, are in no count. A read-modify-write is
 * counted as a read and as an update, and once more under its own name, whether the two succeeded or not.
 */
public final class YcsbReport {
    private static final Pattern LINE = Pattern.compile("\\[([^]]+)], (.+), (\\S+)");

    /** Where YCSB counts what it thinks of the data it read. */
    private static final String VERIFY = "VERIFY";

    private static final String READ_MODIFY_WRITE = "READ-MODIFY-WRITE";

    private static final String MEAN = "AverageLatency(us)";

    /** What has latencies and is no operation that succeeded. */
    private static final Pattern NO_OPERATION = Pattern.compile(VERIFY + "|CLEANUP|.*-FAILED");

    /** From "METRIC/measurement" to the value. */
    private final Map<String, Double> values = new HashMap<>();

    private YcsbReport() {}

    /**
     * Reads a report.
     *
     * @throws IOException if a line is not of the form above
     */
    static YcsbReport parse(List<String> lines) throws IOException {
        YcsbReport report = new YcsbReport();
        for (String line : lines) {
            Matcher parts = LINE.matcher(line);
            if (!parts.matches()) {
                throw new IOException("not a line of a YCSB report: " + line);
            }
            try {
                report.values.put(parts.group(1) + "/" + parts.group(2), Double.valueOf(parts.group(3)));
            } catch (NumberFormatException e) {
                throw new IOException("not a number in a YCSB report: " + line, e);
            }
        }
        return report;
    }

    /** Operations per second over the whole phase; NaN if it is not known. */
    double operationsPerSecond() {
        return value("OVERALL", "Throughput(ops/sec)");
    }

    /**
     * How long the phase took.
     *
     * @return seconds; NaN if it is not known
     */
    public double seconds() {
        return value("OVERALL", "RunTime(ms)") / 1_000;
    }

    /**
     * Which kinds of operations succeeded at least once, such as {@code READ}.
     *
     * @return names that {@link #latency} has figures for
     */
    public SortedSet<String> operations() {
        SortedSet<String> names = new TreeSet<>();
        for (String key : values.keySet()) {
            if (key.endsWith("/" + MEAN)) {
                names.add(key.substring(0, key.indexOf('/')));
            }
        }
        names.removeIf(name -> NO_OPERATION.matcher(name).matches());
        return names;
    }

    /**
     * How long operations took.
     *
     * @param operation the kind of operation
     * @return microseconds, of the operations that succeeded; NaN if there were none
     */
    public Latency latency(String operation) {
        return new Latency(
                value(operation, MEAN),
                value(operation, "95thPercentileLatency(us)"),
                value(operation, "99thPercentileLatency(us)"));
    }

    /** How many operations of all kinds ended well; both halves of a read-modify-write must have. */
    long succeeded() {
        double twice = value(READ_MODIFY_WRITE, "Operations");
        long calls = values.entrySet().stream()
                .filter(value -> value.getKey().endsWith("/Return=OK"))
                .filter(value -> !value.getKey().startsWith(VERIFY))
                .mapToLong(value -> value.getValue().longValue())
                .sum();
        return Double.isNaN(twice) ? calls : Math.max(0, calls - (long) twice);
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
    public record Latency(double mean, double p95, double p99) {}
}
