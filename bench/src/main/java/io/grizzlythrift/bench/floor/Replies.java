package io.grizzlythrift.bench.floor;

import java.nio.ByteBuffer;

/** How one thread replies to what was read from its connections, by itself or by another thread. */
interface Replies {
    /** A read has at most 64 KiB. */
    int READ_BYTES = 64 * 1024;

    /**
     * Replies to all requests that a read completes.
     *
     * @param incomplete what the reads before left of a request; becomes what this read leaves
     * @param input the bytes of the read
     * @return the replies, from position to limit of a direct buffer that is reused
     */
    ByteBuffer to(IncompleteRequest incomplete, ByteBuffer input);
}
