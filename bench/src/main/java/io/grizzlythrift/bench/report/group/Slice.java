package io.grizzlythrift.bench.report.group;

import io.grizzlythrift.bench.results.LoadMeasurement;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * Groups that differ in one number only, to be shown in a line chart.
 *
 * @param axis the number in which they differ
 * @param fixed the conditions that they have in common
 * @param points the groups by this number
 */
public record Slice(Axis axis, Conditions fixed, SortedMap<Integer, Group<LoadMeasurement>> points) {
    private static final int LEAST_POINTS = 3;

    /**
     * Finds the slices of a preset.
     *
     * @param groups all groups of a preset
     * @return all slices along the axis with the most values; along other axes, only the slices at the middle of that
     *     axis
     */
    public static List<Slice> of(List<Group<LoadMeasurement>> groups) {
        List<Slice> all = new ArrayList<>();
        for (Axis axis : Axis.values()) {
            all.addAll(along(axis, groups));
        }
        Comparator<Slice> byPoints =
                Comparator.comparing(slice -> slice.points().size());
        List<Slice> chosen = new ArrayList<>();
        all.stream().max(byPoints).ifPresent(longest -> {
            List<Integer> values = List.copyOf(longest.points().keySet());
            int middle = values.get(values.size() / 2);
            for (Slice slice : all) {
                if (slice.axis() == longest.axis()
                        || slice.fixed().numbers().getOrDefault(longest.axis(), middle) == middle) {
                    chosen.add(slice);
                }
            }
        });
        return chosen;
    }

    private static List<Slice> along(Axis axis, List<Group<LoadMeasurement>> groups) {
        Map<Conditions, Slice> slices = new LinkedHashMap<>();
        Set<Conditions> ambiguous = new HashSet<>();
        for (Group<LoadMeasurement> group : groups) {
            Conditions conditions = Conditions.of(group);
            Integer number = conditions.numbers().get(axis);
            if (number != null) {
                Conditions fixed = conditions.without(axis);
                Slice slice = slices.computeIfAbsent(fixed, key -> new Slice(axis, key, new TreeMap<>()));
                if (slice.points().put(number, group) != null) {
                    ambiguous.add(fixed);
                }
            }
        }
        return slices.values().stream()
                .filter(slice -> slice.points().size() >= LEAST_POINTS && !ambiguous.contains(slice.fixed()))
                .toList();
    }
}
