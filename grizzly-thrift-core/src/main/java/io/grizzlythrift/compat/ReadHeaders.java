package io.grizzlythrift.compat;

import io.grizzlythrift.internal.header.FrameHeader;
import io.grizzlythrift.internal.header.HeaderMap;
import java.util.Map;
import java.util.Optional;
import org.apache.thrift.transport.TTransportException;

/** The headers of the last message that a {@link THeaderTransport} read, and the persistent headers of its peer. */
final class ReadHeaders {
    private HeaderMap persistent = HeaderMap.NONE;
    private Optional<FrameHeader> last = Optional.empty();

    /** The headers of {@link #last} and the persistent ones, decoded on demand. */
    private Optional<Map<String, String>> decoded = Optional.empty();

    /** Sets the header of the next message, if it has one. */
    void next(Optional<FrameHeader> header) throws TTransportException {
        last = header;
        decoded = Optional.empty();
        if (header.isPresent() && header.get().hasPersistent()) {
            HeaderMap merged = persistent.plus(header.get().persistentHeaders());
            int bytes = merged.bytes();
            if (bytes > HeaderMap.MAX_PERSISTENT_BYTES) {
                throw MessageReader.corrupted("the persistent headers of the connection have " + bytes
                        + " bytes, must be at most " + HeaderMap.MAX_PERSISTENT_BYTES);
            }
            persistent = merged;
        }
    }

    /** {@return the header of the last message, if it had one} */
    Optional<FrameHeader> last() {
        return last;
    }

    /**
     * {@return the persistent headers, overridden by those of the last message; unmodifiable, ignores the case of
     * names}
     */
    Map<String, String> all() {
        if (decoded.isEmpty()) {
            decoded = Optional.of(last.map(header -> persistent.plus(header.headers()))
                    .orElse(persistent)
                    .asMap());
        }
        return decoded.get();
    }
}
