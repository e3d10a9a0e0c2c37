package io.grizzlythrift.bench.load;

import org.HdrHistogram.Histogram;

/**
 * Latencies in microseconds: from the write of a call, or with a rate from when it was due, to the read of its reply.
 * Result files from before {@code mean}, {@code deviation}, {@code p75} and {@code p95} were recorded have 0 there.
 *
 * @param mean the mean
 * @param deviation the standard deviation
 * @param p50 the median
 * @param p75 75 %
 * @param p90 90 %
 * @param p95 95 %
 * @param p99 99 %
 * @param p999 99.9 %
 * @param max the slowest call
 */
public record LatencyMicros(
        double mean,
        double deviation,
        double p50,
        double p75,
        double p90,
        double p95,
        double p99,
        double p999,
        double max) {
    private static final double NANOS = 1000;

    static LatencyMicros of(Histogram nanos) {
        return new LatencyMicros(
                nanos.getMean() / NANOS,
                nanos.getStdDeviation() / NANOS,
                nanos.getValueAtPercentile(50) / NANOS,
                nanos.getValueAtPercentile(75) / NANOS,
                nanos.getValueAtPercentile(90) / NANOS,
                nanos.getValueAtPercentile(95) / NANOS,
                nanos.getValueAtPercentile(99) / NANOS,
                nanos.getValueAtPercentile(99.9) / NANOS,
                nanos.getMaxValue() / NANOS);
    }
}
