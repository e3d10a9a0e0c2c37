package io.grizzlythrift.client.internal.generic;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import io.grizzlythrift.catalog.BaseType;
import io.grizzlythrift.catalog.FieldDescription;
import io.grizzlythrift.catalog.ServiceCatalog;
import io.grizzlythrift.catalog.TypeDescription;
import java.io.IOException;
import java.io.StringWriter;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.Map;
import java.util.UUID;

/**
 * Writes values as JSON. The described types decide only where a value can be written in several ways; whether it fits is
 * checked when the JSON is encoded.
 */
final class ValueWriter {
    private static final JsonFactory JSON = new JsonFactory();

    private final ServiceCatalog catalog;
    private final JsonGenerator json;

    private ValueWriter(ServiceCatalog catalog, JsonGenerator json) {
        this.catalog = catalog;
        this.json = json;
    }

    /**
     * Writes an object.
     *
     * @throws IllegalArgumentException if a value has a type that no value of Thrift has, or values are nested too deeply
     */
    static String write(ServiceCatalog catalog, List<FieldDescription> fields, Map<String, ?> values) {
        StringWriter text = new StringWriter();
        try (JsonGenerator json = JSON.createGenerator(text)) {
            new ValueWriter(catalog, json).fields(fields, values);
        } catch (IOException e) {
            throw new IllegalArgumentException("the arguments cannot be written as JSON: " + e.getMessage(), e);
        }
        return text.toString();
    }

    private void fields(List<FieldDescription> fields, Map<?, ?> values) throws IOException {
        json.writeStartObject();
        for (Map.Entry<?, ?> entry : values.entrySet()) {
            String name = String.valueOf(entry.getKey());
            json.writeFieldName(name);
            FieldDescription field = null;
            for (FieldDescription each : fields) {
                if (each.name().equals(name)) {
                    field = each;
                }
            }
            if (field == null) {
                json.writeNumber(0); // the name is reported when the JSON is encoded
            } else {
                value(field.type(), entry.getValue());
            }
        }
        json.writeEndObject();
    }

    private void value(TypeDescription type, Object value) throws IOException {
        if (value == null) {
            json.writeNull();
        } else if (value instanceof Map<?, ?> map) {
            map(type, map);
        } else if (value instanceof Iterable<?> elements) {
            TypeDescription element = elementOf(type);
            json.writeStartArray();
            for (Object each : elements) {
                value(element, each);
            }
            json.writeEndArray();
        } else {
            scalar(value);
        }
    }

    private void map(TypeDescription type, Map<?, ?> map) throws IOException {
        if (type instanceof TypeDescription.StructRef struct) {
            fields(catalog.struct(struct.name()).fields(), map);
        } else if (type instanceof TypeDescription.MapOf of) {
            if (of.key() instanceof TypeDescription.Base base && base.type() == BaseType.STRING) {
                json.writeStartObject();
                for (Map.Entry<?, ?> entry : map.entrySet()) {
                    json.writeFieldName(String.valueOf(entry.getKey()));
                    value(of.value(), entry.getValue());
                }
                json.writeEndObject();
            } else {
                pairs(of, map);
            }
        } else { // of another type: reported when the JSON is encoded
            json.writeStartObject();
            json.writeEndObject();
        }
    }

    private void pairs(TypeDescription.MapOf type, Map<?, ?> map) throws IOException {
        json.writeStartArray();
        for (Map.Entry<?, ?> entry : map.entrySet()) {
            json.writeStartArray();
            value(type.key(), entry.getKey());
            value(type.value(), entry.getValue());
            json.writeEndArray();
        }
        json.writeEndArray();
    }

    private static TypeDescription elementOf(TypeDescription type) {
        if (type instanceof TypeDescription.ListOf list) {
            return list.element();
        }
        return type instanceof TypeDescription.SetOf set ? set.element() : type;
    }

    private void scalar(Object value) throws IOException {
        if (value instanceof CharSequence || value instanceof UUID) {
            json.writeString(value.toString());
        } else if (value instanceof Enum<?> member) {
            json.writeString(member.name());
        } else if (value instanceof Boolean bool) {
            json.writeBoolean(bool);
        } else if (value instanceof Double || value instanceof Float) {
            json.writeNumber(((Number) value).doubleValue()); // quoted if it is not finite
        } else if (value instanceof BigInteger number) {
            json.writeNumber(number);
        } else if (value instanceof BigDecimal number) {
            json.writeNumber(number);
        } else if (value instanceof Long
                || value instanceof Integer
                || value instanceof Short
                || value instanceof Byte) {
            json.writeNumber(((Number) value).longValue());
        } else if (value instanceof byte[] bytes) {
            json.writeBinary(bytes);
        } else if (value instanceof ByteBuffer buffer) {
            byte[] bytes = new byte[buffer.remaining()];
            buffer.duplicate().get(bytes);
            json.writeBinary(bytes);
        } else {
            throw new IllegalArgumentException(
                    "a value has the type " + value.getClass().getName()
                            + ", must be a map, an iterable, a text, a number, a boolean, an enum, a UUID, or bytes");
        }
    }
}
