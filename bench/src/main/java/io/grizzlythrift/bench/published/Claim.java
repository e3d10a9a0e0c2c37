package io.grizzlythrift.bench.published;

import java.util.List;

/** A part of a conclusion that figures confirm or refute. */
interface Claim {
    /** Checks the claim against the runs. */
    Outcome check(MeasuredRounds runs, Published published);

    /** {@return all places whose figures it needs} */
    List<Place> places();

    /**
     * The result of a check.
     *
     * @param decision what the rounds tell
     * @param figures a clause with the figures
     */
    record Outcome(Decision decision, String figures) {}
}
