package io.grizzlythrift.internal.frame;

import io.grizzlythrift.internal.header.HeaderMap;
import io.grizzlythrift.internal.memory.MemoryAccount;
import io.grizzlythrift.memory.MemoryPart;
import java.util.Map;

/**
 * The headers that a peer has set for all later frames of a connection. Modified by the thread that reads the
 * connection. The returned maps are immutable, because the calls of earlier frames may still use them.
 */
final class PersistentHeaders {
    private final MemoryAccount memory;
    private HeaderMap current = HeaderMap.NONE;

    /** @param memory is charged for the headers until the account is closed */
    PersistentHeaders(MemoryAccount memory) {
        this.memory = memory;
    }

    HeaderMap current() {
        return current;
    }

    /** {@return the size of all headers together, by the rule of {@link HeaderMap}} */
    int bytes() {
        return current.bytes();
    }

    /**
     * Adds headers, which replace those with the same names.
     *
     * @throws FrameException if there are then too many, or there is no memory for them
     */
    void add(Map<String, String> more) throws FrameException {
        HeaderMap next = current.plus(more);
        int bytes = next.bytes();
        if (bytes > HeaderMap.MAX_PERSISTENT_BYTES) {
            throw FrameException.ofPersistentHeaders(bytes, HeaderMap.MAX_PERSISTENT_BYTES);
        }
        int growth = bytes - bytes();
        if (growth < 0) {
            memory.release(MemoryPart.PARTIAL_FRAMES, -growth);
        } else if (growth > 0 && !memory.charge(MemoryPart.PARTIAL_FRAMES, growth)) {
            throw FrameException.ofMemory("no memory is left for the persistent headers of a connection");
        }
        current = next;
    }
}
