package io.grizzlythrift.bench.results;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * A line of the {@link Scorecard}: one abuse of one server or client.
 *
 * @param row its number
 * @param inject what was done to the server or the client
 * @param mustHold what had to hold
 * @param variant how it was done; empty if in one way only
 * @param strategy who ran the calls
 * @param transport plain or tls
 * @param size how many of what was injected
 * @param held whether it held
 * @param problem why not; empty if it held
 * @param seconds how long it took
 * @param figures what was measured, by name
 */
public record RowResult(
        int row,
        String inject,
        String mustHold,
        String variant,
        String strategy,
        String transport,
        long size,
        boolean held,
        String problem,
        double seconds,
        Map<String, String> figures) {
    /** Copies the figures, in their order. */
    public RowResult {
        figures = Collections.unmodifiableMap(new LinkedHashMap<>(figures));
    }
}
