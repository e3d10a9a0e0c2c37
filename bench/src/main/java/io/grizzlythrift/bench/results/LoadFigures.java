package io.grizzlythrift.bench.results;

import io.grizzlythrift.bench.load.LoadResult;
import java.util.List;
import java.util.stream.Stream;

/** The figures of a load run, with the names and formats that all tables use. */
public final class LoadFigures {
    /** Right replies per second. */
    public static final Figure<LoadResult> CALLS = new Figure<>("calls/s", LoadResult::callsPerSecond, "%,.0f");

    /** CPU time of the server. */
    public static final Figure<LoadResult> SERVER_CPU =
            new Figure<>("server us/call", LoadResult::serverCpuMicrosPerCall, "%.3f");

    /** CPU time of the client. */
    public static final Figure<LoadResult> CLIENT_CPU =
            new Figure<>("client us/call", LoadResult::clientCpuMicrosPerCall, "%.3f");

    /** System calls of the server that read; NaN where unknown. */
    public static final Figure<LoadResult> SERVER_READS =
            new Figure<>("server reads/call", result -> recorded(result.serverReadsPerCall()), "%.3f");

    /** System calls of the server that write; NaN where unknown. */
    public static final Figure<LoadResult> SERVER_WRITES =
            new Figure<>("server writes/call", result -> recorded(result.serverWritesPerCall()), "%.3f");

    /** Mean latency; NaN in result files from before it was recorded. */
    public static final Figure<LoadResult> MEAN =
            new Figure<>("mean us", result -> recorded(result.latency().mean()), "%,.1f");

    /** Standard deviation of the latency, likewise. */
    public static final Figure<LoadResult> DEVIATION =
            new Figure<>("std dev us", result -> recorded(result.latency().deviation()), "%,.1f");

    /** Median latency. */
    public static final Figure<LoadResult> P50 =
            new Figure<>("p50 us", result -> result.latency().p50(), "%,.1f");

    /** Latency that 75 of 100 calls do not exceed, likewise. */
    public static final Figure<LoadResult> P75 =
            new Figure<>("p75 us", result -> recorded(result.latency().p75()), "%,.1f");

    /** Latency that 90 of 100 calls do not exceed. */
    public static final Figure<LoadResult> P90 =
            new Figure<>("p90 us", result -> result.latency().p90(), "%,.1f");

    /** Latency that 95 of 100 calls do not exceed; NaN in result files from before it was recorded. */
    public static final Figure<LoadResult> P95 =
            new Figure<>("p95 us", result -> recorded(result.latency().p95()), "%,.1f");

    /** Latency that 99 of 100 calls do not exceed. */
    public static final Figure<LoadResult> P99 =
            new Figure<>("p99 us", result -> result.latency().p99(), "%,.1f");

    /** Latencies, up to the slowest call. */
    public static final List<Figure<LoadResult>> LATENCIES = List.of(
            P50,
            P90,
            P99,
            new Figure<>("p99.9 us", result -> result.latency().p999(), "%,.0f"),
            new Figure<>("max us", result -> result.latency().max(), "%,.0f"));

    /** Largest resident memory of the server. */
    public static final Figure<LoadResult> SERVER_PEAK =
            new Figure<>("server peak MiB", LoadFigures::serverPeakMebibytes, "%,.0f");

    /** All of them. */
    public static final List<Figure<LoadResult>> ALL = Stream.concat(
                    Stream.of(
                            CALLS,
                            SERVER_CPU,
                            CLIENT_CPU,
                            SERVER_PEAK,
                            SERVER_READS,
                            SERVER_WRITES,
                            MEAN,
                            DEVIATION,
                            P75,
                            P95),
                    LATENCIES.stream())
            .toList();

    private static final double MEBIBYTE = 1 << 20;

    private LoadFigures() {}

    /** Older result files lack some figures, which are read as 0. */
    private static double recorded(double figure) {
        return figure == 0 ? Double.NaN : figure;
    }

    private static double serverPeakMebibytes(LoadResult result) {
        return result.serverPeakBytes() == 0 ? Double.NaN : result.serverPeakBytes() / MEBIBYTE;
    }
}
