package io.grizzlythrift.client.internal.generic;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.StreamReadConstraints;
import io.grizzlythrift.catalog.FieldDescription;
import io.grizzlythrift.catalog.ServiceCatalog;
import io.grizzlythrift.catalog.TypeDescription;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;

/** Reads values from JSON that was made of a message, so it fits the described types, and its size and depth are limited. */
final class ValueReader {
    private static final JsonFactory JSON = JsonFactory.builder()
            .disable(JsonFactory.Feature.CANONICALIZE_FIELD_NAMES) // the names may be keys of maps of the peer
            .streamReadConstraints(StreamReadConstraints.builder()
                    .maxNestingDepth(Integer.MAX_VALUE)
                    .maxStringLength(Integer.MAX_VALUE)
                    .maxNameLength(Integer.MAX_VALUE)
                    .build())
            .build();

    private final ServiceCatalog catalog;
    private final JsonParser json;

    private ValueReader(ServiceCatalog catalog, JsonParser json) {
        this.catalog = catalog;
        this.json = json;
    }

    /** {@return a value of a type} */
    static Object read(ServiceCatalog catalog, TypeDescription type, String text) {
        try (JsonParser json = JSON.createParser(text)) {
            json.nextToken();
            return new ValueReader(catalog, json).value(type);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Reads the value whose first token is the current one. */
    private Object value(TypeDescription type) throws IOException {
        if (type instanceof TypeDescription.Base base) {
            return base(base);
        }
        if (type instanceof TypeDescription.EnumRef) { // a number if it has no name
            return json.currentToken() == JsonToken.VALUE_STRING ? json.getText() : (Object) json.getIntValue();
        }
        if (type instanceof TypeDescription.StructRef struct) {
            return struct(catalog.struct(struct.name()).fields());
        }
        if (type instanceof TypeDescription.MapOf map) {
            return json.currentToken() == JsonToken.START_OBJECT ? mapOfTexts(map) : mapOfPairs(map);
        }
        return elements(
                type instanceof TypeDescription.ListOf list
                        ? list.element()
                        : ((TypeDescription.SetOf) type).element());
    }

    private Object base(TypeDescription.Base base) throws IOException {
        return switch (base.type()) {
            case BOOL -> json.getBooleanValue();
            case I8 -> (byte) json.getIntValue();
            case I16 -> (short) json.getIntValue();
            case I32 -> json.getIntValue();
            case I64 -> json.getLongValue();
            case DOUBLE ->
                json.currentToken() == JsonToken.VALUE_STRING
                        ? Double.parseDouble(json.getText())
                        : json.getDoubleValue();
            case STRING -> json.getText();
            case BINARY -> ByteBuffer.wrap(json.getBinaryValue());
            case UUID -> UUID.fromString(json.getText());
        };
    }

    private Map<String, Object> struct(List<FieldDescription> fields) throws IOException {
        Map<String, TypeDescription> types = new LinkedHashMap<>();
        fields.forEach(field -> types.put(field.name(), field.type()));
        Map<String, Object> values = new LinkedHashMap<>();
        while (json.nextToken() == JsonToken.FIELD_NAME) {
            String name = json.currentName();
            json.nextToken();
            values.put(name, value(types.get(name)));
        }
        return values;
    }

    private Map<Object, Object> mapOfTexts(TypeDescription.MapOf type) throws IOException {
        Map<Object, Object> values = new LinkedHashMap<>();
        while (json.nextToken() == JsonToken.FIELD_NAME) {
            String key = json.currentName();
            json.nextToken();
            values.put(key, value(type.value()));
        }
        return values;
    }

    private Map<Object, Object> mapOfPairs(TypeDescription.MapOf type) throws IOException {
        Map<Object, Object> values = new LinkedHashMap<>();
        while (json.nextToken() != JsonToken.END_ARRAY) {
            json.nextToken();
            Object key = value(type.key());
            json.nextToken();
            values.put(key, value(type.value()));
            json.nextToken();
        }
        return values;
    }

    private List<Object> elements(TypeDescription element) throws IOException {
        List<Object> values = new ArrayList<>();
        while (json.nextToken() != JsonToken.END_ARRAY) {
            values.add(value(element));
        }
        return values;
    }
}
