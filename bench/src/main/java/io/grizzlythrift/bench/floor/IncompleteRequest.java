package io.grizzlythrift.bench.floor;

import java.util.Arrays;

/** What was received of a request of one connection that is not complete. Belongs to the thread that replies. */
final class IncompleteRequest {
    private static final byte[] NOTHING = {};

    private int length;
    private byte[] bytes = NOTHING;

    /** {@return the number of bytes received} */
    int length() {
        return length;
    }

    /** Counts bytes without keeping them. */
    void count(int received) {
        length = received;
    }

    /** Keeps a copy of the bytes of an array from an index to another. */
    void keep(byte[] array, int from, int to) {
        length = to - from;
        bytes = length == 0 ? NOTHING : Arrays.copyOfRange(array, from, to);
    }

    /** Copies the bytes that were kept to the beginning of an array. */
    void copyTo(byte[] array) {
        System.arraycopy(bytes, 0, array, 0, length);
    }
}
