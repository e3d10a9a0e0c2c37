package io.grizzlythrift.message;

import java.util.Objects;
import java.util.Optional;

/** Guesses the format of a frame that does not contain a message of the expected protocol, for logs and close reasons. */
public final class FormatGuess {
    /** The first two bytes of a THeader frame, after its length. */
    private static final int HEADER_MAGIC = 0x0fff;

    /** The first two bytes of a frame in Kitex's TTHeader format, after its length. */
    private static final int TTHEADER_MAGIC = 0x1000;

    /** The size of magic, flags, sequence id and header size, in both formats. */
    private static final int MIN_HEADER_BYTES = 10;

    private FormatGuess() {}

    /**
     * Guesses the format of a frame that could not be read as a message. Never matches a message of the binary, compact or
     * JSON protocol that libthrift can read.
     *
     * @param array the array that holds the frame
     * @param offset the index of its first byte, after the length prefix
     * @param length its length in bytes
     * @return words to follow "looks like"; empty if the format is unknown
     * @throws IndexOutOfBoundsException if the frame does not lie within the array
     */
    public static Optional<String> of(byte[] array, int offset, int length) {
        Objects.checkFromIndexSize(offset, length, array.length);
        if (length < MIN_HEADER_BYTES) {
            return Optional.empty();
        }
        return switch ((array[offset] & 0xff) << 8 | (array[offset + 1] & 0xff)) {
            case HEADER_MAGIC -> Optional.of("a message of the THeader transport");
            case TTHEADER_MAGIC -> Optional.of("a message of Kitex's TTHeader transport");
            default -> Optional.empty();
        };
    }
}
