package io.grizzlythrift.compat;

import io.grizzlythrift.frame.Dialect;
import io.grizzlythrift.internal.frame.FormatGuess;
import io.grizzlythrift.internal.frame.MalformedMessageException;
import io.grizzlythrift.internal.frame.MessageScanner;
import io.grizzlythrift.internal.header.FrameHeader;
import io.grizzlythrift.internal.header.HeaderException;
import io.grizzlythrift.message.ThriftProtocol;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.Optional;
import org.apache.thrift.TConfiguration;
import org.apache.thrift.transport.TTransport;
import org.apache.thrift.transport.TTransportException;
import org.jspecify.annotations.Nullable;

/**
 * Reads whole messages of one connection from a blocking transport. The first bytes determine the dialect. Memory grows
 * with the bytes received, whatever length they claim. The bytes of a message are never overwritten, because a protocol
 * may refer to them.
 *
 * <p>Used by one thread at a time. If reading fails within a message, the transport is closed, because the beginning of
 * the next message is unknown.
 */
final class MessageReader {
    private static final int FIRST_CAPACITY = 4096;

    /** If less room than this is left at the end of the array, it grows before a read. */
    private static final int MIN_ROOM = 1024;

    /** The largest length of an array, which includes the length prefix of a frame. */
    private static final int MAX_CAPACITY = Integer.MAX_VALUE - 8;

    private static final byte[] NOTHING = {};

    private final TTransport transport;
    private Optional<Dialect> dialect = Optional.empty();

    /** The protocol of unframed and framed messages; any other message names its protocol in its header. */
    private ThriftProtocol protocol = ThriftProtocol.BINARY;

    private Optional<MessageScanner> scanner = Optional.empty();

    /** Holds the bytes received but not yet returned, from {@code begin} to {@code end}. */
    private byte[] array = NOTHING;

    private int begin;
    private int end;

    MessageReader(TTransport transport) {
        this.transport = transport;
    }

    /** {@return the dialect, empty before the first message} */
    Optional<Dialect> dialect() {
        return dialect;
    }

    /** {@return the protocol of messages without a header} */
    ThriftProtocol protocol() {
        return protocol;
    }

    /**
     * Waits for the next message.
     *
     * @throws TTransportException if the transport fails, or the bytes are invalid
     */
    ReceivedMessage next() throws TTransportException {
        boolean received = false;
        try {
            if (dialect.isEmpty()) {
                detect();
            }
            ReceivedMessage next = dialect.get() == Dialect.UNFRAMED ? nextUnframed() : nextFrame();
            received = true;
            return next;
        } finally {
            if (!received && end > begin) {
                transport.close();
            }
        }
    }

    /** Receives the first 4 bytes, 6 if they are the length of a frame, or 8 if the frame has no header. */
    private void detect() throws TTransportException {
        receive(Integer.BYTES);
        int max = maxFrameSize();
        Optional<FormatGuess> seen = FormatGuess.ofConnection(array, end, max);
        if (seen.isEmpty()) {
            receive(FormatGuess.CONNECTION_BYTES);
            seen = FormatGuess.ofConnection(array, end, max);
        }
        switch (seen.orElseThrow()) {
            case BINARY, COMPACT -> {
                setProtocol(seen.get());
                dialect = Optional.of(Dialect.UNFRAMED);
                scanner = Optional.of(MessageScanner.of(protocol == ThriftProtocol.BINARY, max));
            }
            case THEADER -> dialect = Optional.of(Dialect.HEADER);
            default -> detectFramed();
        }
    }

    private void detectFramed() throws TTransportException {
        int length = frameLength();
        if (length < Integer.BYTES) {
            throw corrupted("a frame of " + length + " bytes is too short for a message");
        }
        receive(2 * Integer.BYTES);
        byte[] first = Arrays.copyOfRange(array, Integer.BYTES, end);
        setProtocol(FormatGuess.ofFirstBytes(first)
                .flatMap(MessageReader::message)
                .orElseThrow(
                        () -> corrupted("a frame begins with neither a header nor a message of the strict binary or"
                                + " the compact protocol" + likely(first))));
        dialect = Optional.of(Dialect.FRAMED);
    }

    private static Optional<FormatGuess> message(FormatGuess guess) {
        return Optional.of(guess).filter(found -> found == FormatGuess.BINARY || found == FormatGuess.COMPACT);
    }

    private void setProtocol(FormatGuess message) {
        protocol = message == FormatGuess.BINARY ? ThriftProtocol.BINARY : ThriftProtocol.COMPACT;
    }

    private ReceivedMessage nextFrame() throws TTransportException {
        receive(Integer.BYTES);
        int length = frameLength();
        receive(Integer.BYTES + length);
        byte[] frame = array;
        int offset = Integer.BYTES;
        if (dialect.get() == Dialect.FRAMED) {
            clear();
            return new ReceivedMessage(frame, offset, length, Optional.empty());
        }
        try {
            FrameHeader header = FrameHeader.parse(frame, offset, length);
            clear();
            return new ReceivedMessage(frame, header.payloadOffset(), header.payloadLength(), Optional.of(header));
        } catch (HeaderException e) {
            throw new TTransportException(TTransportException.CORRUPTED_DATA, e.getMessage(), e);
        }
    }

    private int frameLength() throws TTransportException {
        int length = ByteBuffer.wrap(array).getInt();
        int max = maxFrameSize();
        if (length <= 0 || length > max) {
            throw corrupted(
                    "a frame has " + length + " bytes, must be between 1 and maxFrameSize of TConfiguration, which"
                            + " is " + max + likely(received()));
        }
        return length;
    }

    private ReceivedMessage nextUnframed() throws TTransportException {
        if (begin == end) {
            clear(); // so as not to keep the memory of a large message
        }
        int scanned = begin;
        while (true) {
            if (scanned < end) {
                int found = scan(scanned);
                if (found != MessageScanner.MORE) {
                    ReceivedMessage message = new ReceivedMessage(array, begin, found - begin, Optional.empty());
                    begin = found;
                    return message;
                }
            }
            int count = end - begin;
            receiveMore();
            scanned = begin + count;
        }
    }

    private int scan(int from) throws TTransportException {
        try {
            return scanner.get().scan(array, from, end);
        } catch (MalformedMessageException e) {
            throw new TTransportException(TTransportException.CORRUPTED_DATA, e.getMessage(), e);
        }
    }

    /** Receives bytes until the array holds exactly {@code count}, from index 0. */
    private void receive(int count) throws TTransportException {
        while (end < count) {
            if (end == array.length) {
                grow(Math.min(count, Math.max(FIRST_CAPACITY, doubled(end))));
            }
            read(Math.min(array.length, count) - end);
        }
    }

    /** Receives at least one byte. */
    private void receiveMore() throws TTransportException {
        if (array.length - end < MIN_ROOM) {
            grow(Math.max(FIRST_CAPACITY, doubled(end - begin)));
        }
        read(array.length - end);
    }

    private void read(int atMost) throws TTransportException {
        int received = transport.read(array, end, atMost);
        if (received <= 0) {
            throw new TTransportException(
                    TTransportException.END_OF_FILE,
                    "the peer closed the connection after " + (end - begin) + " bytes of a message");
        }
        end += received;
    }

    /** Moves the remaining bytes to a new array. */
    private void grow(int capacity) {
        byte[] larger = new byte[capacity];
        System.arraycopy(array, begin, larger, 0, end - begin);
        end -= begin;
        begin = 0;
        array = larger;
    }

    private static int doubled(int size) {
        return (int) Math.min(MAX_CAPACITY, 2L * size);
    }

    /** Drops the array after all its bytes were returned. */
    private void clear() {
        array = NOTHING;
        begin = 0;
        end = 0;
    }

    private byte[] received() {
        return Arrays.copyOfRange(array, begin, end);
    }

    private int maxFrameSize() {
        return Math.min(maxFrameSize(transport), MAX_CAPACITY - Integer.BYTES);
    }

    /** Returns the limit that a transport is configured with, libthrift's default without a configuration. */
    static int maxFrameSize(TTransport transport) {
        TConfiguration configuration = transport.getConfiguration();
        return configuration == null ? TConfiguration.DEFAULT_MAX_FRAME_SIZE : configuration.getMaxFrameSize();
    }

    private static String likely(byte[] first) {
        return FormatGuess.ofFirstBytes(first)
                .map(guess -> "; looks like " + guess.words())
                .orElse("");
    }

    static TTransportException corrupted(@Nullable String message) {
        return new TTransportException(TTransportException.CORRUPTED_DATA, message);
    }
}
