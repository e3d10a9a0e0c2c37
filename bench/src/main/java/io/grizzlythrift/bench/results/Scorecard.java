package io.grizzlythrift.bench.results;

import static java.util.Objects.requireNonNull;

import io.grizzlythrift.bench.machine.Machine;
import java.util.List;

/**
 * What server and client were seen to withstand.
 *
 * @param date when the last row ended, ISO 8601
 * @param soak whether the sizes are those that are meant, and not scaled down
 * @param machine where
 * @param rows in the order of their numbers, variants, strategies and transports
 */
public record Scorecard(String date, boolean soak, Machine machine, List<RowResult> rows) {
    /** Copies the rows. */
    public Scorecard {
        requireNonNull(date, "date");
        requireNonNull(machine, "machine");
        rows = List.copyOf(rows);
    }
}
