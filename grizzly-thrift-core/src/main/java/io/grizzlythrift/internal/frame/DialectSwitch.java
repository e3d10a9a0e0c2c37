package io.grizzlythrift.internal.frame;

import io.grizzlythrift.frame.Dialect;
import io.grizzlythrift.internal.memory.MemoryAccount;
import java.nio.ByteBuffer;
import java.util.Set;
import java.util.function.LongSupplier;

/**
 * Splits the bytes of a connection whose peer may change its {@link Dialect} between two messages, except to and from
 * {@link Dialect#HTTP}. Proxies do, if they send the calls of several clients over one connection. The {@link
 * MessageSplitter} of the last message continues as long as messages of its kind follow.
 */
final class DialectSwitch extends MessageAssembler {
    private final int maxFrameBytes;
    private final Set<Dialect> accepted;

    /** Written by the thread that reads. */
    private volatile MessageSplitter current;

    /** The splitter of the other kind; null until a message of that kind arrives. */
    private MessageSplitter other;

    /**
     * Creates an assembler that starts with frames.
     *
     * @param accepted the dialects that are accepted
     */
    DialectSwitch(int maxFrameBytes, Set<Dialect> accepted, MemoryAccount memory, LongSupplier clock) {
        super(memory, clock);
        this.maxFrameBytes = maxFrameBytes;
        this.accepted = accepted;
        current = new FrameAssembler(maxFrameBytes, accepted, memory, clock);
    }

    @Override
    FrameBatch take(byte[] read, int from, int to) throws FrameException {
        MessageSplitter splitter = current;
        splitter.beginRead();
        FrameBatch batch = splitter.split(null, read, from, to);
        while (splitter.end() < to) {
            int next = splitter.end();
            splitter = change(splitter);
            batch = splitter.split(batch, read, next, to);
        }
        if (batch != null) {
            batch.complete(to - from);
        }
        return batch;
    }

    private MessageSplitter change(MessageSplitter before) {
        MessageSplitter next = other;
        if (next == null) {
            next = new UnframedAssembler(maxFrameBytes, accepted, memory(), clock());
        }
        next.continueIncomplete(before);
        other = before;
        current = next;
        return next;
    }

    @Override
    void continueIncomplete(MessageAssembler before) {
        current.continueIncomplete(before);
    }

    @Override
    long incompleteNumber() {
        return current.incompleteNumber();
    }

    @Override
    long incompleteSince() {
        return current.incompleteSince();
    }

    @Override
    int missingBytes() {
        return current.missingBytes();
    }

    @Override
    void append(ByteBuffer bytes) throws FrameException {
        current.append(bytes);
    }

    @Override
    FrameBatch takeIfComplete() throws FrameException {
        return current.takeIfComplete();
    }
}
