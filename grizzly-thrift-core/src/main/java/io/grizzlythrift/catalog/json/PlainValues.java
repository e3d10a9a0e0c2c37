package io.grizzlythrift.catalog.json;

import com.fasterxml.jackson.core.JsonGenerator;
import io.grizzlythrift.catalog.BaseType;
import io.grizzlythrift.catalog.FieldDescription;
import io.grizzlythrift.catalog.TypeDescription;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.Map;
import java.util.function.Function;

/** Writes default values, which are values of the JDK. */
final class PlainValues {
    private final Function<String, List<FieldDescription>> structs;
    private final JsonGenerator out;

    PlainValues(Function<String, List<FieldDescription>> structs, JsonGenerator out) {
        this.structs = structs;
        this.out = out;
    }

    void write(TypeDescription type, Object value) throws IOException {
        if (type instanceof TypeDescription.ListOf list) {
            writeElements(list.element(), (List<?>) value);
        } else if (type instanceof TypeDescription.SetOf set) {
            writeElements(set.element(), (List<?>) value);
        } else if (type instanceof TypeDescription.MapOf map) {
            writeMap(map, (Map<?, ?>) value);
        } else if (type instanceof TypeDescription.StructRef struct) {
            writeStruct(structs.apply(struct.name()), (Map<?, ?>) value);
        } else {
            writeScalar(value);
        }
    }

    private void writeElements(TypeDescription element, List<?> values) throws IOException {
        out.writeStartArray();
        for (Object each : values) {
            write(element, each);
        }
        out.writeEndArray();
    }

    static boolean isObject(TypeDescription.MapOf map) {
        return map.key() instanceof TypeDescription.Base base && base.type() == BaseType.STRING;
    }

    private void writeMap(TypeDescription.MapOf map, Map<?, ?> values) throws IOException {
        boolean isObject = isObject(map);
        if (isObject) {
            out.writeStartObject();
        } else {
            out.writeStartArray();
        }
        for (Map.Entry<?, ?> entry : values.entrySet()) {
            if (isObject) {
                out.writeFieldName((String) entry.getKey());
                write(map.value(), entry.getValue());
            } else {
                out.writeStartArray();
                write(map.key(), entry.getKey());
                write(map.value(), entry.getValue());
                out.writeEndArray();
            }
        }
        if (isObject) {
            out.writeEndObject();
        } else {
            out.writeEndArray();
        }
    }

    private void writeStruct(List<FieldDescription> fields, Map<?, ?> values) throws IOException {
        out.writeStartObject();
        for (FieldDescription field : fields) {
            Object value = values.get(field.name());
            if (value != null) {
                out.writeFieldName(field.name());
                write(field.type(), value);
            }
        }
        out.writeEndObject();
    }

    private void writeScalar(Object value) throws IOException {
        if (value instanceof Boolean truth) {
            out.writeBoolean(truth);
        } else if (value instanceof Double real && Double.isFinite(real)) {
            out.writeNumber(real);
        } else if (value instanceof Number integer && !(value instanceof Double)) {
            out.writeNumber(integer.longValue());
        } else if (value instanceof ByteBuffer bytes) {
            byte[] copy = new byte[bytes.remaining()];
            bytes.duplicate().get(copy);
            out.writeBinary(copy);
        } else {
            out.writeString(value.toString());
        }
    }
}
