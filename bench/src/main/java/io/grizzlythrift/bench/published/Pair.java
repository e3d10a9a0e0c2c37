package io.grizzlythrift.bench.published;

import static java.util.Objects.requireNonNull;

/**
 * Two places whose figures are compared.
 *
 * @param one the numerator of the ratio
 * @param other the denominator
 */
record Pair(Place one, Place other) {
    Pair {
        requireNonNull(one, "one");
        requireNonNull(other, "other");
    }

    static Pair of(String group, String one, String other) {
        return new Pair(new Place(group, one), new Place(group, other));
    }
}
