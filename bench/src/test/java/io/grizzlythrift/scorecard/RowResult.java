package io.grizzlythrift.scorecard;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * One line of the table.
 *
 * @param row its number
 * @param inject what was done to the server or the client
 * @param mustHold what had to hold
 * @param variant of the row; empty if it has but one
 * @param strategy who ran the calls
 * @param transport plain or TLS
 * @param size how many of what was injected
 * @param held whether it held
 * @param problem why not; empty if it held
 * @param seconds how long it took
 * @param figures what was measured, by name
 */
record RowResult(
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
    RowResult {
        figures = Collections.unmodifiableMap(new LinkedHashMap<>(figures));
    }
}
