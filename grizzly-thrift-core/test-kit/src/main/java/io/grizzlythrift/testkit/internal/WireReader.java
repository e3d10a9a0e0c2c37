package io.grizzlythrift.testkit.internal;

import io.grizzlythrift.frame.Dialect;
import io.grizzlythrift.internal.frame.FormatGuess;
import io.grizzlythrift.internal.frame.MalformedMessageException;
import io.grizzlythrift.internal.frame.MessageScanner;
import io.grizzlythrift.internal.header.FrameHeader;
import io.grizzlythrift.internal.header.HeaderException;
import io.grizzlythrift.internal.header.HeaderMap;
import io.grizzlythrift.internal.header.TransformException;
import io.grizzlythrift.message.ThriftProtocol;
import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.PushbackInputStream;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * Reads the messages of a connection, in any dialect and protocol: the first bytes of each message tell them. Used by one
 * thread.
 */
public final class WireReader {
    private final PushbackInputStream pushback;
    private final DataInputStream in;
    private final int maxBytes;
    private HeaderMap persistent = HeaderMap.NONE;

    /** @param maxBytes the size of the largest message, also after decompression */
    public WireReader(InputStream in, int maxBytes) {
        pushback = new PushbackInputStream(new BufferedInputStream(in), FormatGuess.FIRST_BYTES);
        this.in = new DataInputStream(pushback);
        this.maxBytes = maxBytes;
    }

    /**
     * Waits for the next message.
     *
     * @return empty at the end of the stream
     * @throws MalformedInputException if the bytes are not a message
     * @throws IOException if the connection breaks
     */
    public Optional<WireMessage> next() throws IOException {
        byte[] first = new byte[FormatGuess.CONNECTION_BYTES];
        int received = in.readNBytes(first, 0, Integer.BYTES);
        if (received == 0) {
            return Optional.empty();
        }
        if (received < Integer.BYTES) {
            throw new EOFException("the stream ended after " + received + " bytes of a message");
        }
        Optional<FormatGuess> format = FormatGuess.ofConnection(first, received, maxBytes);
        if (format.isEmpty()) {
            in.readFully(first, received, first.length - received);
            received = first.length;
            format = FormatGuess.ofConnection(first, received, maxBytes);
        }
        pushback.unread(first, 0, received);
        return Optional.of(
                switch (format.orElseThrow()) {
                    case BINARY -> unframed(ThriftProtocol.BINARY);
                    case COMPACT -> unframed(ThriftProtocol.COMPACT);
                    case THEADER -> withHeader(frame());
                    case FRAMED -> framed(frame());
                    case HTTP -> HttpRequest.read(in, maxBytes);
                    default -> throw malformed(first, received);
                });
    }

    private byte[] frame() throws IOException {
        byte[] prefix = in.readNBytes(Integer.BYTES);
        int length = ByteBuffer.wrap(prefix).getInt();
        if (length <= 0 || length > maxBytes) {
            throw malformed(prefix, prefix.length);
        }
        byte[] frame = in.readNBytes(length);
        if (frame.length < length) {
            throw new EOFException("the stream ended after " + frame.length + " of " + length + " bytes of a frame");
        }
        return frame;
    }

    private static WireMessage framed(byte[] frame) throws MalformedInputException {
        return new WireMessage(Dialect.FRAMED, protocolOf(frame), frame, Map.of(), Optional.empty());
    }

    /** {@return the protocol of a message that something around it delimits} */
    static ThriftProtocol protocolOf(byte[] message) throws MalformedInputException {
        FormatGuess guess =
                FormatGuess.ofFrame(message, 0, message.length).orElseThrow(() -> malformed(message, message.length));
        return switch (guess) {
            case BINARY -> ThriftProtocol.BINARY;
            case COMPACT -> ThriftProtocol.COMPACT;
            case JSON -> ThriftProtocol.JSON;
            default -> throw malformed(message, message.length);
        };
    }

    private WireMessage withHeader(byte[] frame) throws MalformedInputException {
        try {
            FrameHeader parsed = FrameHeader.parse(frame, 0, frame.length);
            persistent = persistent.plus(parsed.persistentHeaders());
            FrameHeader header = parsed.inherit(persistent);
            byte[] message = header.restore(maxBytes, bytes -> true);
            return new WireMessage(
                    Dialect.HEADER,
                    protocolOf(message),
                    message,
                    namesOf(header.effectiveHeaders()),
                    Optional.of(header));
        } catch (HeaderException | TransformException e) {
            throw new MalformedInputException("a frame with a header cannot be read: " + e.getMessage(), e);
        }
    }

    private static Map<String, String> namesOf(Map<String, String> headers) {
        Map<String, String> ignoringCase = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
        ignoringCase.putAll(headers);
        return ignoringCase;
    }

    private WireMessage unframed(ThriftProtocol protocol) throws IOException {
        MessageScanner scanner = MessageScanner.of(protocol == ThriftProtocol.BINARY, maxBytes);
        ByteArrayOutputStream message = new ByteArrayOutputStream();
        byte[] next = new byte[1];
        try {
            do {
                next[0] = in.readByte();
                message.write(next[0]);
            } while (scanner.scan(next, 0, 1) == MessageScanner.MORE);
        } catch (MalformedMessageException e) {
            throw new MalformedInputException("an unframed message cannot be read: " + e.getMessage(), e);
        }
        return new WireMessage(Dialect.UNFRAMED, protocol, message.toByteArray(), Map.of(), Optional.empty());
    }

    static MalformedInputException malformed(byte[] bytes, int count) {
        byte[] first = Arrays.copyOf(bytes, Math.min(count, FormatGuess.FIRST_BYTES));
        return new MalformedInputException(
                "bytes that begin with " + hex(first) + " are not a message"
                        + FormatGuess.ofFirstBytes(first)
                                .map(guess -> "; they look like " + guess.words())
                                .orElse(""),
                null);
    }

    private static String hex(byte[] bytes) {
        StringBuilder text = new StringBuilder("0x");
        for (byte each : bytes) {
            text.append(String.format("%02x", each));
        }
        return text.toString();
    }
}
