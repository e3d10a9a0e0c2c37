package io.grizzlythrift.internal.reply;

/**
 * The replies of consecutive calls of a connection, copied out of the {@link ReplyBuffer} of their thread.
 *
 * @param first the number of the first call on its connection
 * @param calls the number of calls; a oneway call counts and has no bytes
 * @param bytes their reply frames
 */
@SuppressWarnings("ArrayRecordComponent") // never compared
public record CopiedReplies(long first, int calls, byte[] bytes) {
    /** What replies that wait take on the heap besides their bytes: this object, an array header, their queue entry. */
    static final int OBJECT_BYTES = 64;

    private static final byte[] NOTHING = {};

    int length() {
        return bytes.length;
    }

    /** {@return the bytes of memory that are charged while these replies wait; 0 if they have none} */
    int chargedBytes() {
        return charged(bytes.length);
    }

    static int charged(int length) {
        return length == 0 ? 0 : length + OBJECT_BYTES;
    }

    /** Returns an entry for calls that have ended without a reply. */
    public static CopiedReplies withoutBytes(long first, int calls) {
        return new CopiedReplies(first, calls, NOTHING);
    }

    /** Returns the same calls without their replies. */
    public CopiedReplies withoutBytes() {
        return new CopiedReplies(first, calls, NOTHING);
    }
}
