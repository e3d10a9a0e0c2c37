package io.grizzlythrift.client.balance;

import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Deque;
import java.util.random.RandomGenerator;

/**
 * Draws indices at random in proportion to their weights, in constant time: the alias method (A. Walker, 1977), with the
 * table of M. Vose, "A linear algorithm for generating random numbers with a given distribution", 1991. Each index has one
 * slot of the table, and leaves the part that exceeds its weight to one other index. Immutable.
 */
final class WeightedDraw {
    /** The part of its slot that belongs to each index. */
    private final double[] own;

    /** The index to which the rest of the slot belongs. */
    private final int[] others;

    /** @param weights at least one, all above 0 */
    WeightedDraw(double[] weights) {
        int size = weights.length;
        double mean = Arrays.stream(weights).sum() / size;
        own = new double[size];
        others = new int[size];
        Deque<Integer> small = new ArrayDeque<>();
        Deque<Integer> large = new ArrayDeque<>();
        for (int i = 0; i < size; i++) {
            own[i] = weights[i] / mean;
            others[i] = i;
            (own[i] < 1 ? small : large).add(i);
        }
        while (!small.isEmpty() && !large.isEmpty()) {
            int less = small.remove();
            int more = large.peek();
            others[less] = more;
            own[more] -= 1 - own[less];
            if (own[more] < 1) {
                small.add(large.remove());
            }
        }
    }

    int next(RandomGenerator random) {
        double drawn = random.nextDouble() * own.length;
        int slot = (int) drawn;
        return drawn - slot < own[slot] ? slot : others[slot];
    }
}
