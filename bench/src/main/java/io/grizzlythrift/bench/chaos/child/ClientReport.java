package io.grizzlythrift.bench.chaos.child;

import java.util.List;

/**
 * The final report of one client.
 *
 * @param phases its calls by phase
 * @param served number of replies, by time slot and then by the number of the server
 */
public record ClientReport(List<PhaseCalls> phases, List<List<Integer>> served) {
    /** The length of a slot, in milliseconds. */
    public static final int SLOT_MILLIS = 250;

    /** Copies the lists. */
    public ClientReport {
        phases = List.copyOf(phases);
        served = served.stream().map(List::copyOf).toList();
    }
}
