package io.grizzlythrift.internal.frame;

import io.grizzlythrift.internal.memory.MemoryAccount;
import java.nio.ByteBuffer;
import java.util.function.LongSupplier;

/**
 * Splits the bytes of one connection into messages. Used by one thread at a time, except for {@link
 * #incompleteNumber()} and {@link #incompleteSince()}.
 */
abstract class MessageAssembler {
    private final MemoryAccount memory;
    private final LongSupplier clock;

    /** Created with the first message that a read leaves incomplete; on most connections, it stays null. */
    private volatile IncompleteFrame incomplete;

    /** @param clock tells the time as {@link System#nanoTime()} does */
    MessageAssembler(MemoryAccount memory, LongSupplier clock) {
        this.memory = memory;
        this.clock = clock;
    }

    /** {@return the memory account of the connection} */
    final MemoryAccount memory() {
        return memory;
    }

    /** {@return the clock of the constructor} */
    final LongSupplier clock() {
        return clock;
    }

    /** Notes that a message has begun, unless that was noted before. */
    final void beginIncomplete() {
        if (incomplete == null) {
            incomplete = new IncompleteFrame(clock);
        }
        incomplete.begin();
    }

    /** Notes that the message is complete. */
    final void endIncomplete() {
        if (incomplete != null) {
            incomplete.end();
        }
    }

    /**
     * Ends the partial message, which is complete, and releases its memory: its array now belongs to the returned
     * batch, which charges it again. The message is yet to be added to the batch.
     *
     * @param more an estimate of the number of messages that follow in the read
     */
    final FrameBatch batchOf(PartialFrame body, byte[] read, int more) {
        FrameBatch batch = FrameBatch.withFirst(body, read, 1 + more);
        endIncomplete();
        body.end();
        memory.endFrame();
        return batch;
    }

    /** Continues a message that another assembler began. Called before other threads know this one. */
    void continueIncomplete(MessageAssembler before) {
        incomplete = before.incomplete;
    }

    /** {@return the number of the incomplete message, which increases, or 0 if there is none} Any thread. */
    long incompleteNumber() {
        IncompleteFrame known = incomplete;
        return known == null ? 0 : known.number();
    }

    /** {@return when it began; call this after {@link #incompleteNumber()}} Any thread. */
    long incompleteSince() {
        IncompleteFrame known = incomplete;
        return known == null ? 0 : known.startNanos();
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
    int missingBytes() {
        return 0;
    }

    /** Appends at most {@link #missingBytes} bytes to the partial message. */
    void append(ByteBuffer bytes) throws FrameException {
        throw new IllegalStateException("no bytes are missing");
    }

    /** {@return a batch of just the partial message if it is complete now, otherwise null} */
    FrameBatch takeIfComplete() throws FrameException {
        return null;
    }
}
