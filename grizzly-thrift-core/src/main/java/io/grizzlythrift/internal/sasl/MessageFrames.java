package io.grizzlythrift.internal.sasl;

import io.grizzlythrift.internal.frame.FrameAssembler;
import io.grizzlythrift.internal.frame.FrameBatch;
import io.grizzlythrift.internal.frame.FrameException;
import io.grizzlythrift.internal.frame.MessageStream;
import io.grizzlythrift.internal.memory.MemoryAccount;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.Arrays;
import org.glassfish.grizzly.Buffer;
import org.glassfish.grizzly.memory.Buffers;
import org.glassfish.grizzly.memory.MemoryManager;

/**
 * Frames without protection that hold unframed messages. Turns them into frames of exactly one message each, as nearly every
 * client sends them: those stay where they are, with their lengths, so that a call costs what it does in a plain frame. A
 * message that spans frames or reads, or shares a frame, is copied into a frame of its own.
 */
final class MessageFrames implements IncomingFrames {
    private static final byte[] NONE = {};

    private final int maxBytes;
    private final FrameLength length;
    private final MessageStream messages;
    private final MemoryManager<?> buffers;
    private final MemoryAccount memory;

    /** How many bytes of the current frame have not arrived. */
    private int missing;

    // Of the current read: frames within it that follow each other, and what is before them.
    private byte[] array;
    private int start;
    private int end;
    private byte[] copied = NONE;
    private int copiedBytes;

    /** @param missing what has not arrived of the first frame, whose length has */
    MessageFrames(int maxBytes, int missing, MemoryManager<?> buffers, MemoryAccount memory) {
        this.maxBytes = maxBytes;
        this.missing = missing;
        this.buffers = buffers;
        this.memory = memory;
        length = new FrameLength(maxBytes);
        messages = new MessageStream(maxBytes, memory);
    }

    @Override
    public Buffer take(Buffer read) throws IOException {
        array = read.array();
        int from = read.arrayOffset() + read.position();
        int to = from + read.remaining();
        start = from;
        end = from;
        takeAll(from, to);
        if (messages.isWithinMessage() && !memory.mayKeepReading()) {
            memory.pauseReading();
        }
        array = null;
        if (copiedBytes == 0 && start < end) {
            read.position(start - read.arrayOffset());
            read.limit(end - read.arrayOffset());
            return read;
        }
        if (copiedBytes == 0) {
            read.tryDispose();
            return null;
        }
        Buffer result = Buffers.wrap(buffers, withRest(read.array()), 0, copiedBytes);
        copied = NONE;
        copiedBytes = 0;
        read.tryDispose();
        return result;
    }

    private void takeAll(int from, int to) throws IOException {
        int position = from;
        while (position < to) {
            int next = afterMessage(position, to);
            if (next > position) {
                keep(position, next);
                position = next;
            } else if (missing == 0) {
                position = length.take(array, position, to);
                if (length.isComplete()) {
                    missing = length.value();
                    length.reset();
                }
            } else {
                int count = Math.min(missing, to - position);
                copyMessages(messages.take(array, position, position + count), to - position - count);
                position += count;
                missing -= count;
            }
        }
    }

    /** Returns the index behind a frame of exactly one message that begins here, or this index if none does. */
    private int afterMessage(int position, int to) throws FrameException {
        int body = position + Integer.BYTES;
        if (missing > 0 || body >= to || !length.isFresh() || messages.isWithinMessage()) {
            return position;
        }
        int bytes = FrameAssembler.bigEndian(array, position);
        return bytes > 0 && bytes <= maxBytes && bytes <= to - body && messages.isMessage(array, body, body + bytes)
                ? body + bytes
                : position;
    }

    private void keep(int from, int to) {
        if (end != from) {
            copyKept(to - from);
            start = from;
        }
        end = to;
    }

    /** Copies the kept frames behind what is copied. */
    private void copyKept(int more) {
        makeRoom(end - start, more);
        System.arraycopy(array, start, copied, copiedBytes, end - start);
        copiedBytes += end - start;
        start = end;
    }

    /** @param more an estimate of what follows */
    private void copyMessages(FrameBatch batch, int more) {
        if (batch == null) {
            return;
        }
        copyKept(more);
        for (int i = 0; i < batch.size(); i++) {
            copy(batch.array(i), batch.offset(i), batch.length(i), more);
        }
    }

    private void copy(byte[] message, int offset, int bytes, int more) {
        int framed = Integer.BYTES + bytes;
        if (copiedBytes == 0 && message != array && fits(message.length, framed)) {
            System.arraycopy(message, offset, message, Integer.BYTES, bytes);
            copied = message;
        } else {
            makeRoom(framed, more);
            System.arraycopy(message, offset, copied, copiedBytes + Integer.BYTES, bytes);
        }
        ByteBuffer.wrap(copied).putInt(copiedBytes, bytes);
        copiedBytes += framed;
    }

    /** Whether an array has room for a message with a length, and is not so large that its charge would be far too low. */
    private static boolean fits(int arrayLength, int framed) {
        return arrayLength >= framed && arrayLength - framed <= framed / 4;
    }

    private void makeRoom(int bytes, int more) {
        if (copiedBytes + bytes > copied.length) {
            copied = Arrays.copyOf(copied, Math.max(copiedBytes + bytes + more, copied.length + copied.length / 2));
        }
    }

    /** Returns all frames of this read in one array, the kept ones behind the others. */
    private byte[] withRest(byte[] read) {
        array = read;
        copyKept(0);
        array = null;
        return copied;
    }

    @Override
    public long incompleteFrame() {
        return messages.incompleteMessage();
    }
}
