package io.grizzlythrift.bench.results;

import com.fasterxml.jackson.core.JsonProcessingException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/** Reads the result files of comparisons. */
public final class RunFiles {
    /** Ending of the names of result files. */
    static final String EXTENSION = ".json";

    private RunFiles() {}

    /**
     * Reads the runs of all comparisons in a directory.
     *
     * @param directory searched, including its subdirectories
     * @return the runs, the oldest first, so that contenders are in the order in which they took turns
     * @throws IOException if one of the JSON files is not a result file, or if two runs have the same place
     * @throws IllegalArgumentException if there is no JSON file
     */
    public static List<Measurement> read(Path directory) throws IOException {
        if (!Files.isDirectory(directory)) {
            throw new IllegalArgumentException("no directory " + directory);
        }
        List<Path> files;
        try (Stream<Path> all = Files.walk(directory)) {
            files = all.filter(RunFiles::isResult).sorted().toList();
        }
        if (files.isEmpty()) {
            throw new IllegalArgumentException("no result files (*" + EXTENSION + ") below " + directory);
        }
        List<Measurement> runs = new ArrayList<>();
        Map<Occasion, Path> found = new HashMap<>();
        for (Path file : files) {
            for (Measurement run : readFile(file).runs()) {
                Path other = found.put(run.occasion(), file);
                if (other != null) {
                    throw new IOException(other + " and " + file + " hold the same run: " + run.occasion());
                }
                runs.add(run);
            }
        }
        // Stable: runs that ended in the same second stay in the order of their file.
        runs.sort(Comparator.comparing(Measurement::date));
        return runs;
    }

    /**
     * Reads a result file.
     *
     * @param file the file
     * @return its command and runs
     * @throws IOException if it is not a result file
     */
    public static Comparison readFile(Path file) throws IOException {
        Comparison comparison;
        try {
            comparison = ResultFiles.read(file, Comparison.class);
        } catch (JsonProcessingException bad) {
            throw new IOException(file + " holds no measurement: " + firstLine(bad.getOriginalMessage()), bad);
        }
        if (comparison == null) {
            throw new IOException(file + " holds no measurement: it is null");
        }
        return comparison;
    }

    static boolean isResult(Path file) {
        return file.toString().endsWith(EXTENSION) && Files.isRegularFile(file);
    }

    private static String firstLine(String text) {
        return text.lines().findFirst().orElse("");
    }
}
