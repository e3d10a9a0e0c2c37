package io.grizzlythrift.metrics.recorder;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** The numbers of each method, by its name as in the header of a call. Any thread may look, one at a time may write. */
final class AccumulatorTable {
    private final Map<String, MethodAccumulator> methods = new ConcurrentHashMap<>();

    /** Returns null if there are none. */
    MethodAccumulator find(String name) {
        return methods.get(name);
    }

    MethodAccumulator of(String name) {
        return methods.computeIfAbsent(name, unused -> new MethodAccumulator());
    }

    /** Adds the numbers of one method to a sum. */
    void addTo(MethodAccumulator sum, String name) {
        MethodAccumulator stats = find(name);
        if (stats != null) {
            sum.merge(stats);
        }
    }

    /** Adds all numbers of another table. */
    void merge(AccumulatorTable other) {
        other.methods.forEach((name, stats) -> of(name).merge(stats));
    }
}
