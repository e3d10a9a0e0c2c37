package io.grizzlythrift.internal.header;

import java.nio.charset.StandardCharsets;
import java.util.Collections;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;

/**
 * Headers by name: those of one message, or those that apply to all messages of a connection. Names that differ only in
 * case are the same. Immutable.
 *
 * <p>Defines the size of headers, sent or received: for each header, the bytes of its name and its value in UTF-8, plus
 * {@value #PAIR_BYTES}. So the size is also about what they occupy on the heap, however short they are.
 */
public final class HeaderMap {
    /** The largest size of all headers of a message: {@value}. */
    public static final int MAX_BYTES = 64 * 1024;

    /** The largest size of all headers that a peer has set for all messages of a connection: {@value}. */
    public static final int MAX_PERSISTENT_BYTES = 16 * 1024;

    /** The size of a header without its name and its value: two strings, their arrays, an entry of a map. */
    public static final int PAIR_BYTES = 160;

    /** No headers. */
    public static final HeaderMap NONE = new HeaderMap(newMap());

    private final Map<String, String> headers;

    /** Computed on first use; 0 until then. Not volatile: at worst, another thread computes it again. */
    private int bytes;

    private HeaderMap(Map<String, String> headers) {
        this.headers = Collections.unmodifiableMap(headers);
    }

    private static int bytesOf(Map<String, String> headers) {
        int bytes = 0;
        for (Map.Entry<String, String> header : headers.entrySet()) {
            bytes += PAIR_BYTES + bytesOf(header.getKey()) + bytesOf(header.getValue());
        }
        return bytes;
    }

    private static Map<String, String> newMap() {
        return new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
    }

    private static int bytesOf(String text) {
        return text.getBytes(StandardCharsets.UTF_8).length;
    }

    /**
     * Adds a header, which replaces one with the same name.
     *
     * @param name not blank
     * @param value any text
     * @return a new map
     * @throws IllegalArgumentException if the name is blank, or the size of all headers exceeds {@link #MAX_BYTES}
     */
    public HeaderMap with(String name, String value) {
        if (Objects.requireNonNull(name, "name").isBlank()) {
            throw new IllegalArgumentException("the name of a header is blank");
        }
        return withAll(Map.of(name, Objects.requireNonNull(value, "value")));
    }

    /**
     * Adds headers, which replace those with the same names.
     *
     * @param more headers with valid names
     * @return a new map
     * @throws IllegalArgumentException if the size of all headers exceeds {@link #MAX_BYTES}
     */
    public HeaderMap withAll(Map<String, String> more) {
        HeaderMap sum = plus(more);
        if (sum.bytes() > MAX_BYTES) {
            throw new IllegalArgumentException("with " + more.keySet() + ", the headers have " + sum.bytes()
                    + " bytes, must be at most " + MAX_BYTES + "; each counts " + PAIR_BYTES
                    + " besides its name and its value");
        }
        return sum;
    }

    /**
     * Adds received headers, which replace those with the same names. Their size is not checked.
     *
     * @param more headers by name; if names differ only in case, the last one counts
     * @return a new map
     */
    public HeaderMap plus(Map<String, String> more) {
        if (more.isEmpty()) {
            return this;
        }
        Map<String, String> all = newMap();
        all.putAll(headers);
        more.forEach((name, value) -> {
            all.remove(name); // put() would keep the case of the old name
            all.put(name, value);
        });
        return new HeaderMap(all);
    }

    /** {@return the total size of the headers} */
    public int bytes() {
        int known = bytes;
        if (known == 0) {
            known = bytesOf(headers);
            bytes = known;
        }
        return known;
    }

    /** {@return whether there are no headers} */
    public boolean isEmpty() {
        return headers.isEmpty();
    }

    /** {@return the headers by name, in alphabetical order; unmodifiable, ignores the case of names} */
    public Map<String, String> asMap() {
        return headers;
    }

    /** {@return the names; values may be secret} */
    @Override
    public String toString() {
        return headers.keySet().toString();
    }
}
