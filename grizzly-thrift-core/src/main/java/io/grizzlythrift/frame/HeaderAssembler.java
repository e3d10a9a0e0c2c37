package io.grizzlythrift.frame;

import io.grizzlythrift.format.FormatGuess;
import io.grizzlythrift.header.FrameHeader;
import io.grizzlythrift.header.HeaderException;
import io.grizzlythrift.header.HeaderMap;
import io.grizzlythrift.memory.MemoryAccount;
import java.nio.ByteBuffer;
import java.util.function.LongSupplier;

/**
 * Splits the bytes of a {@link Dialect#HEADER} connection into frames, with a {@link FrameAssembler}, and parses the
 * header of each. The payload stays in place in the array of the frame. Keeps the persistent headers of the connection.
 */
final class HeaderAssembler extends MessageAssembler {
    /** The largest total size of the versions of the persistent headers that the frames of one read refer to. */
    static final int MAX_PERSISTENT_BYTES_PER_READ = 16 * HeaderMap.MAX_PERSISTENT_BYTES;

    private final FrameAssembler frames;
    private final PersistentHeaders persistent;

    /**
     * Creates an assembler for a new connection.
     *
     * @param maxFrameBytes the largest length of a frame, with its header
     */
    HeaderAssembler(int maxFrameBytes, MemoryAccount memory, LongSupplier clock) {
        super(memory, clock);
        frames = new FrameAssembler(maxFrameBytes, memory, clock);
        persistent = new PersistentHeaders(memory);
    }

    @Override
    FrameBatch take(byte[] read, int from, int to) throws FrameException {
        return parse(frames.take(read, from, to));
    }

    @Override
    void continueIncomplete(MessageAssembler before) {
        frames.continueIncomplete(before);
    }

    @Override
    long incompleteNumber() {
        return frames.incompleteNumber();
    }

    @Override
    long incompleteSince() {
        return frames.incompleteSince();
    }

    @Override
    int missingBytes() {
        return frames.missingBytes();
    }

    @Override
    void append(ByteBuffer bytes) throws FrameException {
        frames.append(bytes);
    }

    @Override
    FrameBatch takeIfComplete() throws FrameException {
        return parse(frames.takeIfComplete());
    }

    private FrameBatch parse(FrameBatch batch) throws FrameException {
        if (batch != null) {
            parseHeaders(batch);
        }
        return batch;
    }

    private void parseHeaders(FrameBatch batch) throws FrameException {
        FrameHeader[] headers = new FrameHeader[batch.size()];
        int persistentBytes = 0;
        for (int frame = 0; frame < headers.length; frame++) {
            FrameHeader header = parse(batch.array(frame), batch.offset(frame), batch.length(frame));
            if (header.hasPersistent()) {
                persistent.add(header.persistentHeaders());
                persistentBytes += persistent.bytes();
                if (persistentBytes > MAX_PERSISTENT_BYTES_PER_READ) {
                    throw FrameException.ofPersistentChanges(MAX_PERSISTENT_BYTES_PER_READ);
                }
            }
            headers[frame] = header.inherit(persistent.current());
        }
        batch.setHeaders(headers, persistentBytes);
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
