package io.grizzlythrift.compat;

import io.grizzlythrift.header.HeaderMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;

/** Headers that a {@link THeaderTransport} is going to write: those of one message, or those of all. */
final class WriteHeaders {
    /** The largest number of bytes of all headers together. */
    static final int MAX_BYTES = HeaderMap.MAX_BYTES;

    /** What the lengths of a name and its value take at most. */
    static final int LENGTH_BYTES = 6;

    private final Map<String, String> headers = new LinkedHashMap<>();
    private int bytes;

    void set(String name, String value) {
        Objects.requireNonNull(name, "name");
        Objects.requireNonNull(value, "value");
        int after = bytes - size(name, headers.get(name)) + size(name, value);
        if (after > MAX_BYTES) {
            throw new IllegalArgumentException(
                    "the headers have " + after + " bytes with \"" + name + "\", must be at most " + MAX_BYTES);
        }
        headers.put(name, value);
        bytes = after;
    }

    private static int size(String name, String value) {
        return value == null ? 0 : HeaderMap.bytesOf(name) + HeaderMap.bytesOf(value) + LENGTH_BYTES;
    }

    void clear() {
        headers.clear();
        bytes = 0;
    }

    /** {@return these headers and others, which override them} */
    Map<String, String> with(WriteHeaders others) {
        Map<String, String> merged = new LinkedHashMap<>(headers);
        merged.putAll(others.headers);
        return merged;
    }
}
