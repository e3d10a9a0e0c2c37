package io.grizzlythrift.catalog.json;

import com.fasterxml.jackson.core.JsonToken;
import java.io.IOException;
import java.util.HashSet;
import java.util.Set;
import org.apache.thrift.TException;
import org.apache.thrift.protocol.TMap;
import org.apache.thrift.protocol.TProtocol;
import org.apache.thrift.protocol.TType;

/** Converts maps: to objects if their keys are strings, otherwise to arrays of pairs. */
final class MapCodec implements ValueCodec {
    private static final String PAIR = "an array of a key and a value";

    private final boolean isObject;
    private final ValueCodec key;
    private final ValueCodec value;

    /** Creates a codec; an object is for keys that are strings. */
    MapCodec(boolean isObject, ValueCodec key, ValueCodec value) {
        this.isObject = isObject;
        this.key = key;
        this.value = value;
    }

    @Override
    public byte wireType() {
        return TType.MAP;
    }

    @Override
    public void toThrift(JsonSource in, TProtocol out) throws IOException, TException {
        int size = isObject
                ? in.begin(JsonToken.START_OBJECT, "an object, for a map")
                : in.begin(JsonToken.START_ARRAY, "an array of pairs, for a map whose keys are not strings");
        out.writeMapBegin(new TMap(key.wireType(), value.wireType(), size));
        if (isObject) {
            writeFields(in, out);
        } else {
            writePairs(in, out);
        }
        out.writeMapEnd();
    }

    private void writeFields(JsonSource in, TProtocol out) throws IOException, TException {
        Set<String> seen = new HashSet<>();
        while (in.next() == JsonToken.FIELD_NAME) {
            String name = JsonSource.requireUnicode(in.parser().currentName());
            if (!seen.add(name)) {
                throw new ValueException(SequenceCodec.TWICE);
            }
            out.writeString(name);
            if (in.next() == JsonToken.VALUE_NULL) {
                throw in.mismatch("a value");
            }
            value.toThrift(in, out);
        }
    }

    private void writePairs(JsonSource in, TProtocol out) throws IOException, TException {
        Set<Object> seen = new HashSet<>();
        while (in.hasElement()) {
            int parts = in.begin(JsonToken.START_ARRAY, PAIR);
            if (parts != 2) {
                throw new ValueException("has " + parts + " elements, must be " + PAIR);
            }
            in.hasElement();
            SequenceCodec.requireNew(key, in, seen);
            key.toThrift(in, out);
            in.hasElement();
            value.toThrift(in, out);
            in.next();
        }
    }

    @Override
    public void toJson(TProtocol in, JsonTarget out) throws IOException, TException {
        TMap begin = in.readMapBegin();
        SequenceCodec.requireType("keys", key, begin.keyType, begin.size);
        SequenceCodec.requireType("values", value, begin.valueType, begin.size);
        if (isObject) {
            out.generator().writeStartObject();
            for (int i = 0; i < begin.size; i++) {
                out.generator().writeFieldName(in.readString());
                value.toJson(in, out);
            }
            out.generator().writeEndObject();
        } else {
            out.generator().writeStartArray();
            for (int i = 0; i < begin.size; i++) {
                out.generator().writeStartArray();
                key.toJson(in, out);
                value.toJson(in, out);
                out.generator().writeEndArray();
            }
            out.generator().writeEndArray();
        }
        in.readMapEnd();
    }
}
