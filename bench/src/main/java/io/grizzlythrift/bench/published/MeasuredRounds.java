package io.grizzlythrift.bench.published;

import io.grizzlythrift.bench.results.Figure;
import io.grizzlythrift.bench.results.Measurement;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;

/** The runs of a preset by place and round. */
final class MeasuredRounds {
    private final Map<Place, Map<Integer, Measurement>> runs = new HashMap<>();

    MeasuredRounds(List<Measurement> all) {
        for (Measurement run : all) {
            runs.computeIfAbsent(Place.of(run), first -> new TreeMap<>())
                    .put(run.occasion().round(), run);
        }
    }

    /** {@return the rounds of a place, valid or not} */
    SortedSet<Integer> rounds(Place place) {
        return new TreeSet<>(runs.getOrDefault(place, Map.of()).keySet());
    }

    /** {@return a figure; NaN if the run is missing, invalid or without the figure} */
    double figure(Place place, int round, Figure<Measurement> figure) {
        Measurement run = runs.getOrDefault(place, Map.of()).get(round);
        return run == null || !run.valid() ? Double.NaN : figure.value().applyAsDouble(run);
    }
}
