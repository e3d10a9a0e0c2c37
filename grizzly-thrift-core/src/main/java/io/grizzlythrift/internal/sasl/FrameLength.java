package io.grizzlythrift.internal.sasl;

import java.io.IOException;

/** The length in front of a frame, which may arrive in several reads. Used by the thread that reads. */
final class FrameLength {
    private final int max;
    private int value;
    private int bytes;

    /** @param max the largest length that is accepted */
    FrameLength(int max) {
        this.max = max;
    }

    /**
     * Takes bytes until the length is complete. Returns the position of the first byte behind.
     *
     * @throws IOException if the length is out of bounds
     */
    int take(byte[] read, int from, int to) throws IOException {
        int position = from;
        while (!isComplete() && position < to) {
            value = value << Byte.SIZE | (read[position++] & 0xff);
            bytes++;
        }
        if (isComplete() && (value < 0 || value > max)) {
            throw new IOException("the length of a SASL frame is " + value + ", must be 0 to " + max);
        }
        return position;
    }

    /** {@return whether none of its bytes has arrived} */
    boolean isFresh() {
        return bytes == 0;
    }

    boolean isComplete() {
        return bytes == Integer.BYTES;
    }

    /** {@return the length, once it is complete} */
    int value() {
        return value;
    }

    /** Begins with the next frame. */
    void reset() {
        value = 0;
        bytes = 0;
    }
}
