package io.grizzlythrift.internal.frame;

import io.grizzlythrift.frame.Dialect;
import io.grizzlythrift.internal.memory.MemoryAccount;
import java.util.Set;

/**
 * Finds the messages of an {@link Dialect#UNFRAMED} stream for a layer below the {@link FrameFilter}, which passes them on as
 * frames. Used by the thread that reads the connection.
 */
public final class MessageStream {
    private final UnframedAssembler assembler;

    /**
     * Creates a stream that has not begun.
     *
     * @param maxFrameBytes the length of the longest message
     * @param memory is charged for the incomplete message
     */
    public MessageStream(int maxFrameBytes, MemoryAccount memory) {
        assembler = new UnframedAssembler(maxFrameBytes, Set.of(Dialect.UNFRAMED), memory, System::nanoTime);
    }

    /** {@return whether a message may begin with this byte} */
    public static boolean mayBegin(byte first) {
        return UnframedAssembler.mayBegin(first);
    }

    /** {@return whether a message has begun and is incomplete} */
    public boolean isWithinMessage() {
        return assembler.isWithinMessage();
    }

    /**
     * Returns whether bytes are exactly one message. If they are not, they are yet to be passed to {@link #take}. Must not be
     * called within a message.
     *
     * @param read the array that holds the bytes, at least one
     * @param from the index of the first byte
     * @param to the index after the last byte
     * @throws FrameException if they do not begin a message
     */
    public boolean isMessage(byte[] read, int from, int to) throws FrameException {
        return assembler.isMessage(read, from, to);
    }

    /**
     * Takes bytes of the stream.
     *
     * @param read the array that holds the bytes
     * @param from the index of the first byte
     * @param to the index after the last byte
     * @return the messages that they complete, in this array or their own, or null if there are none
     * @throws FrameException if they are not messages, or there is no memory for them
     */
    public FrameBatch take(byte[] read, int from, int to) throws FrameException {
        return assembler.take(read, from, to);
    }

    /** {@return the number of the incomplete message, which increases, or 0 if there is none} */
    public long incompleteMessage() {
        return assembler.incompleteNumber();
    }
}
