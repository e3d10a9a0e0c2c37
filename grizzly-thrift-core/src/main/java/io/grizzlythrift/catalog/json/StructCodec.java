package io.grizzlythrift.catalog.json;

import com.fasterxml.jackson.core.JsonToken;
import io.grizzlythrift.catalog.FieldDescription;
import io.grizzlythrift.catalog.Requiredness;
import io.grizzlythrift.catalog.StructDescription;
import java.io.IOException;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.apache.thrift.TException;
import org.apache.thrift.protocol.TField;
import org.apache.thrift.protocol.TProtocol;
import org.apache.thrift.protocol.TProtocolUtil;
import org.apache.thrift.protocol.TStruct;
import org.apache.thrift.protocol.TType;

/** Converts structs, unions, exceptions and arguments to objects. */
final class StructCodec implements ValueCodec {
    private final String name;
    private final boolean isUnion;
    private final TStruct begin;
    private final List<Field> required = new ArrayList<>();
    private final Map<String, Field> byName = new HashMap<>();
    private final Map<Short, Field> byId = new HashMap<>();

    private record Field(int index, String name, TField begin, ValueCodec codec) {}

    StructCodec(String name, StructDescription.Kind kind) {
        this.name = name;
        isUnion = kind == StructDescription.Kind.UNION;
        begin = new TStruct(name);
    }

    /** Completes the codec. Fields may refer to the struct itself, so it exists before them. */
    void addFields(List<FieldDescription> fields, Function<FieldDescription, ValueCodec> codecs) {
        for (FieldDescription described : fields) {
            ValueCodec codec = codecs.apply(described);
            Field field = new Field(
                    byName.size(),
                    described.name(),
                    new TField(described.name(), codec.wireType(), described.id()),
                    codec);
            byName.put(described.name(), field);
            byId.put(described.id(), field);
            if (described.requiredness() == Requiredness.REQUIRED) {
                required.add(field);
            }
        }
    }

    @Override
    public byte wireType() {
        return TType.STRUCT;
    }

    @Override
    public void toThrift(JsonSource in, TProtocol out) throws IOException, TException {
        in.begin(JsonToken.START_OBJECT, "an object, for " + name);
        in.enterStruct();
        out.writeStructBegin(begin);
        BitSet named = new BitSet();
        BitSet set = new BitSet();
        while (in.next() == JsonToken.FIELD_NAME) {
            Field field = byName.get(in.parser().currentName());
            if (field == null) {
                throw new ValueException("is unknown in " + name);
            }
            if (named.get(field.index)) {
                throw new ValueException(SequenceCodec.TWICE);
            }
            named.set(field.index);
            if (in.next() != JsonToken.VALUE_NULL) { // null stands for a field that is not set
                out.writeFieldBegin(field.begin);
                field.codec.toThrift(in, out);
                out.writeFieldEnd();
                set.set(field.index);
            }
        }
        requireComplete(set);
        if (isUnion && set.isEmpty()) {
            throw ValueException.ofComplete("has no field, must have exactly one, as a union");
        }
        out.writeFieldStop();
        out.writeStructEnd();
        in.leaveStruct();
    }

    private void requireComplete(BitSet set) throws ValueException {
        for (Field field : required) {
            if (!set.get(field.index)) {
                throw ValueException.ofComplete("lacks the required field '" + field.name + "' of " + name);
            }
        }
        if (isUnion && set.cardinality() > 1) {
            throw ValueException.ofComplete("has " + set.cardinality() + " fields, must have exactly one, as a union");
        }
    }

    @Override
    public void toJson(TProtocol in, JsonTarget out) throws IOException, TException {
        out.enterStruct();
        out.generator().writeStartObject();
        BitSet set = new BitSet();
        in.readStructBegin();
        for (TField next = in.readFieldBegin(); next.type != TType.STOP; next = in.readFieldBegin()) {
            Field field = byId.get(next.id);
            if (field == null || field.codec.wireType() != next.type) { // of a newer peer; as generated code does
                TProtocolUtil.skip(in, next.type, out.depthLeft());
            } else {
                out.generator().writeFieldName(field.name);
                field.codec.toJson(in, out);
                set.set(field.index);
            }
            in.readFieldEnd();
        }
        in.readStructEnd();
        out.generator().writeEndObject();
        requireComplete(set);
        out.leaveStruct();
    }
}
