package io.grizzlythrift.client.codec;

import io.grizzlythrift.header.FrameHeader;
import io.grizzlythrift.peer.ClientTimeout;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.concurrent.TimeUnit;

/**
 * The {@link ClientTimeout} in an encoded call, which is updated when the call is sent: it may have waited for a connection
 * or a place in flight. The number keeps its width, by zeros in front. Used by the thread that encodes the call, and then by
 * the one that sends it.
 */
public final class TimeoutField {
    private static final byte[] NAME = ClientTimeout.HEADER.getBytes(StandardCharsets.US_ASCII);

    /** The protocol, the transforms, the kind of info and its number of pairs, and two lengths take less. */
    private static final int MAX_BYTES_BEFORE = 32;

    private final byte[] array;
    private final int offset;
    private final int digits;

    private TimeoutField(byte[] array, int offset, int digits) {
        this.array = array;
        this.offset = offset;
        this.digits = digits;
    }

    /**
     * Finds the field in a call whose headers begin with it.
     *
     * @param offset of the frame, with its length prefix
     */
    static TimeoutField in(byte[] array, int offset, int prefixBytes) {
        int from = offset + prefixBytes + FrameHeader.FIXED_BYTES;
        for (int at = from; at < from + MAX_BYTES_BEFORE; at++) {
            if (isNameAt(array, at)) {
                int length = at + NAME.length;
                return new TimeoutField(array, length + 1, array[length]);
            }
        }
        throw new IllegalStateException("the call carries no timeout");
    }

    private static boolean isNameAt(byte[] array, int at) {
        for (int i = 0; i < NAME.length; i++) {
            if (array[at + i] != NAME[i]) {
                return false;
            }
        }
        return true;
    }

    /** Writes what is left, in full milliseconds, but at least 1: 0 would mean that there is no timeout. */
    public void update(long nanosLeft) {
        long left = Math.max(1, TimeUnit.NANOSECONDS.toMillis(nanosLeft));
        for (int i = digits - 1; i >= 0; i--) {
            array[offset + i] = (byte) ('0' + left % 10);
            left /= 10;
        }
        if (left > 0) { // a clock that stood still
            Arrays.fill(array, offset, offset + digits, (byte) '9');
        }
    }
}
