package io.grizzlythrift.bench.report.group;

import io.grizzlythrift.bench.results.Figure;
import io.grizzlythrift.bench.results.Measurement;
import io.grizzlythrift.bench.results.Spread;
import java.util.List;

/**
 * The runs of one contender in one group.
 *
 * @param contender name of the contender
 * @param all its runs, one per round, at least one
 */
public record Runs<M extends Measurement>(String contender, List<M> all) {
    private static final int SHOWN_OF_A_PROBLEM = 120;

    /** {@return the valid runs; only these have figures} */
    public List<M> valid() {
        return all.stream().filter(Measurement::valid).toList();
    }

    /** {@return the spread of a figure over the valid runs; NaN if there are none} */
    public Spread spread(Figure<M> figure) {
        return figure.spread(valid());
    }

    /** {@return the median of a figure over the valid runs; NaN if there are none} */
    public double median(Figure<M> figure) {
        return spread(figure).median();
    }

    /** Returns {@code none}, or the number of invalid runs and the problem of the first of them. */
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
