package io.grizzlythrift.bench.process;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.lang.ProcessBuilder.Redirect;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/** Runs a micro benchmark to its end in a separate process. */
public final class MicroProcess {
    private final Children children;
    private final JavaCommand java;

    /**
     * Prepares to start benchmarks.
     *
     * @param children ends a running benchmark when this process ends
     * @param java starts a benchmark
     */
    public MicroProcess(Children children, JavaCommand java) {
        this.children = children;
        this.java = java;
    }

    /**
     * Measures once.
     *
     * @param benchmark class and method
     * @param parameters parameters of the benchmark, such as {@code calls=1}
     * @param warmup time before the measurement
     * @param duration time of the measurement
     * @return JMH's score, in the unit of the benchmark
     * @throws IOException if there is no score
     * @throws InterruptedException if the thread is interrupted
     */
    public double score(String benchmark, List<String> parameters, Duration warmup, Duration duration)
            throws IOException, InterruptedException {
        Path json = Files.createTempFile("bench-jmh", ".json");
        try {
            List<String> arguments = new ArrayList<>(List.of("jmh", benchmark + "$", "-f", "0"));
            parameters.forEach(parameter -> arguments.addAll(List.of("-p", parameter)));
            arguments.addAll(List.of("-wi", warmup.isZero() ? "0" : "1", "-w", Math.max(1, warmup.toMillis()) + "ms"));
            arguments.addAll(List.of("-i", "1", "-r", duration.toMillis() + "ms"));
            arguments.addAll(List.of("-rf", "json", "-rff", json.toString()));
            Process process = children.start(java.with(arguments).redirectOutput(Redirect.DISCARD));
            int exit = process.waitFor();
            children.end(process);
            if (exit != 0) {
                throw new IOException("the benchmark ended with exit code " + exit + " and no result");
            }
            JsonNode run = new ObjectMapper().readTree(json.toFile()).path(0);
            return run.path("primaryMetric").path("score").asDouble(Double.NaN);
        } finally {
            Files.deleteIfExists(json);
        }
    }
}
