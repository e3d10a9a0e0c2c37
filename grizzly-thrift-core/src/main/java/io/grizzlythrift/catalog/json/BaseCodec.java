package io.grizzlythrift.catalog.json;

import com.fasterxml.jackson.core.JsonToken;
import io.grizzlythrift.catalog.BaseType;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.Optional;
import java.util.UUID;
import org.apache.thrift.TException;
import org.apache.thrift.protocol.TProtocol;

/** Converts values that refer to no other type. */
final class BaseCodec implements ValueCodec {
    private static final int UUID_CHARS = 36;
    private static final String NAN = "NaN";
    private static final String INFINITY = "Infinity";
    private static final String MINUS_INFINITY = "-Infinity";

    private final BaseType type;

    BaseCodec(BaseType type) {
        this.type = type;
    }

    @Override
    public byte wireType() {
        return type.wireType();
    }

    @Override
    public Optional<Object> comparable(JsonSource in) throws IOException, ValueException {
        return Optional.of(
                switch (type) {
                    case BOOL -> toBool(in);
                    case I8, I16, I32, I64 -> toInteger(in);
                    case DOUBLE -> toDouble(in);
                    case STRING -> toText(in);
                    // Not as a buffer: many of one hash would take quadratic time, because they are not ordered.
                    case BINARY -> new String(toBytes(in), StandardCharsets.ISO_8859_1);
                    case UUID -> toUuid(in);
                });
    }

    @Override
    public void toThrift(JsonSource in, TProtocol out) throws IOException, TException {
        switch (type) {
            case BOOL -> out.writeBool(toBool(in));
            case I8 -> out.writeByte((byte) toInteger(in));
            case I16 -> out.writeI16((short) toInteger(in));
            case I32 -> out.writeI32((int) toInteger(in));
            case I64 -> out.writeI64(toInteger(in));
            case DOUBLE -> out.writeDouble(toDouble(in));
            case STRING -> out.writeString(toText(in));
            case BINARY -> out.writeBinary(ByteBuffer.wrap(toBytes(in)));
            case UUID -> out.writeUuid(toUuid(in));
        }
    }

    private boolean toBool(JsonSource in) throws IOException, ValueException {
        return switch (in.token()) {
            case VALUE_TRUE -> true;
            case VALUE_FALSE -> false;
            default -> throw in.mismatch("true or false");
        };
    }

    private long toInteger(JsonSource in) throws IOException, ValueException {
        if (type == BaseType.I64 && in.token() == JsonToken.VALUE_STRING) {
            return in.integer(Long.SIZE);
        }
        if (in.token() != JsonToken.VALUE_NUMBER_INT) {
            throw in.mismatch("an integer of type " + type.idlName());
        }
        return in.integer(bits());
    }

    private int bits() {
        return switch (type) {
            case I8 -> Byte.SIZE;
            case I16 -> Short.SIZE;
            case I32 -> Integer.SIZE;
            default -> Long.SIZE;
        };
    }

    private static double toDouble(JsonSource in) throws IOException, ValueException {
        switch (in.token()) {
            case VALUE_NUMBER_INT, VALUE_NUMBER_FLOAT -> {
                double value = Double.parseDouble(in.parser().getText()); // never as a BigDecimal: 1e999999999
                if (Double.isInfinite(value)) {
                    throw in.mismatch("a number within ±" + Double.MAX_VALUE);
                }
                return value;
            }
            case VALUE_STRING -> {
                return switch (in.parser().getText()) {
                    case NAN -> Double.NaN;
                    case INFINITY -> Double.POSITIVE_INFINITY;
                    case MINUS_INFINITY -> Double.NEGATIVE_INFINITY;
                    default -> throw noDouble(in);
                };
            }
            default -> throw noDouble(in);
        }
    }

    private static ValueException noDouble(JsonSource in) throws IOException {
        return in.mismatch("a number, \"" + NAN + "\", \"" + INFINITY + "\" or \"" + MINUS_INFINITY + "\"");
    }

    private static String toText(JsonSource in) throws IOException, ValueException {
        if (in.token() != JsonToken.VALUE_STRING) {
            throw in.mismatch("a string");
        }
        return JsonSource.requireUnicode(in.parser().getText());
    }

    private static byte[] toBytes(JsonSource in) throws IOException, ValueException {
        String expected = "a string of base64";
        if (in.token() != JsonToken.VALUE_STRING) {
            throw in.mismatch(expected);
        }
        try {
            return Base64.getDecoder().decode(in.parser().getText());
        } catch (IllegalArgumentException e) {
            throw in.mismatch(expected);
        }
    }

    private static UUID toUuid(JsonSource in) throws IOException, ValueException {
        String expected = "a string such as \"00112233-4455-6677-8899-aabbccddeeff\"";
        if (in.token() != JsonToken.VALUE_STRING || in.parser().getTextLength() != UUID_CHARS) {
            throw in.mismatch(expected);
        }
        try {
            String text = in.parser().getText();
            UUID parsed = java.util.UUID.fromString(text);
            if (parsed.toString().equalsIgnoreCase(text)) { // not if a group is too long or too short
                return parsed;
            }
        } catch (IllegalArgumentException e) {
            throw in.mismatch(expected);
        }
        throw in.mismatch(expected);
    }

    @Override
    public void toJson(TProtocol in, JsonTarget out) throws IOException, TException {
        switch (type) {
            case BOOL -> out.generator().writeBoolean(in.readBool());
            case I8 -> out.generator().writeNumber(in.readByte());
            case I16 -> out.generator().writeNumber(in.readI16());
            case I32 -> out.generator().writeNumber(in.readI32());
            case I64 -> writeLong(in.readI64(), out);
            case DOUBLE -> writeDouble(in.readDouble(), out);
            case STRING -> out.generator().writeString(in.readString());
            case BINARY -> writeBytes(in.readBinary(), out);
            case UUID -> out.generator().writeString(in.readUuid().toString());
        }
    }

    private static void writeLong(long value, JsonTarget out) throws IOException {
        if (out.longs().isString(value)) {
            out.generator().writeString(Long.toString(value));
        } else {
            out.generator().writeNumber(value);
        }
    }

    private static void writeDouble(double value, JsonTarget out) throws IOException {
        if (Double.isFinite(value)) {
            out.generator().writeNumber(value);
        } else {
            out.generator().writeString(Double.toString(value)); // the names above
        }
    }

    private static void writeBytes(ByteBuffer value, JsonTarget out) throws IOException {
        byte[] bytes = new byte[value.remaining()];
        value.duplicate().get(bytes);
        out.generator().writeBinary(bytes);
    }
}
