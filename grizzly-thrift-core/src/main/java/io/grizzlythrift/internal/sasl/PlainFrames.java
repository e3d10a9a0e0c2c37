package io.grizzlythrift.internal.sasl;

import java.io.IOException;
import org.glassfish.grizzly.Buffer;

/**
 * Frames without protection: only their lengths are removed. What remains is moved together within the array of the read, so
 * that all messages of a read are handled at once, and none is copied elsewhere. The rest of a frame may come in later reads;
 * nothing is kept for it.
 */
final class PlainFrames implements IncomingFrames {
    private final FrameLength length;

    /** How many bytes of the current frame have not arrived. */
    private int missing;

    /** @param missing what has not arrived of the first frame, whose length has */
    PlainFrames(int maxBytes, int missing) {
        length = new FrameLength(maxBytes);
        this.missing = missing;
    }

    @Override
    public Buffer take(Buffer read) throws IOException {
        byte[] array = read.array();
        int offset = read.arrayOffset();
        int position = offset + read.position();
        int to = position + read.remaining();
        int start = position;
        int end = position;
        while (position < to) {
            if (missing == 0) {
                position = length.take(array, position, to);
                if (length.isComplete()) {
                    missing = length.value();
                    length.reset();
                }
            } else {
                int count = Math.min(missing, to - position);
                if (start == end) { // the first one stays where it is
                    start = position;
                    end = position;
                } else if (end < position) {
                    System.arraycopy(array, position, array, end, count);
                }
                end += count;
                position += count;
                missing -= count;
            }
        }
        if (start == end) {
            read.tryDispose();
            return null;
        }
        read.limit(end - offset);
        read.position(start - offset);
        return read;
    }

    /** {@inheritDoc} There is none: the filter above keeps the beginning of a message. */
    @Override
    public long incompleteFrame() {
        return 0;
    }
}
