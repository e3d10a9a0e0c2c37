package io.grizzlythrift.bench.figures;

import io.grizzlythrift.bench.report.Results;
import io.grizzlythrift.bench.report.group.Group;
import io.grizzlythrift.bench.report.group.Runs;
import io.grizzlythrift.bench.results.Figure;
import io.grizzlythrift.bench.results.LoadFigures;
import io.grizzlythrift.bench.results.LoadMeasurement;
import io.grizzlythrift.bench.results.Measurement;
import io.grizzlythrift.bench.results.MemoryFigures;
import io.grizzlythrift.bench.results.MemoryMeasurement;
import io.grizzlythrift.bench.results.MicroMeasurement;
import io.grizzlythrift.bench.results.RunFiles;
import io.grizzlythrift.bench.results.Spread;
import io.grizzlythrift.bench.results.YcsbFigures;
import io.grizzlythrift.bench.results.YcsbMeasurement;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/** The figures of all results below a folder. Each result is read once. */
final class StoredFigures {
    private static final String MICROS = " us";
    private static final String MILLIS = " ms";

    private final Path directory;
    private final Map<String, List<Measurement>> runs = new HashMap<>();

    StoredFigures(Path directory) {
        this.directory = directory;
    }

    /** A figure over the valid rounds of a contender. */
    record Found(String group, Spread rounds) {}

    /**
     * Finds figures.
     *
     * @return at least one; several if the path has a {@code *}
     * @throws IllegalArgumentException if a part of the path does not exist, or no round is valid
     */
    List<Found> find(FigurePath path) throws IOException {
        List<Group<Measurement>> groups = Group.of(runs(path.results()));
        List<String> names = groups.stream().map(Group::name).toList();
        List<String> wanted =
                path.group().isEmpty() && names.size() == 1 ? names : FigurePath.matching(path.group(), "group", names);
        List<Found> found = new ArrayList<>();
        for (String group : wanted) {
            List<Runs<Measurement>> contenders =
                    groups.get(names.indexOf(group)).contenders();
            List<String> all = contenders.stream().map(Runs::contender).toList();
            for (String contender : FigurePath.matching(path.contender(), "contender", all)) {
                Spread rounds = spread(contenders.get(all.indexOf(contender)), path.figure());
                if (!Double.isFinite(rounds.median())) {
                    throw new IllegalArgumentException("no valid round of " + path);
                }
                found.add(new Found(group, rounds));
            }
        }
        return found;
    }

    /** Returns where and when results were measured, in one line. */
    String occasion(String results) throws IOException {
        runs(results);
        return Results.read(directory.resolve(results)).occasion().replaceAll("\\s+", " ");
    }

    private List<Measurement> runs(String results) throws IOException {
        List<Measurement> known = runs.get(results);
        if (known == null) {
            known = RunFiles.read(directory.resolve(results));
            runs.put(results, known);
        }
        return known;
    }

    private static Spread spread(Runs<Measurement> contender, String head) {
        if (head.endsWith(MILLIS)) {
            Spread micros = spread(contender, head.replaceAll(MILLIS + "$", MICROS));
            return new Spread(micros.median() / 1000, micros.min() / 1000, micros.max() / 1000);
        }
        List<Figure<Measurement>> figures = figures(contender.all()).toList();
        return figures.stream()
                .filter(figure -> figure.head().equals(head))
                .findFirst()
                .map(contender::spread)
                .orElseThrow(() -> new IllegalArgumentException("no figure \"" + head + "\" among "
                        + figures.stream().map(Figure::head).toList()));
    }

    private static Stream<Figure<Measurement>> figures(List<Measurement> runs) {
        Measurement first = runs.get(0);
        if (first instanceof LoadMeasurement) {
            return LoadFigures.ALL.stream().map(LoadMeasurement::figure);
        }
        if (first instanceof MicroMeasurement) {
            return Stream.of(MicroMeasurement.VALUE);
        }
        if (first instanceof MemoryMeasurement) {
            return MemoryFigures.ALL.stream().map(figure -> figure.of(MemoryMeasurement.class::cast));
        }
        List<YcsbMeasurement> ofYcsb =
                runs.stream().map(YcsbMeasurement.class::cast).toList();
        return Stream.concat(Stream.of(YcsbFigures.LOAD, YcsbFigures.RUN), YcsbFigures.latencies(ofYcsb).stream())
                .map(figure -> figure.of(YcsbMeasurement.class::cast));
    }
}
