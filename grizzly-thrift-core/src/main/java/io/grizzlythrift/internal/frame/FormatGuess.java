package io.grizzlythrift.internal.frame;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Objects;
import java.util.Optional;

/** Guesses the format of unexpected bytes from a peer, for log lines and failure messages. */
public enum FormatGuess {
    /** A message of the strict binary protocol. */
    BINARY("a message of the binary protocol"),

    /** A message of the compact protocol. */
    COMPACT("a message of the compact protocol"),

    /** A message of the JSON protocol. */
    JSON("a message of the JSON protocol"),

    /** A message with Apache Thrift's header in front. */
    THEADER("a message of the THeader transport"),

    /** A message with Kitex's header in front. */
    TTHEADER("a message of Kitex's TTHeader transport"),

    /** A request or a response. */
    HTTP("HTTP"),

    /** A handshake or an alert. */
    TLS("TLS"),

    /** Compressed as a whole, as {@code TZlibTransport} sends it. */
    ZLIB("a stream of zlib, as TZlibTransport sends it"),

    /** A frame that contains a message, where something other than framed Thrift is expected. */
    FRAMED("framed Thrift");

    /** Number of bytes at the start of a connection that are enough for a guess. */
    public static final int FIRST_BYTES = 8;

    /** Number of bytes at the start of a connection that determine its format. */
    public static final int CONNECTION_BYTES = 6;

    /** The size of the magic number, flags, sequence id and header size, in both transports with a header. */
    private static final int MIN_HEADER_BYTES = 10;

    // facts-wire.md#the-first-bytes-tell-the-dialect
    private static final int HEADER_MAGIC = 0x0fff;
    private static final int TTHEADER_MAGIC = 0x1000;
    private static final int STRICT_BINARY = 0x8001;
    private static final int COMPACT_ID = 0x82;
    private static final int COMPACT_VERSION = 1;
    private static final int VERSION_BITS = 0x1f;
    private static final int ZLIB_METHOD = 0x78;
    private static final int ZLIB_CHECK = 31;
    private static final int TLS_ALERT_RECORD = 0x15;
    private static final int TLS_HANDSHAKE_RECORD = 0x16;
    private static final int TLS_MAJOR_VERSION = 3;
    private static final int TLS_CLIENT_HELLO = 1;
    private static final int TLS_BYTES = 6;
    private static final int MAX_LIKELY_FRAME = 1 << 24;

    private final String words;

    FormatGuess(String words) {
        this.words = words;
    }

    /** {@return a description to follow "looks like"} */
    public String words() {
        return words;
    }

    /** {@return the description for the first bytes of a connection, where a message has no frame around it} */
    public String unframedWords() {
        boolean isFramed = this == THEADER || this == TTHEADER;
        return isFramed ? words : words.replaceFirst("^a message", "an unframed message");
    }

    /**
     * Guesses the format of a frame that is not a message of the expected protocol.
     *
     * @param array the array that holds the frame
     * @param offset the index of its first byte, after the length prefix
     * @param length its length in bytes
     * @return empty if the format is unknown
     * @throws IndexOutOfBoundsException if the frame does not lie within the array
     */
    public static Optional<FormatGuess> ofFrame(byte[] array, int offset, int length) {
        Objects.checkFromIndexSize(offset, length, array.length);
        if (length >= MIN_HEADER_BYTES) {
            Optional<FormatGuess> header = ofMagic((array[offset] & 0xff) << 8 | (array[offset + 1] & 0xff));
            if (header.isPresent()) {
                return header;
            }
        }
        if (length >= Integer.BYTES && isZlib(array, offset)) {
            return Optional.of(ZLIB);
        }
        return ofMessage(array, offset, length);
    }

    /**
     * Determines the format at the beginning of a connection. This is the only table of first bytes, for servers and
     * for THeaderTransport: the first four bytes are the beginning of an unframed message or of HTTP, or the length of
     * a frame. In a frame that is long enough, the next two bytes may be the magic number of a header.
     *
     * @param first an array that begins with the bytes received
     * @param received the number of bytes received; {@value #CONNECTION_BYTES} are always enough
     * @param maxFrameBytes the length of the longest frame
     * @return {@link #BINARY} or {@link #COMPACT} for an unframed message, {@link #THEADER} for a frame with a header,
     *     {@link #FRAMED} for any other frame; if the bytes are not the length of a frame, what they look like, or
     *     {@code FRAMED} if that is unknown; empty if more bytes are needed
     */
    public static Optional<FormatGuess> ofConnection(byte[] first, int received, int maxFrameBytes) {
        if (received < Integer.BYTES) {
            return Optional.empty();
        }
        int length = ByteBuffer.wrap(first).getInt();
        if (length <= 0 || length > maxFrameBytes) {
            return Optional.of(ofFirstBytes(Arrays.copyOf(first, Integer.BYTES)).orElse(FRAMED));
        }
        if (length < MIN_HEADER_BYTES) {
            return Optional.of(FRAMED);
        }
        if (received < CONNECTION_BYTES) {
            return Optional.empty();
        }
        return Optional.of(ByteBuffer.wrap(first).getShort(Integer.BYTES) == HEADER_MAGIC ? THEADER : FRAMED);
    }

    /**
     * Returns whether a connection begins with a TLS handshake, even though its first four bytes may be the length of a
     * frame of 352 MiB.
     *
     * @param bytes the first {@value #TLS_BYTES} bytes of a connection, or more
     * @return false for fewer bytes, and if a message of the binary protocol may follow the length
     */
    public static boolean isTlsHandshake(byte[] bytes) {
        return bytes.length >= TLS_BYTES
                && bytes[0] == TLS_HANDSHAKE_RECORD
                && bytes[1] == TLS_MAJOR_VERSION
                && bytes[TLS_BYTES - 1] == TLS_CLIENT_HELLO
                && bytes[TLS_BYTES - 2] != (byte) (STRICT_BINARY >> Byte.SIZE);
    }

    /**
     * Guesses the format of a peer that did not send the expected TLS or frame.
     *
     * @param bytes the first bytes of a connection, {@value #FIRST_BYTES} if there are that many
     * @return empty if the format is unknown
     */
    public static Optional<FormatGuess> ofFirstBytes(byte[] bytes) {
        int length = Math.min(bytes.length, FIRST_BYTES);
        Optional<FormatGuess> message = ofMessage(bytes, 0, length);
        if (message.isPresent()) {
            return message;
        }
        if (length < Integer.BYTES) {
            return Optional.empty();
        }
        boolean isRecord = bytes[0] == TLS_HANDSHAKE_RECORD || bytes[0] == TLS_ALERT_RECORD;
        if (isRecord && bytes[1] == TLS_MAJOR_VERSION) {
            return Optional.of(TLS);
        }
        if (isZlib(bytes, 0)) {
            return Optional.of(ZLIB);
        }
        return switch (new String(bytes, 0, Integer.BYTES, StandardCharsets.ISO_8859_1)) {
            case "GET ", "POST", "PUT ", "HEAD", "DELE", "OPTI", "PATC", "CONN", "TRAC", "PRI ", "HTTP" ->
                Optional.of(HTTP);
            default -> ofFrameStart(bytes, length);
        };
    }

    private static Optional<FormatGuess> ofFrameStart(byte[] bytes, int length) {
        int frameLength = ByteBuffer.wrap(bytes).getInt();
        if (frameLength <= 0 || frameLength >= MAX_LIKELY_FRAME || length < FIRST_BYTES) {
            return Optional.empty();
        }
        Optional<FormatGuess> header = frameLength < MIN_HEADER_BYTES
                ? Optional.empty()
                : ofMagic(ByteBuffer.wrap(bytes).getShort(Integer.BYTES));
        return header.isPresent()
                ? header
                : ofMessage(bytes, Integer.BYTES, length - Integer.BYTES).map(message -> FRAMED);
    }

    private static Optional<FormatGuess> ofMagic(int magic) {
        return switch (magic) {
            case HEADER_MAGIC -> Optional.of(THEADER);
            case TTHEADER_MAGIC -> Optional.of(TTHEADER);
            default -> Optional.empty();
        };
    }

    private static Optional<FormatGuess> ofMessage(byte[] array, int offset, int length) {
        if (length < Integer.BYTES) {
            return Optional.empty();
        }
        int first = array[offset] & 0xff;
        int second = array[offset + 1] & 0xff;
        if ((first << 8 | second) == STRICT_BINARY) {
            return Optional.of(BINARY);
        }
        if (first == COMPACT_ID && (second & VERSION_BITS) == COMPACT_VERSION) {
            return Optional.of(COMPACT);
        }
        return new String(array, offset, Integer.BYTES, StandardCharsets.ISO_8859_1).equals("[1,\"")
                ? Optional.of(JSON)
                : Optional.empty();
    }

    /** Returns whether the bytes are the header of a zlib stream with the usual window of 32 KiB (RFC 1950, section 2.2). */
    private static boolean isZlib(byte[] array, int offset) {
        int first = array[offset] & 0xff;
        return first == ZLIB_METHOD && (first << Byte.SIZE | (array[offset + 1] & 0xff)) % ZLIB_CHECK == 0;
    }
}
