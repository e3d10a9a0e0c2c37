package io.grizzlythrift.catalog;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** Parses the part of the IDL that catalogs are written in. */
final class IdlParser {
    private static final Pattern TOKEN = Pattern.compile(
            "\\s*(?:/\\*\\*.*?\\*/\\s*)*(\"(?:\\\\.|[^\"\\\\])*\"|[-+A-Za-z0-9_.]+|[^\\s])", Pattern.DOTALL);

    private final List<String> tokens = new ArrayList<>();
    private final List<EnumDescription> enums = new ArrayList<>();
    private final Map<String, TypeDescription> typedefs = new HashMap<>();
    private final Map<String, List<String>> methods = new HashMap<>();

    /** Fields are parsed last, when the kinds of all names are known. */
    private final Map<String, Integer> structsAt = new LinkedHashMap<>();

    private final Map<String, Integer> servicesAt = new LinkedHashMap<>();
    private final Map<String, StructDescription> structs = new HashMap<>();
    private int next;

    private IdlParser(String text) {
        Matcher matcher = TOKEN.matcher(text);
        while (matcher.lookingAt()) {
            tokens.add(matcher.group(1));
            matcher.region(matcher.end(), text.length());
        }
    }

    static IdlParser parse(String text) {
        IdlParser parser = new IdlParser(text);
        parser.parse();
        return parser;
    }

    List<StructDescription> structs() {
        return structs.values().stream()
                .sorted(Comparator.comparing(StructDescription::name))
                .toList();
    }

    List<EnumDescription> enums() {
        return enums;
    }

    List<String> methodsOf(String service) {
        return methods.getOrDefault(service, List.of());
    }

    static FieldDescription withoutTypedefs(FieldDescription field) {
        return new FieldDescription(
                field.id(),
                field.name(),
                withoutTypedefs(field.type()),
                field.requiredness(),
                field.defaultValue(),
                field.doc());
    }

    private static TypeDescription withoutTypedefs(TypeDescription type) {
        Optional<String> none = Optional.empty();
        if (type instanceof TypeDescription.ListOf list) {
            return new TypeDescription.ListOf(withoutTypedefs(list.element()), none);
        }
        if (type instanceof TypeDescription.SetOf set) {
            return new TypeDescription.SetOf(withoutTypedefs(set.element()), none);
        }
        if (type instanceof TypeDescription.MapOf map) {
            return new TypeDescription.MapOf(withoutTypedefs(map.key()), withoutTypedefs(map.value()), none);
        }
        return type instanceof TypeDescription.Base base ? new TypeDescription.Base(base.type(), none) : type;
    }

    static String signature(MethodDescription method) {
        return method.name() + " " + method.oneway() + " "
                + method.result().map(TypeDescription::idlName).orElse("void") + fields(method.arguments())
                + fields(method.exceptions());
    }

    private static String fields(List<FieldDescription> fields) {
        return fields.stream()
                .map(field -> field.id() + ":" + field.type().idlName() + " " + field.name()
                        + field.defaultValue().map(value -> "=" + value).orElse(""))
                .collect(Collectors.joining(", ", "(", ")"));
    }

    private String take() {
        return tokens.get(next++);
    }

    private boolean skip(String token) {
        boolean found = next < tokens.size() && tokens.get(next).equals(token);
        next += found ? 1 : 0;
        return found;
    }

    private void parse() {
        Map<String, StructDescription.Kind> kinds = new HashMap<>();
        while (next < tokens.size()) {
            String keyword = take();
            switch (keyword) {
                case "enum" -> parseEnum();
                case "typedef" -> {
                    int at = next;
                    while (!tokens.get(next + 1).matches("typedef|struct|union|exception|service|enum")) {
                        next++;
                    }
                    String name = take();
                    int end = next;
                    next = at;
                    typedefs.put(name, type());
                    next = end;
                }
                case "service" -> {
                    servicesAt.put(take(), next);
                    skipBlock();
                }
                default -> {
                    String name = take();
                    kinds.put(name, StructDescription.Kind.valueOf(keyword.toUpperCase(java.util.Locale.ROOT)));
                    structsAt.put(name, next);
                    skipBlock();
                }
            }
        }
        structsAt.forEach((name, at) -> parseStruct(name, kinds.get(name), at));
        servicesAt.forEach(this::parseService);
    }

    /** Skips fields or methods, whose default values may contain braces themselves. */
    private void skipBlock() {
        int depth = 0;
        do {
            String token = take();
            depth += token.equals("{") ? 1 : token.equals("}") ? -1 : 0;
        } while (depth > 0 || !tokens.get(next - 1).equals("}"));
    }

    private void parseEnum() {
        String name = take();
        List<EnumDescription.Member> members = new ArrayList<>();
        skip("{");
        while (!skip("}")) {
            String member = take();
            skip("=");
            members.add(new EnumDescription.Member(member, Integer.parseInt(take()), ""));
        }
        enums.add(new EnumDescription(name, members, ""));
    }

    private void parseStruct(String name, StructDescription.Kind kind, int at) {
        if (structs.containsKey(name)) {
            return;
        }
        next = at;
        skip("{");
        Requiredness otherwise = kind == StructDescription.Kind.UNION ? Requiredness.OPTIONAL : Requiredness.DEFAULT;
        List<FieldDescription> fields = new ArrayList<>();
        while (!skip("}")) {
            fields.add(field(otherwise));
        }
        structs.put(name, new StructDescription(name, kind, fields, ""));
    }

    private FieldDescription field(Requiredness otherwise) {
        short id = Short.parseShort(take());
        skip(":");
        Requiredness requiredness =
                skip("required") ? Requiredness.REQUIRED : skip("optional") ? Requiredness.OPTIONAL : otherwise;
        TypeDescription type = type();
        String name = take();
        Optional<Object> value = skip("=") ? Optional.of(value(type)) : Optional.empty();
        skip(",");
        return new FieldDescription(id, name, type, requiredness, value, "");
    }

    private TypeDescription type() {
        String name = take();
        Optional<String> none = Optional.empty();
        switch (name) {
            case "list", "set" -> {
                skip("<");
                TypeDescription element = type();
                skip(">");
                return name.equals("list")
                        ? new TypeDescription.ListOf(element, none)
                        : new TypeDescription.SetOf(element, none);
            }
            case "map" -> {
                skip("<");
                TypeDescription key = type();
                skip(",");
                TypeDescription value = type();
                skip(">");
                return new TypeDescription.MapOf(key, value, none);
            }
            default -> {
                Optional<BaseType> base = Arrays.stream(BaseType.values())
                        .filter(each -> each.idlName().equals(name))
                        .findAny();
                if (base.isPresent()) {
                    return new TypeDescription.Base(base.get(), none);
                }
                if (typedefs.containsKey(name)) {
                    return typedefs.get(name);
                }
                return enums.stream().anyMatch(each -> each.name().equals(name))
                        ? new TypeDescription.EnumRef(name, none)
                        : new TypeDescription.StructRef(name, none);
            }
        }
    }

    private Object value(TypeDescription type) {
        if (type instanceof TypeDescription.ListOf list) {
            return elements(list.element());
        }
        if (type instanceof TypeDescription.SetOf set) {
            return elements(set.element());
        }
        if (type instanceof TypeDescription.MapOf map) {
            Map<Object, Object> entries = new LinkedHashMap<>();
            skip("{");
            while (!skip("}")) {
                Object key = value(map.key());
                skip(":");
                entries.put(key, value(map.value()));
                skip(",");
            }
            return entries;
        }
        if (type instanceof TypeDescription.StructRef struct) {
            Map<Object, Object> entries = new LinkedHashMap<>();
            int at = next;
            parseStruct(struct.name(), StructDescription.Kind.STRUCT, structsAt.get(struct.name()));
            next = at;
            skip("{");
            while (!skip("}")) {
                String name = unquoted(take());
                skip(":");
                entries.put(
                        name,
                        value(structs.get(struct.name())
                                .field(name)
                                .orElseThrow()
                                .type()));
                skip(",");
            }
            return entries;
        }
        String token = take();
        if (type instanceof TypeDescription.EnumRef) {
            return token.substring(token.indexOf('.') + 1);
        }
        return switch (((TypeDescription.Base) type).type()) {
            case BOOL -> Boolean.valueOf(token);
            case I8 -> Byte.valueOf(token);
            case I16 -> Short.valueOf(token);
            case I32 -> Integer.valueOf(token);
            case I64 -> Long.valueOf(token);
            case DOUBLE -> Double.valueOf(token);
            case STRING -> unquoted(token);
            case BINARY -> ByteBuffer.wrap(unquoted(token).getBytes(StandardCharsets.US_ASCII));
            case UUID -> UUID.fromString(unquoted(token));
        };
    }

    private List<Object> elements(TypeDescription element) {
        List<Object> elements = new ArrayList<>();
        skip("[");
        while (!skip("]")) {
            elements.add(value(element));
            skip(",");
        }
        return elements;
    }

    private static String unquoted(String token) {
        return token.substring(1, token.length() - 1)
                .replace("\\n", "\n")
                .replace("\\t", "\t")
                .replace("\\\"", "\"")
                .replace("\\\\", "\\");
    }

    private void parseService(String service, int at) {
        next = at;
        if (skip("extends")) {
            take();
        }
        skip("{");
        while (!skip("}")) {
            boolean oneway = skip("oneway");
            Optional<TypeDescription> result = skip("void") ? Optional.empty() : Optional.of(type());
            String name = take();
            List<FieldDescription> arguments = fields();
            List<FieldDescription> exceptions = skip("throws") ? fields() : List.of();
            methods.computeIfAbsent(service, each -> new ArrayList<>())
                    .add(signature(new MethodDescription(name, service, arguments, result, exceptions, oneway, "")));
        }
    }

    private List<FieldDescription> fields() {
        List<FieldDescription> fields = new ArrayList<>();
        skip("(");
        while (!skip(")")) {
            fields.add(field(Requiredness.DEFAULT));
        }
        return fields;
    }
}
