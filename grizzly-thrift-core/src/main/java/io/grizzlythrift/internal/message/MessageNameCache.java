package io.grizzlythrift.internal.message;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * Caches the names in recent message headers, decoded and encoded. Clients call the same few methods repeatedly;
 * without the cache, each call would create the same string, its hash and its bytes again.
 *
 * <p>A name that was encoded is decoded to that string. So generated code, which keeps its methods in a map, finds them
 * without comparing characters.
 *
 * <p>Not thread-safe. Holds {@value #SLOTS} names for each direction, each of at most {@value #MAX_BYTES} bytes,
 * whatever a peer sends. A new name replaces the one in its slot.
 */
final class MessageNameCache {
    /** The longest cached name in bytes. */
    static final int MAX_BYTES = 64;

    /** A power of two. */
    private static final int SLOTS = 16;

    private static final class Name {
        private final String text;
        private final byte[] bytes;

        private Name(String text, byte[] bytes) {
            this.text = text;
            this.bytes = bytes;
        }
    }

    private static final Name EMPTY = new Name("", new byte[0]);

    private final Name[] read = new Name[SLOTS];
    private final Name[] written = new Name[SLOTS];

    MessageNameCache() {
        Arrays.fill(read, EMPTY);
        Arrays.fill(written, EMPTY);
    }

    /** Decodes a name of 1 to {@value #MAX_BYTES} bytes. */
    String decode(byte[] utf8, int offset, int length) {
        int slot = slotOf(utf8, offset, length);
        Name name = read[slot];
        if (!NameTable.isName(name.bytes, utf8, offset, length)) {
            byte[] bytes = Arrays.copyOfRange(utf8, offset, offset + length);
            name = new Name(new String(bytes, StandardCharsets.UTF_8), bytes);
            read[slot] = name;
        }
        return name.text;
    }

    private static int slotOf(byte[] utf8, int offset, int length) {
        return (length + 7 * utf8[offset + length / 2] + 13 * utf8[offset + length - 1]) & (SLOTS - 1);
    }

    /** Encodes a name. The result must not be modified. */
    byte[] encode(String name) {
        int slot = name.hashCode() & (SLOTS - 1);
        Name known = written[slot];
        if (known.text.equals(name)) {
            return known.bytes;
        }
        byte[] bytes = name.getBytes(StandardCharsets.UTF_8);
        if (bytes.length <= MAX_BYTES) {
            written[slot] = new Name(name, bytes);
            if (bytes.length > 0 && name.equals(new String(bytes, StandardCharsets.UTF_8))) {
                read[slotOf(bytes, 0, bytes.length)] = written[slot];
            }
        }
        return bytes;
    }
}
