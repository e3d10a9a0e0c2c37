package io.grizzlythrift.scorecard.peer;

import static java.nio.charset.StandardCharsets.US_ASCII;

import io.grizzlythrift.message.ThriftProtocol;
import java.io.ByteArrayOutputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import org.apache.thrift.protocol.TMessageType;
import org.apache.thrift.protocol.TType;

/**
 * Writes the bytes of a call part by part, in the binary or the compact protocol, without any checks: a length need not
 * match the following bytes, and nothing needs an end.
 */
public final class RawMessage {
    private static final int BINARY_VERSION = 0x8001_0000;
    private static final int COMPACT_ID = 0x82;
    private static final int COMPACT_VERSION = 1;
    private static final int TYPE_SHIFT = 5;
    private static final int LONG_LIST = 0xf0;

    private final boolean binary;
    private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    private final DataOutputStream out = new DataOutputStream(bytes);

    private RawMessage(ThriftProtocol protocol) {
        binary = protocol == ThriftProtocol.BINARY;
    }

    /** Starts a call. Its arguments follow as fields. */
    public static RawMessage call(ThriftProtocol protocol, String method, int sequenceId) {
        RawMessage message = withoutName(protocol, sequenceId);
        message.length(method.length()).put(method.getBytes(US_ASCII));
        return message.binary ? message.number(sequenceId) : message;
    }

    /** Starts a call, up to its name. */
    public static RawMessage withoutName(ThriftProtocol protocol, int sequenceId) {
        RawMessage message = new RawMessage(protocol);
        if (message.binary) {
            return message.number(BINARY_VERSION | TMessageType.CALL);
        }
        message.put(COMPACT_ID, COMPACT_VERSION | TMessageType.CALL << TYPE_SHIFT);
        return message.varint(sequenceId);
    }

    /** Starts a field; its value follows. */
    public RawMessage field(byte type, int id) {
        if (binary) {
            return put(type, id >>> Byte.SIZE, id);
        }
        return put(compact(type)).varint(id << 1);
    }

    /** Adds the length of a string or a name. */
    public RawMessage length(int length) {
        return binary ? number(length) : varint(length);
    }

    /** Adds the header of a list or a set. */
    public RawMessage list(byte type, int size) {
        return binary ? put(type).number(size) : put(LONG_LIST | compact(type)).varint(size);
    }

    /** Adds the header of a map. */
    public RawMessage map(byte keyType, byte valueType, int size) {
        if (binary) {
            return put(keyType, valueType).number(size);
        }
        varint(size);
        return put((compact(keyType) << 4) | compact(valueType));
    }

    /** Adds bytes unchanged. */
    public RawMessage put(int... values) {
        for (int value : values) {
            bytes.write(value);
        }
        return this;
    }

    /** Adds bytes unchanged. */
    public RawMessage put(byte[] values) {
        bytes.writeBytes(values);
        return this;
    }

    /** Ends a struct. */
    public RawMessage stop() {
        return put(TType.STOP);
    }

    private RawMessage number(int value) {
        try {
            out.writeInt(value);
            return this;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private RawMessage varint(int value) {
        return put(HeaderFrames.varint(value));
    }

    private static int compact(byte type) {
        return switch (type) {
            case TType.BYTE -> 3;
            case TType.I32 -> 5;
            case TType.I64 -> 6;
            case TType.STRING -> 8;
            case TType.LIST -> 9;
            case TType.SET -> 10;
            case TType.MAP -> 11;
            case TType.STRUCT -> 12;
            default -> throw new IllegalArgumentException("no value of the type " + type + " is written raw");
        };
    }

    public int size() {
        return bytes.size();
    }

    public byte[] bytes() {
        return bytes.toByteArray();
    }
}
