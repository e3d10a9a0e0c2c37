package io.grizzlythrift.frame;

import io.grizzlythrift.frame.partial.IncompleteFrame;
import io.grizzlythrift.memory.MemoryAccount;
import java.nio.ByteBuffer;

/**
 * Splits the bytes of one connection into messages. One subclass per {@link Dialect}, chosen once per connection. Used
 * by one thread at a time, except for {@link #incomplete()}.
 */
abstract class MessageAssembler {
    private final MemoryAccount memory;
    private final IncompleteFrame incomplete;

    MessageAssembler(MemoryAccount memory, IncompleteFrame incomplete) {
        this.memory = memory;
        this.incomplete = incomplete;
    }

    /** {@return the memory account of the connection} */
    final MemoryAccount memory() {
        return memory;
    }

    /** {@return whether a message is incomplete, and since when} */
    final IncompleteFrame incomplete() {
        return incomplete;
    }

    /**
     * Processes the bytes of one read. The array must not be modified afterwards.
     *
     * @param read the array that holds the bytes
     * @param from the index of the first byte
     * @param to the index after the last byte
     * @return the messages that this read completed, or null if there are none
     * @throws FrameException if the bytes are invalid or there is no memory for a partial message. The caller must then
     *     terminate the connection; messages before that one in the same read are lost
     */
    abstract FrameBatch take(byte[] read, int from, int to) throws FrameException;

    /**
     * {@return the least number of bytes that the partial message still lacks; 0 if there is none or this is unknown}
     */
    abstract int missingBytes();

    /** Appends at most {@link #missingBytes} bytes to the partial message. */
    abstract void append(ByteBuffer bytes) throws FrameException;

    /** {@return a batch of just the partial message if it is complete now, otherwise null} */
    abstract FrameBatch takeIfComplete() throws FrameException;
}
