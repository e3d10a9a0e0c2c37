package io.grizzlythrift.bench.floor;

import io.grizzlythrift.bench.service.Exchange;
import java.nio.ByteBuffer;

/** Replies to requests that are all alike: a reply for each that is complete, by its length. Immutable. */
final class CannedReplies {
    private final int requestBytes;
    private final byte[] reply;

    CannedReplies(Exchange exchange) {
        requestBytes = exchange.request().length;
        reply = exchange.reply();
    }

    /**
     * Returns how many requests are complete.
     *
     * @param bytes received, from the beginning of a request on
     */
    int complete(int bytes) {
        return bytes / requestBytes;
    }

    /**
     * Returns how much of an incomplete request was received.
     *
     * @param bytes received, from the beginning of a request on
     */
    int rest(int bytes) {
        return bytes % requestBytes;
    }

    int bytes(int replies) {
        return replies * reply.length;
    }

    /** Returns a direct buffer with the replies to all requests that a read can complete. */
    ByteBuffer buffer() {
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
