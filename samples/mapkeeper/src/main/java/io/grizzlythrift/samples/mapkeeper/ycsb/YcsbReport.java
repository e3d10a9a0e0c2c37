package io.grizzlythrift.samples.mapkeeper.ycsb;

import java.util.HashMap;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The figures of YCSB's text report, whose lines read {@code [METRIC], measurement, value}. Filled by one thread.
 *
 * <p>YCSB counts failed operations under {@code Return=} and the name of their status, but still exits with code 0.
 * Operations that were never tried, because a thread stopped early, appear in no count. A read-modify-write is counted
 * as a read, as an update and under its own name, whether it succeeded or not.
 */
public final class YcsbReport {
    private static final Pattern LINE = Pattern.compile("\\[([^]]+)], (.+), (-?\\d+(?:\\.\\d+)?(?:E-?\\d+)?|NaN)");

    /** The metric in which YCSB counts its checks of the values that it read. */
    private static final String VERIFY = "VERIFY";

    private static final String READ_MODIFY_WRITE = "READ-MODIFY-WRITE";
    private static final String MEAN = "AverageLatency(us)";

    /** Metrics whose latencies are not those of successful operations. */
    private static final Pattern NO_OPERATION = Pattern.compile(VERIFY + "|CLEANUP|.*-FAILED");

    /** Values by "METRIC/measurement". */
    private final Map<String, Double> values = new HashMap<>();

    YcsbReport() {}

    /**
     * Adds a line that YCSB printed.
     *
     * @return false if it does not belong to the report
     */
    boolean add(String line) {
        Matcher parts = LINE.matcher(line);
        if (!parts.matches()) {
            return false;
        }
        values.put(parts.group(1) + "/" + parts.group(2), Double.valueOf(parts.group(3)));
        return true;
    }

    /** {@return the duration of the phase in seconds; NaN if it is unknown} */
    double seconds() {
        return value("OVERALL", "RunTime(ms)") / 1_000;
    }

    /** {@return the latencies of the successful operations by their kind, such as {@code READ}} */
    public Map<String, Latency> latencies() {
        Map<String, Latency> latencies = new TreeMap<>();
        for (String key : values.keySet()) {
            String metric = key.substring(0, key.indexOf('/'));
            if (key.endsWith("/" + MEAN) && !NO_OPERATION.matcher(metric).matches()) {
                latencies.put(metric, latency(metric));
            }
        }
        return latencies;
    }

    /** {@return the latency of successful operations of a kind; its figures are NaN if there were none} */
    Latency latency(String operation) {
        return new Latency(
                value(operation, MEAN),
                value(operation, "95thPercentileLatency(us)"),
                value(operation, "99thPercentileLatency(us)"));
    }

    /** {@return the number of operations that succeeded; a read-modify-write succeeds if both of its calls do} */
    long succeeded() {
        double countedTwice = value(READ_MODIFY_WRITE, "Operations");
        long calls = returns(true);
        return Double.isNaN(countedTwice) ? calls : Math.max(0, calls - (long) countedTwice);
    }

    /** {@return the number of operations that were tried and failed} */
    long failed() {
        return returns(false);
    }

    private long returns(boolean ok) {
        return values.entrySet().stream()
                .filter(value -> value.getKey().contains("/Return="))
                .filter(value -> value.getKey().endsWith("/Return=OK") == ok)
                .filter(value -> !value.getKey().startsWith(VERIFY))
                .mapToLong(value -> value.getValue().longValue())
                .sum();
    }

    /** {@return the number of successful reads that returned bytes other than those written, or were not checked} */
    long wrongReads() {
        double read = value("READ", "Return=OK");
        double verified = value(VERIFY, "Return=OK");
        return Double.isNaN(read) ? 0 : (long) (read - (Double.isNaN(verified) ? 0 : verified));
    }

    private double value(String metric, String measurement) {
        return values.getOrDefault(metric + "/" + measurement, Double.NaN);
    }

    /**
     * The latency of one kind of operation, in microseconds.
     *
     * @param mean the mean
     * @param p95 the 95th percentile
     * @param p99 the 99th percentile
     */
    public record Latency(double mean, double p95, double p99) {}
}
