package io.grizzlythrift.reply;

import io.grizzlythrift.memory.MemoryAccount;
import io.grizzlythrift.memory.MemoryPart;
import java.io.IOException;

/** Where the replies of one connection go. Called by one thread at a time per connection. */
public interface ReplyWriter {
    /**
     * Hands bytes to the socket or to its write queue. The array may be reused once this returns.
     *
     * @throws IOException if the connection cannot be written to
     */
    void write(byte[] bytes, int offset, int length) throws IOException;

    /**
     * Hands over an array that is charged as unsent already, and that nobody else uses.
     *
     * @param memory to be released from when the socket has taken the bytes
     * @throws IOException if the connection cannot be written to; it is terminated then, which releases all it holds
     */
    default void writeCharged(byte[] bytes, MemoryAccount memory) throws IOException {
        write(bytes, 0, bytes.length);
        memory.release(MemoryPart.UNSENT_REPLIES, bytes.length);
    }

    /** How many bytes were taken and not handed to the socket yet. Any thread. */
    int unsentBytes();

    /** Terminates the connection because a write failed. */
    void abort(Throwable cause);
}
