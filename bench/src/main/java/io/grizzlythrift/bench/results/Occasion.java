package io.grizzlythrift.bench.results;

import static java.util.Objects.requireNonNull;

/**
 * Where in its comparison a run belongs. Runs that differ only in the round measure the same thing; runs that differ
 * only in the contender were measured in turns, and may be compared.
 *
 * @param preset what the comparison is called, such as {@code pipelined}
 * @param group what is the same for all contenders, such as {@code echo 300 B, compact, 4 connections x 50 in flight}
 * @param contender what is compared, such as {@code grizzly same-thread}
 * @param round from 1
 */
public record Occasion(String preset, String group, String contender, int round) {
    /** Checks that nothing is missing. */
    public Occasion {
        requireNonNull(preset, "preset");
        requireNonNull(group, "group");
        requireNonNull(contender, "contender");
        if (round < 1) {
            throw new IllegalArgumentException("round is " + round + ", must be 1 or more");
        }
    }
}
