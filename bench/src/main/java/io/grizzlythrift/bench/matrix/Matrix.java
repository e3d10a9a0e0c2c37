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

/** All measurements of a preset: group after group; within a group the cases in turns, round after round. */
public final class Matrix {
    private final Preset preset;
    private final Timing timing;
    private final List<Group> groups = new ArrayList<>();
    private final List<String> skipped = new ArrayList<>();
    private final List<Measurement> measured = new ArrayList<>();

    /**
     * Plans it; nothing is started.
     *
     * @param preset what to measure
     * @param cut which part of it
     * @param own calls of a service of the user's own, in place of those of the preset
     * @param timing how often and how long
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
     * The cases that are not measured, and why.
     *
     * @return a line for each case
     */
    public List<String> skipped() {
        return List.copyOf(skipped);
    }

    /**
     * Everything that will be measured.
     *
     * @return a line per group and per case
     */
    public Stream<String> plan() {
        return groups.stream()
                .flatMap(group -> Stream.concat(
                        Stream.of(group.title()), group.cases().stream().map(one -> "  " + one.contender())));
    }

    /**
     * Measures, and writes a file per measurement. A file is complete as soon as it exists, even if the run is interrupted.
     *
     * @param processes how to start servers and clients
     * @param directory where results go; without any so far
     * @param say gets a line per measurement
     * @return whether every measurement was valid
     * @throws IOException if a result cannot be written
     * @throws InterruptedException if the thread is interrupted meanwhile
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
     * What was measured so far.
     *
     * @return valid or not, in the order of the measurements
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
