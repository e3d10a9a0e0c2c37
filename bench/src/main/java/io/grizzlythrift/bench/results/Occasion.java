package io.grizzlythrift.bench.results;

import static java.util.Objects.requireNonNull;

/**
 * The place of a run in its comparison. Runs that differ only in the round measure the same thing; runs that differ
 * only in the contender were measured in turns, and may be compared.
 *
 * @param preset name of the comparison, such as {@code pipelined}
 * @param group conditions that all contenders share, such as {@code echo 300 B, compact, 4 connections x 50 in flight}
 * @param contender name of the contender, such as {@code grizzly same-thread}
 * @param round number of the round, from 1
 */
public record Occasion(String preset, String group, String contender, int round) {
    /** Rejects a missing value and a round below 1. */
    public Occasion {
        requireNonNull(preset, "preset");
        requireNonNull(group, "group");
        requireNonNull(contender, "contender");
        if (round < 1) {
            throw new IllegalArgumentException("round is " + round + ", must be 1 or more");
        }
    }
}
