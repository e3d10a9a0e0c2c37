package io.grizzlythrift.internal.metrics;

import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * The {@link MethodAccumulator} of each method, by the name in the header of a call. Any thread may read, one thread at
 * a time may write; the concurrent map publishes new entries.
 */
final class AccumulatorTable {
    private final Map<String, MethodAccumulator> methods = new ConcurrentHashMap<>();

    /** Returns the accumulator of a method, or null if there is none. */
    MethodAccumulator find(String name) {
        return methods.get(name);
    }

    /** Returns the accumulator of a method. Creates it if there is none. */
    MethodAccumulator of(String name) {
        return methods.computeIfAbsent(name, unused -> new MethodAccumulator());
    }

    /** Adds the numbers of one method to a sum. */
    void addTo(MethodAccumulator sum, String name) {
        MethodAccumulator method = find(name);
        if (method != null) {
            sum.merge(method);
        }
    }

    /** Returns the times of the calls of all methods but some. */
    CallTimes timesWithout(Set<String> names) {
        CallTimes sum = CallTimes.NONE;
        for (Map.Entry<String, MethodAccumulator> method : methods.entrySet()) {
            if (!names.contains(method.getKey())) {
                sum = sum.plus(method.getValue().times());
            }
        }
        return sum;
    }

    /** Counts each time of each method in its class from now on. */
    void watch() {
        methods.values().forEach(MethodAccumulator::watch);
    }

    /** Stops that, and forgets the counts. */
    void unwatch() {
        methods.values().forEach(MethodAccumulator::unwatch);
    }

    /** Adds all numbers of another table. */
    void merge(AccumulatorTable other) {
        other.methods.forEach((name, method) -> of(name).merge(method));
    }
}
