package io.grizzlythrift.strategy.internal.threads;

import java.nio.channels.SelectionKey;
import java.util.AbstractSet;
import java.util.Arrays;
import java.util.Iterator;
import java.util.NoSuchElementException;
import java.util.function.Consumer;

/**
 * The ready keys of one selection, in an array. A selector passes each key once, so the array is a set without lookups.
 * Confined to the thread that runs the selector.
 */
final class ReadyKeys extends AbstractSet<SelectionKey> implements Consumer<SelectionKey> {
    private SelectionKey[] keys = new SelectionKey[64];
    private int size;

    /** Adds a key that is not in the set. */
    @Override
    public void accept(SelectionKey key) {
        if (size == keys.length) {
            keys = Arrays.copyOf(keys, 2 * size);
        }
        keys[size++] = key;
    }

    @Override
    public int size() {
        return size;
    }

    @Override
    public void clear() {
        Arrays.fill(keys, 0, size, null);
        size = 0;
    }

    @Override
    public Iterator<SelectionKey> iterator() {
        return new Iterator<>() {
            private int next;

            @Override
            public boolean hasNext() {
                return next < size;
            }

            @Override
            public SelectionKey next() {
                if (next >= size) {
                    throw new NoSuchElementException();
                }
                return keys[next++];
            }
        };
    }
}
