package io.grizzlythrift.server;

/** Where the replies of one connection go. Called by one thread at a time per connection. */
interface ReplySink {
    /**
     * Hands bytes to the socket or to its write queue. The array may be reused once this returns. Throws nothing: a
     * connection that cannot be written to is terminated.
     */
    void write(byte[] bytes, int offset, int length);
}
