package io.grizzlythrift.scorecard.peer;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.Map;
import java.util.zip.InflaterInputStream;

/**
 * Creates valid and invalid THeader frames by hand, from the specification of the format, without the code under test.
 */
public final class HeaderFrames {
    static final int BINARY = 0;
    static final int COMPACT = 2;
    public static final int ZLIB = 1;
    public static final int ZSTD = 5;
    public static final int KEY_VALUES = 1;
    public static final int PERSISTENT_KEY_VALUES = 2;

    private static final int MAGIC = 0x0fff;
    private static final int FIXED_BYTES = 10;
    private static final int WORD_BYTES = 4;
    private static final int WORDS_AT = 8;

    private HeaderFrames() {}

    /** Returns a frame with this protocol and no transforms. */
    public static byte[] frame(int protocolId, byte[] infos, byte[] payload) {
        return frame(header(protocolId, new int[0], infos), payload);
    }

    /** Returns a frame whose payload has been transformed. */
    public static byte[] transformed(int protocolId, byte[] payload, int... transforms) {
        return frame(header(protocolId, transforms, new byte[0]), payload);
    }

    /** Returns the variable part of a header, without its padding. */
    static byte[] header(int protocolId, int[] transforms, byte[] infos) {
        ByteArrayOutputStream header = new ByteArrayOutputStream();
        header.writeBytes(varint(protocolId));
        header.writeBytes(varint(transforms.length));
        for (int transform : transforms) {
            header.writeBytes(varint(transform));
        }
        header.writeBytes(infos);
        return header.toByteArray();
    }

    /** Returns a frame with its length, and padding after the variable part of the header. */
    public static byte[] frame(byte[] header, byte[] payload) {
        int words = (header.length + WORD_BYTES - 1) / WORD_BYTES;
        return claiming(words, Arrays.copyOf(header, words * WORD_BYTES), payload);
    }

    /**
     * Returns a frame with its length.
     *
     * @param words the claimed size of the header, in words
     */
    public static byte[] claiming(int words, byte[] header, byte[] payload) {
        int length = FIXED_BYTES + header.length + payload.length;
        return ByteBuffer.allocate(Integer.BYTES + length)
                .putInt(length)
                .putShort((short) MAGIC)
                .putShort((short) 0)
                .putInt(0)
                .putShort((short) words)
                .put(header)
                .put(payload)
                .array();
    }

    /** Returns an info block of key-values. */
    public static byte[] keyValues(int info, Map<String, String> pairs) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        bytes.writeBytes(varint(info));
        bytes.writeBytes(varint(pairs.size()));
        pairs.forEach((key, value) -> {
            putString(bytes, key);
            putString(bytes, value);
        });
        return bytes.toByteArray();
    }

    private static void putString(ByteArrayOutputStream to, String text) {
        byte[] bytes = text.getBytes(UTF_8);
        to.writeBytes(varint(bytes.length));
        to.writeBytes(bytes);
    }

    /** Encodes a varint: 7 bits per byte, the lowest ones first. */
    public static byte[] varint(int value) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        int left = value;
        while ((left & ~0x7f) != 0) {
            bytes.write((left & 0x7f) | 0x80);
            left >>>= 7;
        }
        bytes.write(left);
        return bytes.toByteArray();
    }

    /** Returns the protocol id of a frame, given without its length. */
    static int protocolId(byte[] frame) {
        return frame[FIXED_BYTES];
    }

    /** Returns the payload of a frame, given without its length; inflated if zlib is its only transform. */
    static byte[] payload(byte[] frame) throws IOException {
        ByteBuffer bytes = ByteBuffer.wrap(frame);
        if (bytes.getShort(0) != MAGIC) {
            throw new IOException("a reply begins with " + bytes.getShort(0) + " instead of a header");
        }
        int headerBytes = WORD_BYTES * (bytes.getShort(WORDS_AT) & 0xffff);
        byte[] payload = Arrays.copyOfRange(frame, FIXED_BYTES + headerBytes, frame.length);
        int transforms = frame[FIXED_BYTES + 1];
        if (transforms == 0) {
            return payload;
        }
        if (transforms > 1 || frame[FIXED_BYTES + 2] != ZLIB) {
            throw new IOException("a reply has " + transforms + " transforms, the first is " + frame[FIXED_BYTES + 2]);
        }
        return new InflaterInputStream(new ByteArrayInputStream(payload)).readAllBytes();
    }
}
