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
    private static final byte[] NOTHING = {};

    int length() {
        return bytes.length;
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
