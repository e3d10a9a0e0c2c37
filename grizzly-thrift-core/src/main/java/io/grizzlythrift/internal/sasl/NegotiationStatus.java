package io.grizzlythrift.internal.sasl;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;

/** The first byte of a message of a negotiation, as in libthrift's enum of this name. */
enum NegotiationStatus {
    START(1),
    OK(2),
    BAD(3),
    ERROR(4),
    COMPLETE(5);

    /** The size of the status and the length. */
    static final int HEADER_BYTES = 1 + Integer.BYTES;

    private final byte code;

    NegotiationStatus(int code) {
        this.code = (byte) code;
    }

    byte code() {
        return code;
    }

    /** Returns a whole message. */
    byte[] message(byte[] payload) {
        return ByteBuffer.allocate(HEADER_BYTES + payload.length)
                .put(code)
                .putInt(payload.length)
                .put(payload)
                .array();
    }

    byte[] message(String text) {
        return message(text.getBytes(StandardCharsets.UTF_8));
    }
}
