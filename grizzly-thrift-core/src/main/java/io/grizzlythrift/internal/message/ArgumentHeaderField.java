package io.grizzlythrift.internal.message;

import io.grizzlythrift.call.ArgumentHeaders;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.apache.thrift.TException;
import org.apache.thrift.protocol.TField;
import org.apache.thrift.protocol.TMap;
import org.apache.thrift.protocol.TProtocol;
import org.apache.thrift.protocol.TStruct;
import org.apache.thrift.protocol.TType;

/** Reads and writes the argument field that {@link ArgumentHeaders} describes. */
public final class ArgumentHeaderField {
    private static final TStruct ARGUMENTS = new TStruct("headers");

    private ArgumentHeaderField() {}

    /** {@return whether a field may be the one that holds the headers} */
    static boolean isAt(TField field) {
        return field.id == ArgumentHeaders.FIELD_ID && field.type == TType.MAP;
    }

    /**
     * Reads the value of the field without consuming it. Generated code then skips it like any unknown field, and
     * reports any error in it. So a user's own field with the same number is not lost either.
     *
     * @param in a protocol without look-ahead, positioned after the header of the field
     * @param input its transport
     * @return the values by name; empty if they exceed a limit, or are not a map of strings
     */
    static Map<String, List<String>> peek(TProtocol in, MessageTransport input) {
        int start = input.getBufferPosition();
        try {
            return read(in);
        } catch (TException | RuntimeException e) {
            return Map.of();
        } finally {
            input.consumeBuffer(start - input.getBufferPosition());
        }
    }

    private static Map<String, List<String>> read(TProtocol in) throws TException {
        TMap map = in.readMapBegin();
        if (map.keyType != TType.STRING || map.valueType != TType.STRING || map.size > ArgumentHeaders.MAX_ENTRIES) {
            return Map.of();
        }
        Map<String, List<String>> read = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
        int chars = 0;
        for (int i = 0; i < map.size; i++) {
            String name = in.readString();
            String value = in.readString();
            chars += name.length() + value.length();
            if (chars > ArgumentHeaders.MAX_CHARS) {
                return Map.of();
            }
            read.put(name, List.of(value));
        }
        return Collections.unmodifiableMap(read);
    }

    /**
     * Writes the field, followed by the end of the struct.
     *
     * @param out a protocol that has written all fields of the arguments, and whose state does not depend on them
     * @param headers the values by name
     * @throws TException if the message becomes too large
     */
    public static void writeLast(TProtocol out, Map<String, String> headers) throws TException {
        out.writeStructBegin(ARGUMENTS);
        out.writeFieldBegin(new TField("headers", TType.MAP, ArgumentHeaders.FIELD_ID));
        out.writeMapBegin(new TMap(TType.STRING, TType.STRING, headers.size()));
        for (Map.Entry<String, String> header : headers.entrySet()) {
            out.writeString(header.getKey());
            out.writeString(header.getValue());
        }
        out.writeMapEnd();
        out.writeFieldEnd();
        out.writeFieldStop();
        out.writeStructEnd();
    }
}
