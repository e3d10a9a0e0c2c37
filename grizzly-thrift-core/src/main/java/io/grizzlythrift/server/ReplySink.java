package io.grizzlythrift.server;

import java.io.IOException;

/** Where the replies of one connection go. Called by one thread at a time per connection. */
interface ReplySink {
    /**
     * Hands bytes to the socket or to its write queue. The array may be reused once this returns.
     *
     * @throws IOException if the connection cannot be written to
     */
    void write(byte[] bytes, int offset, int length) throws IOException;

    /** How many bytes were taken and not handed to the socket yet. Any thread. */
    int unsentBytes();

    /** Terminates the connection because a write failed. */
    void abort(Throwable cause);
}
