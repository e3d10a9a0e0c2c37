package io.grizzlythrift.internal.connection;

import io.grizzlythrift.internal.frame.RequestHead;
import java.util.Arrays;

/**
 * The responses that the reading thread itself gives to the requests of a read, such as health. Those of consecutive
 * requests are encoded into one array and delivered together. Used by one thread.
 */
final class ResponseRun {
    /** The size at which responses are delivered. */
    private static final int MAX_BYTES = 64 * 1024;

    private static final byte[] EMPTY = {};

    private final HttpConnection http;
    private final int maxBytes;
    private byte[] bytes = EMPTY;
    private int length;
    private long first;
    private int requests;

    /** @param maxWriteBufferBytes how many bytes of responses may wait */
    ResponseRun(HttpConnection http, int maxWriteBufferBytes) {
        this.http = http;
        maxBytes = Math.min(MAX_BYTES, maxWriteBufferBytes / 2);
    }

    /** Adds the response to a request. */
    void add(long number, RequestHead head, Responses.Content content) {
        boolean last = http.isLast(number);
        int size = Responses.size(content, head.method(), last);
        if (requests > 0 && (number != first + requests || length + size > maxBytes)) {
            deliver();
        }
        if (requests == 0) {
            first = number;
        }
        if (length + size > bytes.length) {
            bytes = Arrays.copyOf(bytes, Math.max(length + size, 2 * bytes.length));
        }
        length = Responses.encode(content, head.method(), last, bytes, length);
        requests++;
        if (last) {
            deliver();
            http.closeOnceReplied();
        }
    }

    /** Delivers the responses that were added. */
    void deliver() {
        if (requests > 0) {
            byte[] run = length == bytes.length ? bytes : Arrays.copyOf(bytes, length);
            int delivered = requests;
            bytes = EMPTY;
            length = 0;
            requests = 0;
            http.deliver(first, delivered, run);
        }
    }
}
