package io.grizzlythrift.internal.frame;

import io.grizzlythrift.internal.header.FrameHeader;
import io.grizzlythrift.internal.header.HeaderException;
import io.grizzlythrift.internal.header.HeaderMap;
import io.grizzlythrift.internal.memory.MemoryAccount;

/**
 * Parses the headers of the frames of one connection. The payload stays in place in the array of the frame. Keeps the
 * persistent headers of the connection.
 */
final class HeaderParser {
    /** The largest total size of the versions of the persistent headers that the frames of one read refer to. */
    static final int MAX_PERSISTENT_BYTES_PER_READ = 16 * HeaderMap.MAX_PERSISTENT_BYTES;

    private final PersistentHeaders persistent;
    private int persistentBytes;

    HeaderParser(MemoryAccount memory) {
        persistent = new PersistentHeaders(memory);
    }

    void beginRead() {
        persistentBytes = 0;
    }

    /**
     * Parses the header of a frame, and adds the frame to a batch.
     *
     * @param array the array of the frame
     */
    void add(FrameBatch batch, byte[] array, int offset, int length) throws FrameException {
        FrameHeader header = parse(array, offset, length);
        int inherited = 0;
        if (header.hasPersistent()) {
            persistent.add(header.persistentHeaders());
            inherited = persistent.bytes();
            persistentBytes += inherited;
            if (persistentBytes > MAX_PERSISTENT_BYTES_PER_READ) {
                throw FrameException.ofPersistentChanges(MAX_PERSISTENT_BYTES_PER_READ);
            }
        }
        batch.add(header.inherit(persistent.current()), inherited);
    }

    private static FrameHeader parse(byte[] array, int offset, int length) throws FrameException {
        try {
            return FrameHeader.parse(array, offset, length);
        } catch (HeaderException e) {
            throw FrameException.ofHeader(
                    e, FormatGuess.ofFrame(array, offset, length).filter(guess -> guess != FormatGuess.THEADER));
        }
    }
}
