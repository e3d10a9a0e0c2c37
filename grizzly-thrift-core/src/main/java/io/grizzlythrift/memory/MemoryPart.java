package io.grizzlythrift.memory;

/** A purpose for which connections use memory. The names appear as tags of metrics and in JMX. */
public enum MemoryPart {
    /** Frames, HTTP requests and TLS records that are not completely received, and persistent headers. */
    PARTIAL_FRAMES,

    /**
     * Complete frames, until every call of their read has run or was rejected, and headers of calls whose asynchronous
     * handlers have not replied.
     */
    WAITING_FRAMES,

    /** Replies that wait for earlier replies. */
    BUFFERED_REPLIES,

    /** Replies that wait for the socket. */
    UNSENT_REPLIES
}
