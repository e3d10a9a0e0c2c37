package io.grizzlythrift.internal.frame;

import io.grizzlythrift.internal.memory.MemoryAccount;
import java.util.function.LongSupplier;

/**
 * A {@link MessageAssembler} of messages of one kind: framed, with or without a header, or unframed. It stops before a
 * message of the other kind, if both may follow each other on its connection: see {@link DialectSwitch}. The first byte
 * of a message tells its kind.
 */
abstract class MessageSplitter extends MessageAssembler {
    private int end;

    MessageSplitter(MemoryAccount memory, LongSupplier clock) {
        super(memory, clock);
    }

    /**
     * Adds the messages of a read to a batch, up to the end of the read or the first message of the other kind.
     *
     * @param begun the batch of the messages before, which lie in the same read; null if there are none
     * @return the batch; null if there is no message yet
     */
    final FrameBatch split(FrameBatch begun, byte[] read, int from, int to) throws FrameException {
        end = to;
        return splitAll(begun, read, from, to);
    }

    /** Implements {@link #split}. */
    abstract FrameBatch splitAll(FrameBatch begun, byte[] read, int from, int to) throws FrameException;

    /** Notes that a message of the other kind begins at this index. */
    final void stopAt(int index) {
        end = index;
    }

    /** {@return the index after the last byte that {@link #split} has used} */
    final int end() {
        return end;
    }

    /** A read begins. Called before {@link #split}. */
    void beginRead() {}

    @Override
    FrameBatch take(byte[] read, int from, int to) throws FrameException {
        beginRead();
        FrameBatch batch = split(null, read, from, to);
        if (batch != null) {
            batch.complete(to - from);
        }
        return batch;
    }
}
