package io.grizzlythrift.bench.results;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * A line of the {@link Scorecard}: one kind of abuse of one server or client.
 *
 * @param row number of the row
 * @param inject the abuse of the server or client
 * @param mustHold the condition that must hold
 * @param variant variant of the abuse; empty if there is only one
 * @param strategy the strategy that ran the calls
 * @param transport plain or tls
 * @param size amount of the abuse, in the unit of the row
 * @param held whether the condition held
 * @param problem why it did not hold; empty if it did
 * @param seconds duration
 * @param figures measured figures, by name
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
    /** Copies the figures and keeps their order. */
    public RowResult {
        figures = Collections.unmodifiableMap(new LinkedHashMap<>(figures));
    }
}
