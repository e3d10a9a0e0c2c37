package io.grizzlythrift.bench.matrix;

import io.grizzlythrift.bench.machine.Machine;
import io.grizzlythrift.bench.results.Measurement;
import io.grizzlythrift.bench.results.Occasion;
import io.grizzlythrift.bench.results.RunLog;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** Runs all measurements of a preset, one group after the other. Within a group, the cases take turns in each round. */
public final class Matrix {
    private final Preset preset;
    private final Timing timing;
    private final List<Group> groups = new ArrayList<>();
    private final List<String> skipped = new ArrayList<>();

    /**
     * Plans the measurements without starting anything.
     *
     * @param preset the preset
     * @param cut filters for a part of it
     * @param own calls of the user's own service, instead of those of the preset
     * @param threads numbers of threads of the servers, instead of those of the preset
     * @param timing number of rounds, and duration of each measurement
     * @throws IllegalArgumentException if nothing is left that this machine can measure
     */
    public Matrix(Preset preset, Cut cut, Optional<OwnCalls> own, ThreadCounts threads, Timing timing) {
        this.preset = preset;
        this.timing = timing;
        long memoryBytes = Machine.here().memoryBytes();
        for (Group group : PresetGroups.of(preset, cut, own)) {
            List<Case> possible = new ArrayList<>();
            for (Case one : group.with(threads).cases()) {
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

    /** {@return the number of all measurements} */
    public int measurements() {
        return timing.rounds()
                * groups.stream().mapToInt(group -> group.cases().size()).sum();
    }

    /** {@return an estimate of how long all measurements take, with the start of their processes} */
    public Duration expected() {
        return progress(groups.stream().flatMap(this::turns).toList()).left();
    }

    /**
     * Runs the measurements that a log does not have yet, and adds them to it.
     *
     * @param processes starts servers and clients
     * @param log receives each result as soon as there is one
     * @param say receives a line per measurement
     * @return true if every measurement has a valid result
     * @throws IOException if a result cannot be written
     * @throws InterruptedException if the thread is interrupted
     */
    public boolean run(Processes processes, RunLog log, Consumer<String> say) throws IOException, InterruptedException {
        List<List<Turn>> missing = groups.stream()
                .map(group ->
                        turns(group).filter(turn -> !log.has(turn.occasion())).toList())
                .filter(turns -> !turns.isEmpty())
                .toList();
        Progress progress = progress(missing.stream().flatMap(List::stream).toList());
        say.accept(preset + ": " + measurements() + " measurements"
                + (log.runs().isEmpty() ? "" : ", " + progress.all() + " of them missing") + ", about "
                + Progress.text(progress.left()));
        boolean complete = true;
        for (List<Turn> group : missing) {
            say.accept("");
            say.accept(group.get(0).occasion().group());
            for (Turn turn : group) {
                long begin = System.nanoTime();
                String figures;
                try {
                    Measurement run = turn.one().measure(processes, timing, turn.occasion());
                    if (processes.children().isClosed()) {
                        return false; // its processes were ended during the measurement
                    }
                    log.add(run);
                    figures = Figures.of(run);
                } catch (IOException failed) {
                    if (processes.children().isClosed()) {
                        return false;
                    }
                    complete = false;
                    figures = "NO RESULT: " + failed.getMessage() + " ("
                            + failed.getClass().getName() + ")";
                }
                progress.done(turn.one().time(timing), Duration.ofNanos(System.nanoTime() - begin));
                say.accept(progress + " " + turn.one().contender() + ", round "
                        + turn.occasion().round() + ": " + figures);
            }
        }
        return complete && log.runs().stream().allMatch(Measurement::valid);
    }

    /** Returns the measurements of a group: in each round, every case once. */
    private Stream<Turn> turns(Group group) {
        return IntStream.rangeClosed(1, timing.rounds())
                .boxed()
                .flatMap(round -> group.cases().stream()
                        .map(one ->
                                new Turn(one, new Occasion(preset.toString(), group.title(), one.contender(), round))));
    }

    private Progress progress(List<Turn> turns) {
        Duration planned = turns.stream().map(turn -> turn.one().time(timing)).reduce(Duration.ZERO, Duration::plus);
        return new Progress(turns.size(), planned);
    }

    private record Turn(Case one, Occasion occasion) {}
}
