package io.grizzlythrift.bench.results;

import static java.util.Objects.requireNonNull;

import io.grizzlythrift.bench.machine.Machine;
import java.util.List;

/**
 * The results of all scorecard tests: the abuse that server and client withstand.
 *
 * @param date when the last row ended, in ISO 8601
 * @param soak true for full sizes, false if they were scaled down
 * @param machine the machine of the run
 * @param rows the rows, ordered by number, variant, strategy and transport
 */
public record Scorecard(String date, boolean soak, Machine machine, List<RowResult> rows) {
    /** Copies the rows. */
    public Scorecard {
        requireNonNull(date, "date");
        requireNonNull(machine, "machine");
        rows = List.copyOf(rows);
    }
}
