package io.grizzlythrift.message;

import java.util.Objects;
import java.util.Optional;

/** Guesses what a frame holds in place of a message of the protocol that was expected, for logs and close reasons. */
public final class FormatGuess {
    /** The second word of a THeader frame begins with this; the first is the length. */
    private static final int HEADER_MAGIC = 0x0fff;

    /** The same for the TTHeader of Kitex, another format. */
    private static final int TTHEADER_MAGIC = 0x1000;

    /** Magic, flags, sequence id and header size, in either format. */
    private static final int MIN_HEADER_BYTES = 10;

    private FormatGuess() {}

    /**
     * What a frame looks like that could not be read as a message. No message of the binary, compact or JSON protocol
     * that libthrift would read has such a likeness.
     *
     * @param array holds the frame
     * @param offset where it begins, behind its length
     * @param length its length
     * @return words to follow "looks like"; empty if there is nothing to say
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
