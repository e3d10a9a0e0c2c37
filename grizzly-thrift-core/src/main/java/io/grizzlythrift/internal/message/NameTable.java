package io.grizzlythrift.internal.message;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Map;

/**
 * Maps the name in the header of a message to a value. It is looked up by the bytes of the name ({@link MessageName}),
 * without creating a string. An immutable hash table with open addressing, at most half full.
 *
 * @param <V> the type of the values
 */
public final class NameTable<V> {
    private static final int SHORT_BYTES = 8;

    private final Entry<V>[] entries;

    private static final class Entry<V> {
        private final byte[] name;
        private final V value;

        private Entry(byte[] name, V value) {
            this.name = name;
            this.value = value;
        }
    }

    /**
     * Creates a table.
     *
     * @param values by name; names are not empty
     */
    @SuppressWarnings({"unchecked", "rawtypes"}) // arrays of generic types
    public NameTable(Map<String, V> values) {
        entries = new Entry[4 * Integer.highestOneBit(Math.max(1, values.size()))];
        values.forEach((name, value) -> insert(new Entry<>(name.getBytes(StandardCharsets.UTF_8), value)));
    }

    private void insert(Entry<V> entry) {
        int slot = slot(entry.name, 0, entry.name.length);
        while (entries[slot] != null) {
            slot = (slot + 1) & (entries.length - 1);
        }
        entries[slot] = entry;
    }

    private int slot(byte[] array, int offset, int length) {
        int hash = length + 31 * (array[offset] + 31 * (array[offset + length / 2] + 31 * array[offset + length - 1]));
        return (hash ^ (hash >>> 8)) & (entries.length - 1);
    }

    /**
     * Finds the value of a name.
     *
     * @param array holds the name in UTF-8
     * @param offset the index of its first byte
     * @param length its length in bytes, at least 1
     * @return null if the table does not contain it
     */
    public V find(byte[] array, int offset, int length) {
        int slot = slot(array, offset, length);
        for (Entry<V> entry = entries[slot]; entry != null; entry = entries[slot]) {
            if (isName(entry.name, array, offset, length)) {
                return entry.value;
            }
            slot = (slot + 1) & (entries.length - 1);
        }
        return null;
    }

    /** Returns whether a part of an array is a name. */
    static boolean isName(byte[] name, byte[] array, int offset, int length) {
        if (length > SHORT_BYTES) {
            return Arrays.equals(name, 0, name.length, array, offset, offset + length);
        }
        if (length != name.length) {
            return false;
        }
        for (int i = 0; i < length; i++) { // faster than the intrinsic, which adds checks and a call
            if (name[i] != array[offset + i]) {
                return false;
            }
        }
        return true;
    }
}
