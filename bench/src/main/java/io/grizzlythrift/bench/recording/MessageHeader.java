package io.grizzlythrift.bench.recording;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.grizzlythrift.bench.service.WireProtocol;
import java.nio.ByteBuffer;
import java.util.Optional;

/**
 * The header of a message, which precedes the arguments of a call or the result of a reply.
 *
 * @param protocol the encoding
 * @param type a type of {@link org.apache.thrift.protocol.TMessageType}
 * @param sequenceId chosen by the client, repeated in the reply
 * @param idOffset offset of the sequence id in the message
 * @param idBytes size of the sequence id
 * @param name name of the method; empty if it is incomplete
 */
public record MessageHeader(
        WireProtocol protocol, byte type, int sequenceId, int idOffset, int idBytes, Optional<String> name) {
    private static final int BINARY_VERSION = 0x8001;
    private static final int COMPACT_ID = 0x82;
    private static final int COMPACT_VERSION = 1;
    private static final int TYPE_SHIFT = 5;
    private static final int MAX_VARINT_BYTES = 5;

    /**
     * Reads a header.
     *
     * @param message the start of a message without its frame length, from position to limit; not changed
     * @return the header; empty if it is neither strict binary nor compact, or if the sequence id is incomplete
     */
    public static Optional<MessageHeader> read(ByteBuffer message) {
        ByteBuffer bytes = message.slice();
        if (bytes.remaining() >= Integer.BYTES && (bytes.getShort(0) & 0xffff) == BINARY_VERSION) {
            return binary(bytes);
        }
        if (bytes.remaining() > 2 && (bytes.get(0) & 0xff) == COMPACT_ID && (bytes.get(1) & 0x1f) == COMPACT_VERSION) {
            return compact(bytes);
        }
        return Optional.empty();
    }

    private static Optional<MessageHeader> binary(ByteBuffer bytes) {
        if (bytes.remaining() < 2 * Integer.BYTES) {
            return Optional.empty();
        }
        int nameBytes = bytes.getInt(Integer.BYTES);
        int nameOffset = 2 * Integer.BYTES;
        if (nameBytes < 0 || nameBytes > bytes.remaining() - nameOffset - Integer.BYTES) {
            return Optional.empty();
        }
        int idOffset = nameOffset + nameBytes;
        return Optional.of(new MessageHeader(
                WireProtocol.BINARY,
                bytes.get(3),
                bytes.getInt(idOffset),
                idOffset,
                Integer.BYTES,
                Optional.of(text(bytes, nameOffset, nameBytes))));
    }

    private static Optional<MessageHeader> compact(ByteBuffer bytes) {
        byte type = (byte) ((bytes.get(1) >> TYPE_SHIFT) & 0x7);
        bytes.position(2);
        Optional<Integer> id = varint(bytes);
        int end = bytes.position();
        return id.map(sequenceId -> {
            Optional<String> name = varint(bytes)
                    .filter(length -> length >= 0 && length <= bytes.remaining())
                    .map(length -> text(bytes, bytes.position(), length));
            return new MessageHeader(WireProtocol.COMPACT, type, sequenceId, 2, end - 2, name);
        });
    }

    private static Optional<Integer> varint(ByteBuffer bytes) {
        int value = 0;
        for (int i = 0; i < MAX_VARINT_BYTES && bytes.hasRemaining(); i++) {
            byte next = bytes.get();
            value |= (next & 0x7f) << (7 * i);
            if (next >= 0) {
                return Optional.of(value);
            }
        }
        return Optional.empty();
    }

    private static String text(ByteBuffer bytes, int offset, int length) {
        byte[] text = new byte[length];
        bytes.get(offset, text);
        return new String(text, UTF_8);
    }
}
