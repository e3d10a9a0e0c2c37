package io.grizzlythrift.bench.results;

import static org.testng.Assert.assertEquals;

import io.grizzlythrift.bench.load.LatencyMicros;
import io.grizzlythrift.bench.load.LoadResult;
import io.grizzlythrift.bench.load.plan.LoadPlan;
import io.grizzlythrift.bench.machine.Machine;
import io.grizzlythrift.bench.service.Method;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.testng.annotations.Test;

/** Results in files. */
public final class ResultFilesTest {
    /** Results are read as they were written, including durations and unknown figures. */
    @Test
    public void readsWhatItWrote() throws Exception {
        LoadPlan plan = LoadPlan.builder("127.0.0.1", 1)
                .method(Method.WORK)
                .size(10)
                .duration(Duration.ofMillis(1_500))
                .build();
        LoadResult result = new LoadResult(
                "2026-01-01T00:00:00Z",
                "raw",
                plan,
                true,
                0,
                "",
                10,
                2.5,
                4.0,
                5,
                Double.NaN,
                1.5,
                Double.NaN,
                1,
                0,
                0,
                new LatencyMicros(1, 1, 1, 1, 2, 2, 3, 4, 5),
                0.5,
                Machine.here());
        Path file = Files.createTempFile("bench", ".json");
        try {
            ResultFiles.write(file, result);
            assertEquals(ResultFiles.read(file, LoadResult.class), result);
        } finally {
            Files.delete(file);
        }
    }

    /** Tests in several processes write one scorecard. */
    @Test(timeOut = 60_000)
    public void severalMayWriteAtOnce() throws Exception {
        Path file = Files.createTempFile("bench", ".md");
        ExecutorService writers = Executors.newFixedThreadPool(4);
        try {
            Callable<Void> writer = () -> {
                for (int i = 0; i < 500; i++) {
                    ResultFiles.writeText(file, "whole");
                }
                return null;
            };
            for (Future<Void> written : writers.invokeAll(List.of(writer, writer, writer, writer))) {
                written.get();
            }
            assertEquals(Files.readString(file), "whole");
        } finally {
            writers.shutdownNow();
            Files.delete(file);
        }
    }
}
