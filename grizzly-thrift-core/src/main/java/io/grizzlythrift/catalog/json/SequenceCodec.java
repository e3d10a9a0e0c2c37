package io.grizzlythrift.catalog.json;

import com.fasterxml.jackson.core.JsonToken;
import java.io.IOException;
import java.util.HashSet;
import java.util.Optional;
import java.util.Set;
import org.apache.thrift.TException;
import org.apache.thrift.protocol.TList;
import org.apache.thrift.protocol.TProtocol;
import org.apache.thrift.protocol.TSet;
import org.apache.thrift.protocol.TType;

/** Converts lists and sets to arrays. */
final class SequenceCodec implements ValueCodec {
    /** What is wrong with a value, key or name that is equal to an earlier one. */
    static final String TWICE = "is there twice";

    private final boolean isSet;
    private final ValueCodec element;

    SequenceCodec(boolean isSet, ValueCodec element) {
        this.isSet = isSet;
        this.element = element;
    }

    @Override
    public byte wireType() {
        return isSet ? TType.SET : TType.LIST;
    }

    @Override
    public void toThrift(JsonSource in, TProtocol out) throws IOException, TException {
        int size = in.begin(JsonToken.START_ARRAY, isSet ? "an array, for a set" : "an array, for a list");
        if (isSet) {
            out.writeSetBegin(new TSet(element.wireType(), size));
        } else {
            out.writeListBegin(new TList(element.wireType(), size));
        }
        Set<Object> seen = new HashSet<>();
        while (in.hasElement()) {
            if (isSet) {
                requireNew(element, in, seen);
            }
            element.toThrift(in, out);
        }
        if (isSet) {
            out.writeSetEnd();
        } else {
            out.writeListEnd();
        }
    }

    /** Rejects a second value that is equal, if values of the type can be compared. */
    static void requireNew(ValueCodec type, JsonSource in, Set<Object> seen) throws IOException, ValueException {
        Optional<Object> value = type.comparable(in);
        if (value.isPresent() && !seen.add(value.get())) {
            throw new ValueException(TWICE);
        }
    }

    @Override
    public void toJson(TProtocol in, JsonTarget out) throws IOException, TException {
        int size;
        byte type;
        if (isSet) {
            TSet begin = in.readSetBegin();
            size = begin.size;
            type = begin.elemType;
        } else {
            TList begin = in.readListBegin();
            size = begin.size;
            type = begin.elemType;
        }
        requireType("elements", element, type, size);
        out.generator().writeStartArray();
        for (int i = 0; i < size; i++) {
            element.toJson(in, out);
        }
        out.generator().writeEndArray();
        if (isSet) {
            in.readSetEnd();
        } else {
            in.readListEnd();
        }
    }

    /** Empty containers of the compact protocol have no type of their elements. */
    static void requireType(String what, ValueCodec expected, byte found, int size) throws ValueException {
        if (size > 0 && found != expected.wireType()) {
            throw new ValueException(
                    "has " + what + " of wire type " + found + ", must have type " + expected.wireType());
        }
    }
}
