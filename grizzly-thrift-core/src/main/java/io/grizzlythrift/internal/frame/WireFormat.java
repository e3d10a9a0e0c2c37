package io.grizzlythrift.internal.frame;

import io.grizzlythrift.frame.Dialect;
import io.grizzlythrift.internal.header.FrameHeader;
import java.util.Optional;
import java.util.OptionalInt;

/** The format of a message and of its reply: the dialect, and the protocol if the bytes of the message tell it. */
public enum WireFormat {
    /** Framed; the protocol is the one of the server, or strict binary if the server accepts several. */
    FRAMED(Dialect.FRAMED),

    /**
     * Framed, and the first byte is that of the compact protocol; the protocol is the one of the server, or compact if
     * the server accepts several.
     */
    FRAMED_COMPACT(Dialect.FRAMED),

    /** Unframed, in the strict binary protocol. */
    UNFRAMED_BINARY(Dialect.UNFRAMED),

    /** Unframed, in the compact protocol. */
    UNFRAMED_COMPACT(Dialect.UNFRAMED),

    /**
     * Unframed, in the strict binary protocol, over a layer whose own frames hold one message each and begin with its
     * length: SASL without protection.
     */
    LAYERED_BINARY(Dialect.UNFRAMED),

    /** The same in the compact protocol. */
    LAYERED_COMPACT(Dialect.UNFRAMED),

    /** Framed with a header that names the strict binary protocol. */
    HEADER_BINARY(Dialect.HEADER),

    /** Framed with a header that names the compact protocol. */
    HEADER_COMPACT(Dialect.HEADER),

    /**
     * Only the header of a message, in the strict binary protocol. Its arguments have another form, from which the thread
     * that runs the call converts them; the reply is converted as well.
     */
    TRANSCODED(Dialect.HTTP);

    private static final byte COMPACT_ID = (byte) 0x82;

    private final Dialect dialect;

    WireFormat(Dialect dialect) {
        this.dialect = dialect;
    }

    /** {@return the dialect} */
    public Dialect dialect() {
        return dialect;
    }

    /** {@return whether the length of each message is in front of it} */
    public boolean isFramed() {
        return this != UNFRAMED_BINARY && this != UNFRAMED_COMPACT;
    }

    /** {@return the size of the length prefix of each message or its header: 4 bytes, or 0 if there is none} */
    public int prefixBytes() {
        return isFramed() ? FrameAssembler.HEADER_BYTES : 0;
    }

    /**
     * Returns the format of a frame without a header.
     *
     * @param first the first byte after the length prefix
     * @return {@link #FRAMED} or {@link #FRAMED_COMPACT}
     */
    public static WireFormat ofFrame(byte first) {
        return first == COMPACT_ID ? FRAMED_COMPACT : FRAMED;
    }

    /**
     * Returns the format of a message that is a frame of the layer below.
     *
     * @param first the first byte after the length prefix
     * @return {@link #LAYERED_BINARY} or {@link #LAYERED_COMPACT}
     */
    static WireFormat ofLayeredFrame(byte first) {
        return first == COMPACT_ID ? LAYERED_COMPACT : LAYERED_BINARY;
    }

    /**
     * Returns the format of a frame with a header.
     *
     * @param protocolId the protocol id in the header
     * @return empty if the protocol is not known
     */
    public static Optional<WireFormat> ofHeader(int protocolId) {
        return switch (protocolId) {
            case FrameHeader.BINARY -> Optional.of(HEADER_BINARY);
            case FrameHeader.COMPACT -> Optional.of(HEADER_COMPACT);
            default -> Optional.empty();
        };
    }

    /** {@return the protocol id in the header of a frame; empty if frames of this format have no header} */
    public OptionalInt headerProtocolId() {
        return switch (this) {
            case HEADER_BINARY -> OptionalInt.of(FrameHeader.BINARY);
            case HEADER_COMPACT -> OptionalInt.of(FrameHeader.COMPACT);
            default -> OptionalInt.empty();
        };
    }
}
