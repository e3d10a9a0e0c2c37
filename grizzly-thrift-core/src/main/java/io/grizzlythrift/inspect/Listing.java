package io.grizzlythrift.inspect;

import java.util.List;
import java.util.Objects;

/**
 * Some of many elements. Immutable.
 *
 * @param items the elements that were chosen, in the order that the method says
 * @param total how many there are; read at another moment, so it may differ by a few from what the items suggest
 * @param <T> the type of the elements
 */
public record Listing<T>(List<T> items, long total) {
    /**
     * Creates a listing.
     *
     * @param items the elements that were chosen; copied
     * @param total how many there are
     */
    public Listing {
        items = List.copyOf(Objects.requireNonNull(items, "items"));
    }

    /**
     * Returns a listing of nothing.
     *
     * @param <T> the type of the elements
     * @return no items
     */
    public static <T> Listing<T> empty() {
        return new Listing<>(List.of(), 0);
    }
}
