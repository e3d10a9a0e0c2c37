package io.grizzlythrift.frame;

import io.grizzlythrift.header.HeaderMap;
import io.grizzlythrift.memory.MemoryAccount;
import io.grizzlythrift.memory.MemoryPart;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * The headers that a peer has set for all later frames of a connection. Changed by the thread that reads the connection;
 * what it returns is immutable, because the calls of earlier frames may still use it.
 */
final class PersistentHeaders {
    /** The largest size of all together: {@value}. Each counts with its name, its value and {@link #PAIR_BYTES}. */
    static final int MAX_BYTES = 16 * 1024;

    /** What a header takes on the heap besides its name and its value: two strings, their arrays, an entry of a map. */
    static final int PAIR_BYTES = 160;

    private final MemoryAccount memory;
    private Map<String, String> current = Map.of();
    private int bytes;

    /** @param memory is charged for the headers until it is closed */
    PersistentHeaders(MemoryAccount memory) {
        this.memory = memory;
    }

    /** {@return the headers, unmodifiable} */
    Map<String, String> current() {
        return current;
    }

    /** {@return the size of the headers} */
    int bytes() {
        return bytes;
    }

    /**
     * Adds headers, in place of those with the same names.
     *
     * @throws FrameException if there are too many then, or no memory for them
     */
    void add(Map<String, String> more) throws FrameException {
        Map<String, String> next = new LinkedHashMap<>(current);
        next.putAll(more);
        long size = 0;
        for (Map.Entry<String, String> header : next.entrySet()) {
            size += PAIR_BYTES + HeaderMap.bytesOf(header.getKey()) + HeaderMap.bytesOf(header.getValue());
        }
        if (size > MAX_BYTES) {
            throw FrameException.ofPersistentHeaders(size, MAX_BYTES);
        }
        int growth = (int) size - bytes;
        if (growth < 0) {
            memory.release(MemoryPart.PARTIAL_FRAMES, -growth);
        } else if (growth > 0 && !memory.charge(MemoryPart.PARTIAL_FRAMES, growth)) {
            throw FrameException.ofMemory("no memory is left for the persistent headers of a connection");
        }
        bytes = (int) size;
        current = Collections.unmodifiableMap(next);
    }
}
