package io.grizzlythrift.catalog.json;

import io.grizzlythrift.catalog.BaseType;
import io.grizzlythrift.catalog.EnumDescription;
import io.grizzlythrift.catalog.FieldDescription;
import io.grizzlythrift.catalog.MethodDescription;
import io.grizzlythrift.catalog.Requiredness;
import io.grizzlythrift.catalog.ServiceCatalog;
import io.grizzlythrift.catalog.ServiceDescription;
import io.grizzlythrift.catalog.StructDescription;
import io.grizzlythrift.catalog.TypeDescription;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Base64;
import java.util.Collections;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Function;

/** Reads a catalog from JSON. */
final class CatalogReader {
    private final Map<?, ?> document;

    /** The fields of structs, which default values refer to before the structs are described. */
    private final Map<String, Map<String, TypeDescription>> fieldTypes = new HashMap<>();

    CatalogReader(Map<?, ?> document) {
        this.document = document;
    }

    ServiceCatalog read() {
        for (Object each : JsonTree.arrayOf(document, "structs")) {
            Map<?, ?> struct = JsonTree.objectOf(each);
            Map<String, TypeDescription> types = new HashMap<>();
            for (Object field : JsonTree.arrayOf(struct, "fields")) {
                types.put(JsonTree.textOf(JsonTree.objectOf(field), "name"), type(JsonTree.objectOf(field), "type"));
            }
            fieldTypes.put(JsonTree.textOf(struct, "name"), types);
        }
        return ServiceCatalog.create(
                each(document, "services", this::service),
                each(document, "extendedServices", this::service),
                each(document, "structs", this::struct),
                each(document, "enums", CatalogReader::enumOf));
    }

    private static <T> List<T> each(Map<?, ?> owner, String name, Function<Map<?, ?>, T> element) {
        List<T> elements = new ArrayList<>();
        JsonTree.arrayOf(owner, name).forEach(each -> elements.add(element.apply(JsonTree.objectOf(each))));
        return elements;
    }

    private static String docOf(Map<?, ?> owner) {
        return JsonTree.optionalTextOf(owner, "doc").orElse("");
    }

    private ServiceDescription service(Map<?, ?> service) {
        return new ServiceDescription(
                JsonTree.textOf(service, "name"),
                JsonTree.optionalTextOf(service, "multiplexedName"),
                JsonTree.optionalTextOf(service, "extends"),
                each(service, "methods", this::method),
                docOf(service));
    }

    private MethodDescription method(Map<?, ?> method) {
        return new MethodDescription(
                JsonTree.textOf(method, "name"),
                JsonTree.textOf(method, "declaredBy"),
                each(method, "arguments", this::field),
                JsonTree.member(method, "result").map(result -> type(JsonTree.objectOf(result))),
                each(method, "exceptions", this::field),
                JsonTree.member(method, "oneway").equals(Optional.of(true)),
                docOf(method));
    }

    private StructDescription struct(Map<?, ?> struct) {
        return new StructDescription(
                JsonTree.textOf(struct, "name"),
                StructDescription.Kind.valueOf(JsonTree.textOf(struct, "kind").toUpperCase(Locale.ROOT)),
                each(struct, "fields", this::field),
                docOf(struct));
    }

    private static EnumDescription enumOf(Map<?, ?> described) {
        return new EnumDescription(
                JsonTree.textOf(described, "name"),
                each(
                        described,
                        "members",
                        member -> new EnumDescription.Member(
                                JsonTree.textOf(member, "name"), JsonTree.intOf(member, "value"), docOf(member))),
                docOf(described));
    }

    private FieldDescription field(Map<?, ?> field) {
        TypeDescription type = type(field, "type");
        int id = JsonTree.intOf(field, "id");
        if (id != (short) id) {
            throw new IllegalArgumentException("id is " + id + ", must be from -32768 to 32767");
        }
        return new FieldDescription(
                (short) id,
                JsonTree.textOf(field, "name"),
                type,
                Requiredness.valueOf(JsonTree.textOf(field, "requiredness").toUpperCase(Locale.ROOT)),
                JsonTree.member(field, "default").map(value -> plain(type, value)),
                docOf(field));
    }

    private static TypeDescription type(Map<?, ?> owner, String name) {
        return type(JsonTree.objectOf(JsonTree.required(owner, name)));
    }

    private static TypeDescription type(Map<?, ?> type) {
        Optional<String> typedef = JsonTree.optionalTextOf(type, "typedef");
        String name = JsonTree.textOf(type, "type");
        return switch (name) {
            case "struct" -> new TypeDescription.StructRef(JsonTree.textOf(type, "name"), typedef);
            case "enum" -> new TypeDescription.EnumRef(JsonTree.textOf(type, "name"), typedef);
            case "list" -> new TypeDescription.ListOf(type(type, "element"), typedef);
            case "set" -> new TypeDescription.SetOf(type(type, "element"), typedef);
            case "map" -> new TypeDescription.MapOf(type(type, "key"), type(type, "value"), typedef);
            default ->
                new TypeDescription.Base(
                        Arrays.stream(BaseType.values())
                                .filter(base -> base.idlName().equals(name))
                                .findFirst()
                                .orElseThrow(() -> new IllegalArgumentException(
                                        "type is '" + JsonPath.quotable(name) + "', must be one of the IDL")),
                        typedef);
        };
    }

    private Object plain(TypeDescription type, Object value) {
        if (type instanceof TypeDescription.ListOf list) {
            return plainElements(list.element(), value);
        }
        if (type instanceof TypeDescription.SetOf set) {
            return plainElements(set.element(), value);
        }
        if (type instanceof TypeDescription.MapOf map) {
            return plainMap(map, value);
        }
        if (type instanceof TypeDescription.StructRef struct) {
            return plainStruct(fieldTypes.getOrDefault(struct.name(), Map.of()), JsonTree.objectOf(value));
        }
        return type instanceof TypeDescription.Base base
                ? plainScalar(base.type(), value)
                : JsonTree.cast(String.class, value);
    }

    private List<Object> plainElements(TypeDescription element, Object value) {
        List<Object> elements = new ArrayList<>();
        for (Object each : JsonTree.cast(List.class, value)) {
            elements.add(plain(element, each));
        }
        return Collections.unmodifiableList(elements);
    }

    private Map<Object, Object> plainMap(TypeDescription.MapOf map, Object value) {
        Map<Object, Object> entries = new LinkedHashMap<>();
        if (PlainValues.isObject(map)) {
            JsonTree.objectOf(value).forEach((key, each) -> entries.put(key, plain(map.value(), each)));
        } else {
            for (Object each : JsonTree.cast(List.class, value)) {
                List<?> pair = JsonTree.cast(List.class, each);
                if (pair.size() != 2) {
                    throw new IllegalArgumentException("an entry of a map has " + pair.size() + " parts, must have 2");
                }
                entries.put(plain(map.key(), pair.get(0)), plain(map.value(), pair.get(1)));
            }
        }
        return Collections.unmodifiableMap(entries);
    }

    private Map<Object, Object> plainStruct(Map<String, TypeDescription> fields, Map<?, ?> value) {
        Map<Object, Object> values = new LinkedHashMap<>();
        value.forEach((name, each) -> {
            TypeDescription type = fields.get(name);
            if (type != null) {
                values.put(name, plain(type, each));
            }
        });
        return Collections.unmodifiableMap(values);
    }

    private static Object plainScalar(BaseType type, Object value) {
        return switch (type) {
            case BOOL -> JsonTree.cast(Boolean.class, value);
            case I8 -> JsonTree.cast(Long.class, value).byteValue();
            case I16 -> JsonTree.cast(Long.class, value).shortValue();
            case I32 -> JsonTree.cast(Long.class, value).intValue();
            case I64 -> JsonTree.cast(Long.class, value);
            case DOUBLE ->
                value instanceof String text
                        ? Double.valueOf(text)
                        : JsonTree.cast(Number.class, value).doubleValue();
            case STRING -> JsonTree.cast(String.class, value);
            case BINARY ->
                ByteBuffer.wrap(Base64.getDecoder().decode(JsonTree.cast(String.class, value)))
                        .asReadOnlyBuffer();
            case UUID -> UUID.fromString(JsonTree.cast(String.class, value));
        };
    }
}
