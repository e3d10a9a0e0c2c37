package io.grizzlythrift.internal.frame;

import io.grizzlythrift.frame.Dialect;
import io.grizzlythrift.internal.memory.MemoryAccount;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.Optional;
import java.util.Set;
import java.util.function.LongSupplier;

/**
 * Splits the bytes of an {@link Dialect#UNFRAMED} connection into messages, in time linear in the number of bytes. A
 * {@link MessageScanner} of the protocol of each message, which its first byte tells, finds its end.
 *
 * <p>A message that lies completely within one read is not copied. The bytes of any other message are collected in a
 * {@link PartialFrame}.
 */
final class UnframedAssembler extends MessageSplitter {
    private static final byte BINARY_VERSION = (byte) 0x80;
    private static final byte COMPACT_ID = (byte) 0x82;
    private static final byte VERSION = 1;
    private static final int VERSION_BITS = 0x1f;

    private final int maxFrameBytes;
    private final boolean framesMayFollow;
    private final PartialFrame body;

    /** The scanner of the last message; of binary messages before the first. */
    private MessageScanner scanner;

    private WireFormat format = WireFormat.UNFRAMED_BINARY;

    /** The scanner of the other protocol; null until a message is in that protocol. */
    private MessageScanner other;

    /**
     * Creates an assembler for a new connection.
     *
     * @param maxFrameBytes the length of the longest message
     * @param accepted the dialects of the connection
     */
    UnframedAssembler(int maxFrameBytes, Set<Dialect> accepted, MemoryAccount memory, LongSupplier clock) {
        super(memory, clock);
        this.maxFrameBytes = maxFrameBytes;
        framesMayFollow = accepted.contains(Dialect.FRAMED) || accepted.contains(Dialect.HEADER);
        scanner = MessageScanner.of(true, maxFrameBytes);
        body = new PartialFrame(memory);
    }

    /**
     * Returns whether a message begins here, as far as its first two bytes are known. No length of a frame begins so,
     * because it is positive.
     */
    static boolean begins(byte[] read, int from, int to) {
        byte first = read[from];
        if (to - from == 1) {
            return mayBegin(first);
        }
        byte second = read[from + 1];
        return first == BINARY_VERSION ? second == VERSION : first == COMPACT_ID && (second & VERSION_BITS) == VERSION;
    }

    @Override
    FrameBatch splitAll(FrameBatch begun, byte[] read, int from, int to) throws FrameException {
        int position = from;
        FrameBatch batch = begun;
        if (scanner.isWithinMessage()) {
            position = continueMessage(read, from, to);
            if (scanner.isWithinMessage()) {
                return null;
            }
            int length = body.receivedBytes();
            batch = batchOf(body, read, estimateMessages(length, to - position));
            batch.add(0, length, format);
        }
        while (position < to) {
            if (read[position] >= 0 && framesMayFollow) {
                stopAt(position);
                break;
            }
            useScannerFor(read[position]);
            int end = scan(read, position, to);
            if (end == MessageScanner.MORE) {
                append(read, position, to - position);
                break;
            }
            if (batch == null) {
                batch = FrameBatch.of(read, estimateMessages(end - position, to - position));
            }
            batch.add(position, end - position, format);
            position = end;
        }
        return batch;
    }

    /** Returns whether a message may begin with this byte. */
    static boolean mayBegin(byte first) {
        return first == BINARY_VERSION || first == COMPACT_ID;
    }

    /** Returns whether a message has begun and is incomplete. */
    boolean isWithinMessage() {
        return scanner.isWithinMessage();
    }

    /**
     * Returns whether bytes are exactly one message. If they are not, they are yet to be passed to {@link #split}. Must not be
     * called within a message.
     */
    boolean isMessage(byte[] read, int from, int to) throws FrameException {
        useScannerFor(read[from]);
        if (scan(read, from, to) == to) {
            return true;
        }
        scanner.restart();
        return false;
    }

    private void useScannerFor(byte first) {
        boolean isBinary = format == WireFormat.UNFRAMED_BINARY;
        if (first == (isBinary ? COMPACT_ID : BINARY_VERSION)) {
            MessageScanner next = other == null ? MessageScanner.of(!isBinary, maxFrameBytes) : other;
            other = scanner;
            scanner = next;
            format = isBinary ? WireFormat.UNFRAMED_COMPACT : WireFormat.UNFRAMED_BINARY;
        }
    }

    /** Appends bytes to the partial message. Returns the index after the last byte used. */
    private int continueMessage(byte[] read, int from, int to) throws FrameException {
        int found = scan(read, from, to);
        int end = found == MessageScanner.MORE ? to : found;
        append(read, from, end - from);
        return end;
    }

    private int scan(byte[] read, int from, int to) throws FrameException {
        boolean begins = !scanner.isWithinMessage();
        try {
            return scanner.scan(read, from, to);
        } catch (MalformedMessageException e) {
            int first = Math.min(to, from + FormatGuess.FIRST_BYTES);
            throw FrameException.ofUnframed(
                    e, begins ? guess(Arrays.copyOfRange(read, from, first)) : Optional.empty());
        }
    }

    /** Guesses the format of bytes that do not begin a message of this format. */
    private Optional<FormatGuess> guess(byte[] first) {
        FormatGuess expected = format == WireFormat.UNFRAMED_BINARY ? FormatGuess.BINARY : FormatGuess.COMPACT;
        return FormatGuess.ofFirstBytes(first).filter(guess -> guess != expected);
    }

    /** Estimates the number of messages in some bytes, as if all had the same length. */
    private static int estimateMessages(int length, int bytes) {
        return bytes / length;
    }

    @Override
    int missingBytes() {
        return scanner.missingBytes();
    }

    @Override
    void append(ByteBuffer bytes) throws FrameException {
        scanner.skipMissing(bytes.remaining());
        makeRoomFor(bytes.remaining());
        body.append(bytes);
    }

    private void append(byte[] read, int from, int count) throws FrameException {
        beginIncomplete();
        makeRoomFor(count);
        body.append(read, from, count);
    }

    /** {@inheritDoc} Always null: bytes that are known to be missing never include the end of a message. */
    @Override
    FrameBatch takeIfComplete() {
        return null;
    }

    /**
     * Makes room for bytes that were scanned. The length of the message is unknown until its end. If the message is
     * within a value that at least doubles its size, the array grows to hold that value and only a little more.
     */
    private void makeRoomFor(int count) throws FrameException {
        int received = body.receivedBytes() + count;
        int known = received + scanner.missingBytes();
        boolean doubles = scanner.missingBytes() >= received;
        body.expect(
                doubles ? (int) Math.min(maxFrameBytes, (long) known + PartialFrame.FIRST_CAPACITY) : maxFrameBytes);
        if (!body.makeRoom(count)) {
            throw FrameException.ofMemory("no memory is left for a partial message");
        }
        memory().setMissingBytes(Math.max(0, known - body.capacity()));
    }
}
