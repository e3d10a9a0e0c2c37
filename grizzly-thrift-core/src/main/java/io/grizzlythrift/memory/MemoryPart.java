package io.grizzlythrift.memory;

/** A purpose for which connections use memory. The names appear as tags of metrics and in JMX. */
public enum MemoryPart {
    /** Frames and HTTP requests that are not completely received, and persistent headers. */
    PARTIAL_FRAMES(0),

    /**
     * Complete frames, until every call of their read has run or was rejected, and headers of calls whose asynchronous
     * handlers have not replied.
     */
    WAITING_FRAMES(1),

    /** Replies that wait for earlier replies. */
    BUFFERED_REPLIES(2),

    /** Replies that wait for the socket. */
    UNSENT_REPLIES(3);

    /** The index in arrays with one value per part. */
    final int index;

    MemoryPart(int index) {
        this.index = index;
    }
}
