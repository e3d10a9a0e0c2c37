package io.grizzlythrift.compat;

import io.grizzlythrift.header.FrameHeader;
import io.grizzlythrift.header.HeaderMap;
import java.util.Map;
import java.util.Optional;
import org.apache.thrift.transport.TTransportException;

/** Headers of the last message that a {@link THeaderTransport} read, and those that its peer made persistent. */
final class ReadHeaders {
    private HeaderMap persistent = HeaderMap.NONE;
    private Optional<FrameHeader> last = Optional.empty();

    /** Of {@link #last}, decoded when somebody looks. */
    private Optional<Map<String, String>> decoded = Optional.empty();

    /** Takes the header of the next message, or none. */
    void next(Optional<FrameHeader> header) throws TTransportException {
        last = header;
        decoded = Optional.empty();
        if (header.isPresent() && header.get().hasPersistent()) {
            HeaderMap merged = persistent.plus(header.get().persistentHeaders());
            int bytes = merged.bytes();
            if (bytes > HeaderMap.MAX_PERSISTENT_BYTES) {
                throw new TTransportException(
                        TTransportException.CORRUPTED_DATA,
                        "the persistent headers of the connection have " + bytes + " bytes, must be at most "
                                + HeaderMap.MAX_PERSISTENT_BYTES);
            }
            persistent = merged;
        }
    }

    /** {@return the header of the last message, if it had one} */
    Optional<FrameHeader> last() {
        return last;
    }

    /** {@return the persistent headers, overridden by those of the last message; unmodifiable, ignores the case of names} */
    Map<String, String> all() {
        if (decoded.isEmpty()) {
            decoded = Optional.of(last.map(header -> persistent.plus(header.headers()))
                    .orElse(persistent)
                    .asMap());
        }
        return decoded.get();
    }
}
