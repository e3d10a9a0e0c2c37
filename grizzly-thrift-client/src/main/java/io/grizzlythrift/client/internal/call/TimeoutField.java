package io.grizzlythrift.client.internal.call;

import io.grizzlythrift.internal.call.ClientTimeout;
import io.grizzlythrift.internal.header.FrameHeader;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.concurrent.TimeUnit;

/**
 * The {@link ClientTimeout} in an encoded call. It is updated when the call is sent, because the call may have waited
 * for a connection, or until fewer calls were in flight. The number keeps its width with leading zeros. Used by the
 * thread that encodes the call, and then by the thread that sends it.
 */
public final class TimeoutField {
    private static final byte[] NAME = ClientTimeout.HEADER.getBytes(StandardCharsets.US_ASCII);

    /** The protocol, the transforms, the kind of info and its number of pairs, and two lengths take fewer bytes. */
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
     * @param offset the position of the frame, including its length prefix
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

    /** Writes the time that is left, in full milliseconds, but at least 1: 0 would mean that there is no timeout. */
    public void update(long nanosLeft) {
        long left = Math.max(1, TimeUnit.NANOSECONDS.toMillis(nanosLeft));
        for (int i = digits - 1; i >= 0; i--) {
            array[offset + i] = (byte) ('0' + left % 10);
            left /= 10;
        }
        if (left > 0) { // more digits than the field has: the clock did not advance
            Arrays.fill(array, offset, offset + digits, (byte) '9');
        }
    }
}
