package io.grizzlythrift.server;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** The numbers of each method, by its name as in the header of a call. Any thread may look, one at a time may write. */
final class MethodTable {
    private final Map<String, MethodStats> methods = new ConcurrentHashMap<>();

    /** Returns null if there are none. */
    MethodStats find(String name) {
        return methods.get(name);
    }

    MethodStats of(String name) {
        return methods.computeIfAbsent(name, unused -> new MethodStats());
    }

    /** Adds the numbers of one method to a sum. */
    void addTo(MethodStats sum, String name) {
        MethodStats stats = find(name);
        if (stats != null) {
            sum.merge(stats);
        }
    }

    /** Adds all numbers of another table. */
    void merge(MethodTable other) {
        other.methods.forEach((name, stats) -> of(name).merge(stats));
    }
}
