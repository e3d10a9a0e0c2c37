package io.grizzlythrift.internal.message;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Optional;

/** The first byte of a message in a negotiation of SASL, as in libthrift's enum of this name. */
public enum NegotiationStatus {
    /** The name of a mechanism follows. */
    START(1),
    /** A challenge or a response follows, which is not the last. */
    OK(2),
    /** The peer is refused; a text follows. */
    BAD(3),
    /** The negotiation cannot continue; a text follows. */
    ERROR(4),
    /** The last challenge or response follows. */
    COMPLETE(5);

    /** The size of the status and the length. */
    public static final int HEADER_BYTES = 1 + Integer.BYTES;

    private final byte code;

    NegotiationStatus(int code) {
        this.code = (byte) code;
    }

    /** {@return the status of a message that begins with this byte; empty if there is none} */
    public static Optional<NegotiationStatus> of(byte first) {
        return Arrays.stream(values()).filter(status -> status.code == first).findFirst();
    }

    /** {@return the status as it is sent} */
    public byte code() {
        return code;
    }

    /** Returns a whole message. */
    public byte[] message(byte[] payload) {
        return ByteBuffer.allocate(HEADER_BYTES + payload.length)
                .put(code)
                .putInt(payload.length)
                .put(payload)
                .array();
    }

    /** Returns a whole message with a text. */
    public byte[] message(String text) {
        return message(text.getBytes(StandardCharsets.UTF_8));
    }
}
