package io.grizzlythrift.memory;

/** What a server holds memory for. */
public enum MemoryPart {
    /** Frames, and bodies of HTTP requests, that have not arrived whole. */
    PARTIAL_FRAMES(0),

    /** Frames that have arrived whole, until every call of their read has run or was rejected. */
    WAITING_FRAMES(1),

    /** Replies that wait for replies before them. */
    BUFFERED_REPLIES(2),

    /** Replies that wait for the socket. */
    UNSENT_REPLIES(3);

    /** Its place in arrays that have one value for each part. */
    final int index;

    MemoryPart(int index) {
        this.index = index;
    }
}
