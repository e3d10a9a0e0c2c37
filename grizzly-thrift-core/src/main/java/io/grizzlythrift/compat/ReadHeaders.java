package io.grizzlythrift.compat;

import io.grizzlythrift.header.FrameHeader;
import io.grizzlythrift.header.HeaderMap;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import org.apache.thrift.transport.TTransportException;

/** Headers of the last message that a {@link THeaderTransport} read, and those that its peer made persistent. */
final class ReadHeaders {
    /** The largest number of bytes of all persistent headers of a connection. */
    static final int MAX_PERSISTENT_BYTES = 16 * 1024;

    private Map<String, String> persistent = Map.of();
    private Optional<FrameHeader> last = Optional.empty();

    /** Of {@link #last}, decoded when somebody looks. */
    private Optional<Map<String, String>> decoded = Optional.empty();

    /** Takes the header of the next message, or none. */
    void next(Optional<FrameHeader> header) throws TTransportException {
        last = header;
        decoded = Optional.empty();
        if (header.isPresent() && header.get().hasPersistent()) {
            Map<String, String> merged = new LinkedHashMap<>(persistent);
            merged.putAll(header.get().persistentHeaders());
            int bytes = 0;
            for (Map.Entry<String, String> pair : merged.entrySet()) {
                bytes += HeaderMap.bytesOf(pair.getKey()) + HeaderMap.bytesOf(pair.getValue());
            }
            if (bytes > MAX_PERSISTENT_BYTES) {
                throw new TTransportException(
                        TTransportException.CORRUPTED_DATA,
                        "the persistent headers of the connection have " + bytes + " bytes, must be at most "
                                + MAX_PERSISTENT_BYTES);
            }
            persistent = merged;
        }
    }

    /** {@return the header of the last message, if it had one} */
    Optional<FrameHeader> last() {
        return last;
    }

    /** {@return the persistent headers, overridden by those of the last message; unmodifiable} */
    Map<String, String> all() {
        if (decoded.isEmpty()) {
            Map<String, String> all = new LinkedHashMap<>(persistent);
            last.ifPresent(header -> all.putAll(header.headers()));
            decoded = Optional.of(Collections.unmodifiableMap(all));
        }
        return decoded.get();
    }
}
