package io.grizzlythrift.header;

import java.nio.charset.StandardCharsets;
import java.util.Collections;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;

/**
 * The headers of one message by name. Names that differ only in case are the same. Bounded by {@value #MAX_BYTES} bytes of
 * names and values together. Immutable.
 */
public final class HeaderMap {
    /** The largest size of all names and values together, in bytes of UTF-8: {@value}. */
    public static final int MAX_BYTES = 64 * 1024;

    /** No headers. */
    public static final HeaderMap NONE = new HeaderMap(newMap());

    private final Map<String, String> headers;
    private final int bytes;

    private HeaderMap(Map<String, String> headers) {
        this.headers = Collections.unmodifiableMap(headers);
        bytes = headers.entrySet().stream()
                .mapToInt(header -> bytesOf(header.getKey()) + bytesOf(header.getValue()))
                .sum();
    }

    private static Map<String, String> newMap() {
        return new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
    }

    /** {@return the size of a name or a value, in bytes of UTF-8} */
    public static int bytesOf(String text) {
        return text.getBytes(StandardCharsets.UTF_8).length;
    }

    /**
     * Returns headers as they were received, of any size.
     *
     * @param received by name; of names that differ only in case, the last one counts
     * @return an unmodifiable map that ignores the case of names
     */
    public static Map<String, String> ignoringCase(Map<String, String> received) {
        if (received.isEmpty()) {
            return NONE.asMap();
        }
        Map<String, String> copy = newMap();
        copy.putAll(received);
        return Collections.unmodifiableMap(copy);
    }

    /**
     * Adds a header, in place of one with the same name.
     *
     * @param name not blank
     * @param value any text
     * @return new headers
     * @throws IllegalArgumentException if the name is blank, or all headers take more than {@link #MAX_BYTES}
     */
    public HeaderMap with(String name, String value) {
        if (Objects.requireNonNull(name, "name").isBlank()) {
            throw new IllegalArgumentException("the name of a header is blank");
        }
        return withAll(Map.of(name, Objects.requireNonNull(value, "value")));
    }

    /**
     * Adds headers, in place of those with the same names.
     *
     * @param more headers with valid names
     * @return new headers
     * @throws IllegalArgumentException if all headers take more than {@link #MAX_BYTES}
     */
    public HeaderMap withAll(Map<String, String> more) {
        if (more.isEmpty()) {
            return this;
        }
        Map<String, String> all = newMap();
        all.putAll(headers);
        more.forEach((name, value) -> {
            all.remove(name); // with its case
            all.put(name, value);
        });
        HeaderMap sum = new HeaderMap(all);
        if (sum.bytes > MAX_BYTES) {
            throw new IllegalArgumentException("with " + more.keySet() + ", the headers have " + sum.bytes
                    + " bytes, must be at most " + MAX_BYTES);
        }
        return sum;
    }

    /** {@return whether there are none} */
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
