package io.grizzlythrift.internal.reply;

import io.grizzlythrift.internal.memory.MemoryAccount;
import io.grizzlythrift.memory.MemoryPart;
import java.io.IOException;

/** Writes the replies of one connection. Called by one thread at a time. */
public interface ReplyWriter {
    /**
     * Writes bytes to the socket or adds them to its write queue. The caller may reuse the array once this returns.
     *
     * @throws IOException if writing to the connection fails
     */
    void write(byte[] bytes, int offset, int length) throws IOException;

    /**
     * Writes an array that is already charged as unsent. The writer becomes its owner.
     *
     * @param memory the account from which the bytes are released once the socket has accepted them
     * @throws IOException if writing to the connection fails; it is then terminated, which releases its account
     */
    default void writeCharged(byte[] bytes, MemoryAccount memory) throws IOException {
        write(bytes, 0, bytes.length);
        memory.release(MemoryPart.UNSENT_REPLIES, bytes.length);
    }

    /** {@return how many written bytes the socket has not accepted yet} Thread-safe. */
    int unsentBytes();

    /**
     * {@return how many bytes were written, of which some may be unsent, beyond those of the replies; fewer if a reply is written
     * as fewer bytes} Thread-safe.
     */
    default long addedBytes() {
        return 0;
    }

    /** Terminates the connection because a write failed. */
    void abort(Throwable cause);
}
