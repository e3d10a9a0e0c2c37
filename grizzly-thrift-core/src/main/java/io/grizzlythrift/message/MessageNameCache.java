package io.grizzlythrift.message;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * The names in the headers of the messages that were read and written lately, decoded and encoded. A connection calls
 * the same few methods again and again: without this, each call would make the same string, its hash and its bytes
 * anew.
 *
 * <p>For one thread at a time. Holds {@value #PLACES} names each way, of {@value #MAX_BYTES} bytes each at most,
 * whatever a peer sends.
 */
final class MessageNameCache {
    /** The longest name that is remembered, in bytes. The compact protocol writes such a length as one byte. */
    static final int MAX_BYTES = 64;

    /** A power of two. */
    private static final int PLACES = 16;

    private static final class Name {
        private final String text;
        private final byte[] bytes;

        private Name(String text, byte[] bytes) {
            this.text = text;
            this.bytes = bytes;
        }
    }

    private static final Name NONE = new Name("", new byte[0]);

    private final Name[] read = new Name[PLACES];
    private final Name[] written = new Name[PLACES];

    MessageNameCache() {
        Arrays.fill(read, NONE);
        Arrays.fill(written, NONE);
    }

    /** Decodes a name of 1 to {@value #MAX_BYTES} bytes. */
    String decode(byte[] utf8, int offset, int length) {
        int place = (length + 7 * utf8[offset + length / 2] + 13 * utf8[offset + length - 1]) & (PLACES - 1);
        Name name = read[place];
        if (!Arrays.equals(name.bytes, 0, name.bytes.length, utf8, offset, offset + length)) {
            byte[] bytes = Arrays.copyOfRange(utf8, offset, offset + length);
            name = new Name(new String(bytes, StandardCharsets.UTF_8), bytes);
            read[place] = name;
        }
        return name.text;
    }

    /** The bytes of a name, not to be changed. */
    byte[] encode(String name) {
        int place = name.hashCode() & (PLACES - 1);
        Name known = written[place];
        if (known.text.equals(name)) {
            return known.bytes;
        }
        byte[] bytes = name.getBytes(StandardCharsets.UTF_8);
        if (bytes.length <= MAX_BYTES) {
            written[place] = new Name(name, bytes);
        }
        return bytes;
    }
}
