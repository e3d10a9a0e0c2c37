package io.grizzlythrift.bench.floor;

import io.grizzlythrift.bench.service.Exchange;
import java.nio.ByteBuffer;

/** Replies to requests that are all alike: a reply for each that is complete, by its length. Immutable. */
public final class CannedReplies {
    private final int requestBytes;
    private final byte[] reply;

    CannedReplies(Exchange exchange) {
        this(exchange.request().length, exchange.reply());
    }

    /**
     * Creates replies to requests of a length.
     *
     * @param requestBytes the length
     * @param reply the reply to each request
     */
    public CannedReplies(int requestBytes, byte[] reply) {
        this.requestBytes = requestBytes;
        this.reply = reply.clone();
    }

    int requestBytes() {
        return requestBytes;
    }

    byte[] reply() {
        return reply.clone();
    }

    /**
     * Returns how many requests are complete.
     *
     * @param bytes received, from the beginning of a request on
     */
    public int complete(int bytes) {
        return bytes / requestBytes;
    }

    /**
     * Returns how much of an incomplete request was received.
     *
     * @param bytes received, from the beginning of a request on
     */
    public int rest(int bytes) {
        return bytes % requestBytes;
    }

    public int bytes(int replies) {
        return replies * reply.length;
    }

    /** Returns a direct buffer with the replies to all requests that a read can complete. */
    public ByteBuffer buffer() {
        int most = complete(Replies.READ_BYTES) + 1;
        ByteBuffer buffer = ByteBuffer.allocateDirect(bytes(most));
        for (int i = 0; i < most; i++) {
            buffer.put(reply);
        }
        return buffer.flip();
    }

    /** Returns replies of one thread. */
    Replies ofThread() {
        ByteBuffer output = buffer();
        return (incomplete, input) -> {
            int bytes = incomplete.length() + input.remaining();
            incomplete.count(rest(bytes));
            return output.clear().limit(bytes(complete(bytes)));
        };
    }
}
