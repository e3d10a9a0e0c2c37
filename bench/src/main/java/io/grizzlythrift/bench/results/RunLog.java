package io.grizzlythrift.bench.results;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * The result file of a comparison that is being measured. Each run replaces the file atomically, so the file is complete
 * at any moment. Thread-safe.
 */
public final class RunLog {
    private final Path file;
    private final List<String> command;
    private final Map<Occasion, Measurement> runs = new LinkedHashMap<>();

    private RunLog(Path file, Comparison before) {
        this.file = file;
        command = before.command();
        before.runs().forEach(run -> runs.put(run.occasion(), run));
    }

    /**
     * Starts a comparison. The file is written with the first run.
     *
     * @param directory folder of the file, which must not contain any results yet
     * @param name name of the comparison, such as {@code quick}
     * @param command command and options that measure it
     * @return a log without runs
     * @throws IOException if the folder cannot be read
     * @throws IllegalArgumentException if it contains results
     */
    public static RunLog create(Path directory, String name, List<String> command) throws IOException {
        if (!files(directory).isEmpty()) {
            throw new IllegalArgumentException(directory + " holds results already");
        }
        return new RunLog(directory.resolve(name + RunFiles.EXTENSION), new Comparison(command, List.of()));
    }

    /**
     * Continues an interrupted comparison.
     *
     * @param directory folder of its file
     * @return a log with the runs of the file
     * @throws IOException if the file cannot be read
     * @throws IllegalArgumentException if the folder does not have exactly one result file, or if {@code matrix} did not
     *     write it
     */
    public static RunLog resume(Path directory) throws IOException {
        List<Path> files = files(directory);
        if (files.size() != 1) {
            throw new IllegalArgumentException("resume is " + directory
                    + ", must be a folder with the result file of one comparison, but it has " + files.size());
        }
        Comparison before = RunFiles.readFile(files.get(0));
        if (!before.command().stream().findFirst().equals(Optional.of("matrix"))) {
            throw new IllegalArgumentException("resume is " + directory
                    + ", must be a folder with results that matrix wrote, but these have no options of matrix");
        }
        return new RunLog(files.get(0), before);
    }

    private static List<Path> files(Path directory) throws IOException {
        if (!Files.exists(directory)) {
            return List.of();
        }
        try (Stream<Path> all = Files.list(directory)) {
            return all.filter(RunFiles::isResult).toList();
        }
    }

    /**
     * Adds a run to the file.
     *
     * @param run valid or not
     * @throws IOException if the file cannot be written
     */
    public synchronized void add(Measurement run) throws IOException {
        runs.put(run.occasion(), run);
        ResultFiles.write(file, new Comparison(command, runs()));
    }

    /**
     * Returns whether a run has been measured.
     *
     * @param occasion its place in the comparison
     * @return true if it has a result, valid or not
     */
    public synchronized boolean has(Occasion occasion) {
        return runs.containsKey(occasion);
    }

    /** {@return the runs so far, in the order in which they were measured} */
    public synchronized List<Measurement> runs() {
        return List.copyOf(runs.values());
    }

    /** {@return command and options that measure the comparison} */
    public List<String> command() {
        return command;
    }

    /** {@return the file, which exists once there is a run} */
    public Path file() {
        return file;
    }
}
