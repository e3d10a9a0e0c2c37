package io.grizzlythrift.reply;

/**
 * The replies of calls that follow each other on a connection, copied out of the thread that made them.
 *
 * @param first the number of the first call on its connection
 * @param calls how many calls; a oneway call counts and has no bytes
 * @param bytes their frames
 */
@SuppressWarnings("ArrayRecordComponent") // segments are never compared
public record CopiedReplies(long first, int calls, byte[] bytes) {
    private static final byte[] NOTHING = {};

    int length() {
        return bytes.length;
    }

    /** Calls that have ended without a reply. */
    public static CopiedReplies withoutBytes(long first, int calls) {
        return new CopiedReplies(first, calls, NOTHING);
    }

    /** The same calls, as if none had a reply. */
    public CopiedReplies withoutBytes() {
        return new CopiedReplies(first, calls, NOTHING);
    }
}
