package io.grizzlythrift.bench.recording;

import static java.util.Objects.requireNonNull;

import io.grizzlythrift.bench.service.WireProtocol;
import java.nio.ByteBuffer;

/**
 * A call that can be replayed with other sequence ids: one frame, in which the id has a fixed position and size.
 * Thread-safe.
 */
public final class RecordedCall {
    /**
     * The first id that takes five bytes in the compact encoding. All larger ids take five bytes, too, so that one can
     * replace another. In binary, all ids take four bytes.
     */
    public static final int FIRST_ID = 1 << 28;

    /** The number of such ids. */
    public static final int IDS = Integer.MAX_VALUE - FIRST_ID + 1;

    private static final int COMPACT_ID_BYTES = 5;

    private final String method;
    private final WireProtocol protocol;
    private final byte[] frame;
    private final int idOffset;

    private RecordedCall(String method, WireProtocol protocol, byte[] frame, int idOffset) {
        this.method = requireNonNull(method, "method");
        this.protocol = protocol;
        this.frame = frame;
        this.idOffset = idOffset;
    }

    /** Creates a call from a message. If the encoding is compact, makes room for ids of five bytes. */
    static RecordedCall of(MessageHeader header, ByteBuffer message) {
        int idBytes = header.protocol() == WireProtocol.COMPACT ? COMPACT_ID_BYTES : Integer.BYTES;
        int rest = header.idOffset() + header.idBytes();
        ByteBuffer frame = ByteBuffer.allocate(Integer.BYTES + message.remaining() - header.idBytes() + idBytes);
        frame.putInt(frame.capacity() - Integer.BYTES);
        frame.put(message.slice(message.position(), header.idOffset()));
        int idOffset = frame.position();
        frame.position(idOffset + idBytes);
        frame.put(message.slice(message.position() + rest, message.remaining() - rest));
        RecordedCall call = new RecordedCall(header.name().orElse(""), header.protocol(), frame.array(), idOffset);
        call.putId(ByteBuffer.wrap(call.frame), 0, FIRST_ID);
        return call;
    }

    /** {@return the method that is called} */
    public String method() {
        return method;
    }

    /** {@return the encoding} */
    public WireProtocol protocol() {
        return protocol;
    }

    /** {@return the size of the frame in bytes, including its length prefix} */
    public int frameBytes() {
        return frame.length;
    }

    /**
     * Writes the frame.
     *
     * @param out a buffer with {@link #frameBytes()} or more remaining
     * @param sequenceId the sequence id, at least {@link #FIRST_ID}
     */
    public void put(ByteBuffer out, int sequenceId) {
        int start = out.position();
        out.put(frame);
        putId(out, start, sequenceId);
    }

    private void putId(ByteBuffer out, int start, int sequenceId) {
        if (protocol == WireProtocol.BINARY) {
            out.putInt(start + idOffset, sequenceId);
            return;
        }
        for (int i = 0; i < COMPACT_ID_BYTES; i++) {
            int more = i < COMPACT_ID_BYTES - 1 ? 0x80 : 0;
            out.put(start + idOffset + i, (byte) (((sequenceId >>> (7 * i)) & 0x7f) | more));
        }
    }
}
