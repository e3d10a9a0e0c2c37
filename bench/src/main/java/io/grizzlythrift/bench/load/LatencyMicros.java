package io.grizzlythrift.bench.load;

import org.HdrHistogram.Histogram;

/**
 * Latency percentiles in microseconds: from the write of a call, or with a rate from when it was due, to the read of
 * its reply.
 *
 * @param p50 the median
 * @param p90 90 %
 * @param p99 99 %
 * @param p999 99.9 %
 * @param max the slowest call
 */
public record LatencyMicros(double p50, double p90, double p99, double p999, double max) {
    static LatencyMicros of(Histogram nanos) {
        return new LatencyMicros(
                nanos.getValueAtPercentile(50) / 1000.0,
                nanos.getValueAtPercentile(90) / 1000.0,
                nanos.getValueAtPercentile(99) / 1000.0,
                nanos.getValueAtPercentile(99.9) / 1000.0,
                nanos.getMaxValue() / 1000.0);
    }
}
