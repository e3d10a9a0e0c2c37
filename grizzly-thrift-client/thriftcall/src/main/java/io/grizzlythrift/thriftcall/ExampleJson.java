package io.grizzlythrift.thriftcall;

import com.fasterxml.jackson.core.JsonGenerator;
import io.grizzlythrift.catalog.BaseType;
import io.grizzlythrift.catalog.FieldDescription;
import io.grizzlythrift.catalog.MethodDescription;
import io.grizzlythrift.catalog.Requiredness;
import io.grizzlythrift.catalog.ServiceCatalog;
import io.grizzlythrift.catalog.StructDescription;
import io.grizzlythrift.catalog.TypeDescription;
import java.io.IOException;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;

/** Arguments to copy and change: every field, with a value of its type. Structs within themselves are left out. */
final class ExampleJson {
    private static final int MAX_DEPTH = 8;

    private final ServiceCatalog catalog;
    private final JsonGenerator json;
    private final Deque<String> within = new ArrayDeque<>();

    private ExampleJson(ServiceCatalog catalog, JsonGenerator json) {
        this.catalog = catalog;
        this.json = json;
    }

    static String arguments(ServiceCatalog catalog, MethodDescription method) {
        return JsonPrinter.json(json -> new ExampleJson(catalog, json).object(method.arguments()));
    }

    private void object(List<FieldDescription> fields) throws IOException {
        json.writeStartObject();
        for (FieldDescription field : fields) {
            if (field.requiredness() == Requiredness.REQUIRED || isFinite(field.type())) {
                json.writeFieldName(field.name());
                value(field.type());
            }
        }
        json.writeEndObject();
    }

    private boolean isFinite(TypeDescription type) {
        if (type instanceof TypeDescription.StructRef struct) {
            return !within.contains(struct.name()) && within.size() < MAX_DEPTH;
        }
        return true;
    }

    private void value(TypeDescription type) throws IOException {
        if (type instanceof TypeDescription.Base base) {
            base(base);
        } else if (type instanceof TypeDescription.EnumRef named) {
            var members = catalog.enumOf(named.name()).members();
            if (members.isEmpty()) {
                json.writeNumber(0);
            } else {
                json.writeString(members.get(0).name());
            }
        } else if (type instanceof TypeDescription.StructRef named) {
            struct(catalog.struct(named.name()));
        } else if (type instanceof TypeDescription.ListOf list) {
            array(list.element());
        } else if (type instanceof TypeDescription.SetOf set) {
            array(set.element());
        } else if (type instanceof TypeDescription.MapOf map) {
            map(map);
        }
    }

    private void base(TypeDescription.Base base) throws IOException {
        switch (base.type()) {
            case BOOL -> json.writeBoolean(false);
            case DOUBLE -> json.writeNumber(0.5);
            case STRING, BINARY -> json.writeString("");
            case UUID -> json.writeString("00000000-0000-0000-0000-000000000000");
            default -> json.writeNumber(0);
        }
    }

    private void struct(StructDescription struct) throws IOException {
        if (within.contains(struct.name()) || within.size() >= MAX_DEPTH) { // required within itself: no value exists
            json.writeNull();
            return;
        }
        within.push(struct.name());
        boolean isUnion = struct.kind() == StructDescription.Kind.UNION;
        object(isUnion && !struct.fields().isEmpty() ? struct.fields().subList(0, 1) : struct.fields());
        within.pop();
    }

    private void array(TypeDescription element) throws IOException {
        json.writeStartArray();
        if (isFinite(element)) {
            value(element);
        }
        json.writeEndArray();
    }

    /** Maps whose keys are texts are objects; others are lists of pairs. */
    private void map(TypeDescription.MapOf map) throws IOException {
        boolean isObject = isText(map.key());
        if (isObject) {
            json.writeStartObject();
        } else {
            json.writeStartArray();
        }
        if (isFinite(map.key()) && isFinite(map.value())) {
            if (isObject) {
                json.writeFieldName("key");
                value(map.value());
            } else {
                json.writeStartArray();
                value(map.key());
                value(map.value());
                json.writeEndArray();
            }
        }
        if (isObject) {
            json.writeEndObject();
        } else {
            json.writeEndArray();
        }
    }

    private static boolean isText(TypeDescription key) {
        return key instanceof TypeDescription.Base base && base.type() == BaseType.STRING;
    }
}
