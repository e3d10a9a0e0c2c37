package io.grizzlythrift.bench.report.group;

import io.grizzlythrift.bench.results.Figure;
import io.grizzlythrift.bench.results.Measurement;
import io.grizzlythrift.bench.results.Spread;
import java.util.List;

/**
 * What one contender did in one group.
 *
 * @param contender its name
 * @param all its rounds, at least one
 */
public record Runs<M extends Measurement>(String contender, List<M> all) {
    private static final int SHOWN_OF_A_PROBLEM = 120;

    /** Only these have figures. */
    public List<M> valid() {
        return all.stream().filter(Measurement::valid).toList();
    }

    /** All NaN if no run is valid. */
    public Spread spread(Figure<M> figure) {
        return figure.spread(valid());
    }

    /** NaN if no run is valid. */
    public double median(Figure<M> figure) {
        return spread(figure).median();
    }

    /** {@code none}, or how many runs are invalid and why the first of them is. */
    public String errors() {
        List<M> invalid = all.stream().filter(run -> !run.valid()).toList();
        if (invalid.isEmpty()) {
            return "none";
        }
        String problem = invalid.get(0).problem();
        String shown =
                problem.length() <= SHOWN_OF_A_PROBLEM ? problem : problem.substring(0, SHOWN_OF_A_PROBLEM) + "...";
        return "INVALID " + invalid.size() + " of " + all.size() + ": " + shown;
    }
}
