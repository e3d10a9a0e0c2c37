package io.grizzlythrift.bench.published;

import static java.util.Objects.requireNonNull;

import io.grizzlythrift.bench.results.Measurement;

/**
 * The place of a figure in a comparison.
 *
 * @param group conditions that contenders share
 * @param contender name of the contender
 */
public record Place(String group, String contender) {
    /** Rejects a missing value. */
    public Place {
        requireNonNull(group, "group");
        requireNonNull(contender, "contender");
    }

    /** {@return the place of a run} */
    public static Place of(Measurement run) {
        return new Place(run.occasion().group(), run.occasion().contender());
    }
}
