package io.grizzlythrift.bench.results;

import io.grizzlythrift.samples.mapkeeper.ycsb.YcsbReport.Latency;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;
import java.util.function.ToDoubleFunction;

/** The figures of a run of YCSB, with the names and formats that all tables use. */
public final class YcsbFigures {
    /** Operations per second of the load phase. */
    public static final Figure<YcsbMeasurement> LOAD =
            new Figure<>("load ops/s", run -> run.load().operationsPerSecond(), "%,.0f");

    /** Operations per second of the run phase. */
    public static final Figure<YcsbMeasurement> RUN =
            new Figure<>("run ops/s", run -> run.run().operationsPerSecond(), "%,.0f");

    private YcsbFigures() {}

    /** Returns the latencies of the run phase, for each operation that one of the runs has. */
    public static List<Figure<YcsbMeasurement>> latencies(List<YcsbMeasurement> runs) {
        TreeSet<String> operations = new TreeSet<>();
        runs.forEach(run -> operations.addAll(run.run().latencies().keySet()));
        List<Figure<YcsbMeasurement>> figures = new ArrayList<>();
        for (String operation : operations) {
            figures.add(latency(operation, "mean", Latency::mean));
            figures.add(latency(operation, "p95", Latency::p95));
            figures.add(latency(operation, "p99", Latency::p99));
        }
        return figures;
    }

    private static Figure<YcsbMeasurement> latency(String operation, String name, ToDoubleFunction<Latency> part) {
        return new Figure<>(
                operation + " " + name + " us",
                run -> {
                    Latency latency = run.run().latencies().get(operation);
                    return latency == null ? Double.NaN : part.applyAsDouble(latency);
                },
                "%,.0f");
    }
}
