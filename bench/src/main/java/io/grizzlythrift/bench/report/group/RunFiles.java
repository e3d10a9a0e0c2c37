package io.grizzlythrift.bench.report.group;

import com.fasterxml.jackson.core.JsonProcessingException;
import io.grizzlythrift.bench.results.Measurement;
import io.grizzlythrift.bench.results.Occasion;
import io.grizzlythrift.bench.results.ResultFiles;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/** Reads the runs of comparisons from a directory. */
public final class RunFiles {
    private RunFiles() {}

    /**
     * Reads all runs.
     *
     * @param directory searched, including its subdirectories
     * @return the runs, the oldest first, so that contenders are in the order in which they took turns
     * @throws IOException if one of the JSON files does not contain a run, or contains the same run as another file
     * @throws IllegalArgumentException if there is no JSON file
     */
    public static List<Measurement> read(Path directory) throws IOException {
        if (!Files.isDirectory(directory)) {
            throw new IllegalArgumentException("no directory " + directory);
        }
        List<Path> files;
        try (Stream<Path> all = Files.walk(directory)) {
            files = all.filter(file -> file.toString().endsWith(".json"))
                    .filter(Files::isRegularFile)
                    .sorted()
                    .toList();
        }
        if (files.isEmpty()) {
            throw new IllegalArgumentException("no result files (*.json) below " + directory);
        }
        List<Measurement> runs = new ArrayList<>();
        Map<Occasion, Path> found = new HashMap<>();
        for (Path file : files) {
            Measurement run = run(file);
            Path other = found.put(run.occasion(), file);
            if (other != null) {
                throw new IOException(other + " and " + file + " hold the same run: " + run.occasion());
            }
            runs.add(run);
        }
        // Stable: runs that ended in the same second stay in the order of their files.
        runs.sort(Comparator.comparing(Measurement::date));
        return runs;
    }

    private static Measurement run(Path file) throws IOException {
        Measurement run;
        try {
            run = ResultFiles.read(file, Measurement.class);
        } catch (JsonProcessingException bad) {
            throw new IOException(file + " holds no measurement: " + firstLine(bad.getOriginalMessage()), bad);
        }
        if (run == null) {
            throw new IOException(file + " holds no measurement: it is null");
        }
        return run;
    }

    private static String firstLine(String text) {
        return text.lines().findFirst().orElse("");
    }
}
