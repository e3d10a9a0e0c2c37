package io.grizzlythrift.internal.header;

import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/** Composes frames with a header byte by byte, including malformed ones. */
final class RawHeader {
    private final ByteArrayOutputStream variable = new ByteArrayOutputStream();

    /** Appends bytes as they are. */
    RawHeader bytes(int... values) {
        for (int value : values) {
            variable.write(value);
        }
        return this;
    }

    RawHeader varint(long value) {
        long left = value;
        while (left >= 0x80) {
            variable.write(((int) left & 0x7f) | 0x80);
            left >>= 7;
        }
        variable.write((int) left);
        return this;
    }

    RawHeader string(String value) {
        byte[] bytes = value.getBytes(StandardCharsets.UTF_8);
        varint(bytes.length);
        variable.writeBytes(bytes);
        return this;
    }

    /** Pads with zeros up to a multiple of 4 bytes. */
    RawHeader padded() {
        return bytes(new int[-variable.size() & 3]);
    }

    /** Returns a frame without its length: magic number, flags 0, sequence id 0, this header, a payload. */
    byte[] frame(byte... payload) {
        if (variable.size() % 4 != 0) {
            throw new IllegalStateException("a header of " + variable.size() + " bytes is not padded");
        }
        return frame(variable.size() / 4, payload);
    }

    /** Returns such a frame with any stated size of the header. */
    byte[] frame(int words, byte... payload) {
        return ByteBuffer.allocate(FrameHeader.FIXED_BYTES + variable.size() + payload.length)
                .putShort((short) FrameHeader.MAGIC)
                .putShort((short) 0)
                .putInt(0)
                .putShort((short) words)
                .put(variable.toByteArray())
                .put(payload)
                .array();
    }

    static FrameHeader parse(byte[] frame) throws HeaderException {
        return FrameHeader.parse(frame, 0, frame.length);
    }

    /** Returns the payload of a frame that is not transformed. */
    static byte[] payload(byte[] frame, FrameHeader header) {
        return Arrays.copyOfRange(frame, header.payloadOffset(), header.payloadOffset() + header.payloadLength());
    }
}
