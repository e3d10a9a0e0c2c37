package io.grizzlythrift.bench.matrix;

import io.grizzlythrift.bench.machine.Machine;
import io.grizzlythrift.bench.results.Measurement;
import io.grizzlythrift.bench.results.Occasion;
import io.grizzlythrift.bench.results.ResultFiles;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.stream.Stream;

/** Runs all measurements of a preset, one group after the other. Within a group, the cases take turns in each round. */
public final class Matrix {
    private final Preset preset;
    private final Timing timing;
    private final List<Group> groups = new ArrayList<>();
    private final List<String> skipped = new ArrayList<>();
    private final List<Measurement> measured = new ArrayList<>();

    /**
     * Plans the measurements without starting anything.
     *
     * @param preset the preset
     * @param cut filters for a part of it
     * @param own calls of the user's own service, instead of those of the preset
     * @param timing number of rounds, and duration of each measurement
     * @throws IllegalArgumentException if nothing is left that this machine can measure
     */
    public Matrix(Preset preset, Cut cut, Optional<OwnCalls> own, Timing timing) {
        this.preset = preset;
        this.timing = timing;
        long memoryBytes = Machine.here().memoryBytes();
        for (Group group : PresetGroups.of(preset, cut, own)) {
            List<Case> possible = new ArrayList<>();
            for (Case one : group.cases()) {
                one.obstacle(memoryBytes)
                        .ifPresentOrElse(
                                why -> skipped.add(group.title() + ": " + one.contender() + ": " + why),
                                () -> possible.add(one));
            }
            if (!possible.isEmpty()) {
                groups.add(new Group(group.title(), possible));
            }
        }
        if (groups.isEmpty()) {
            throw new IllegalArgumentException(
                    skipped.isEmpty() ? "the cut leaves nothing of " + preset : skipped.get(0));
        }
    }

    /**
     * Returns the cases that are not measured, with the reasons.
     *
     * @return one line per case
     */
    public List<String> skipped() {
        return List.copyOf(skipped);
    }

    /**
     * Returns the plan of all measurements.
     *
     * @return one line per group and per case
     */
    public Stream<String> plan() {
        return groups.stream()
                .flatMap(group -> Stream.concat(
                        Stream.of(group.title()), group.cases().stream().map(one -> "  " + one.contender())));
    }

    /**
     * Runs the measurements and writes one file per measurement. A file is complete as soon as it exists, even if the
     * run is interrupted.
     *
     * @param processes starts servers and clients
     * @param directory folder for the results, which must not contain any yet
     * @param say receives a line per measurement
     * @return true if every measurement was valid
     * @throws IOException if a result cannot be written
     * @throws InterruptedException if the thread is interrupted
     */
    public boolean run(Processes processes, Path directory, Consumer<String> say)
            throws IOException, InterruptedException {
        requireNoResults(directory);
        Progress progress = progress();
        say.accept(preset + ": " + measurements() + " measurements, about " + Progress.text(progress.left()));
        boolean valid = true;
        for (int g = 0; g < groups.size(); g++) {
            Group group = groups.get(g);
            say.accept("");
            say.accept(group.title());
            for (int round = 1; round <= timing.rounds(); round++) {
                for (int c = 0; c < group.cases().size(); c++) {
                    Case one = group.cases().get(c);
                    Occasion occasion = new Occasion(preset.toString(), group.title(), one.contender(), round);
                    String file =
                            String.format(Locale.ROOT, "%s-%03d-%02d-round%02d.json", preset, g + 1, c + 1, round);
                    long begin = System.nanoTime();
                    String figures;
                    try {
                        Measurement run = one.measure(processes, timing, occasion);
                        measured.add(run);
                        ResultFiles.write(directory.resolve(file), run);
                        valid &= run.valid();
                        figures = Figures.of(run);
                    } catch (IOException failed) {
                        if (processes.children().isClosed()) {
                            return false;
                        }
                        valid = false;
                        figures = "NO RESULT: " + failed.getMessage();
                    }
                    progress.done(one.time(timing), Duration.ofNanos(System.nanoTime() - begin));
                    say.accept(progress + " " + one.contender() + ", round " + round + ": " + figures);
                }
            }
        }
        return valid;
    }

    /**
     * Returns the results so far.
     *
     * @return valid and invalid results, in the order of the measurements
     */
    public List<Measurement> measured() {
        return List.copyOf(measured);
    }

    private Progress progress() {
        Duration once = groups.stream()
                .flatMap(group -> group.cases().stream())
                .map(one -> one.time(timing))
                .reduce(Duration.ZERO, Duration::plus);
        return new Progress(measurements(), once.multipliedBy(timing.rounds()));
    }

    private int measurements() {
        return timing.rounds()
                * groups.stream().mapToInt(group -> group.cases().size()).sum();
    }

    private static void requireNoResults(Path directory) throws IOException {
        if (!Files.exists(directory)) {
            return;
        }
        try (Stream<Path> files = Files.list(directory)) {
            if (files.anyMatch(file -> file.toString().endsWith(".json"))) {
                throw new IllegalArgumentException(directory + " holds results already");
            }
        }
    }
}
