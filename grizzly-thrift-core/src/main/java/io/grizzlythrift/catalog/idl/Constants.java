package io.grizzlythrift.catalog.idl;

import io.grizzlythrift.catalog.BaseType;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;

/** Evaluates constants and defaults of fields, and checks that they have the type that they should have. */
final class Constants {
    /**
     * Constants that refer to constants, and the elements within, may be this deep. More are a circle, or would let a short
     * file ask for a value of any size.
     */
    private static final int MAX_DEPTH = 64;

    /** The elements of all values of all files, since a few constants of constants can multiply to any number. */
    private static final int MAX_ELEMENTS = 1_000_000;

    private final Types types;
    private int elements;

    Constants(Types types) {
        this.types = types;
    }

    void check(Scope scope, IdlFile.Const constant) {
        value(scope, constant.type(), constant.value());
    }

    /** {@return the value of a type, as the description of a field has it} */
    Object value(Scope scope, IdlFile.Type type, IdlFile.Value value) {
        return value(scope, type, scope, value, 0);
    }

    private Object value(Scope typeScope, IdlFile.Type type, Scope scope, IdlFile.Value value, int depth) {
        if (depth > MAX_DEPTH || ++elements > MAX_ELEMENTS) {
            throw value.position().error("the constant refers to itself, or is too large");
        }
        if (value instanceof IdlFile.Reference reference) {
            Optional<Scope.Found> found = scope.find(reference.name());
            if (found.isPresent() && found.get().definition() instanceof IdlFile.Const constant) {
                return value(typeScope, type, found.get().scope(), constant.value(), depth + 1);
            }
        }
        Types.Written written = types.resolve(typeScope, type);
        Optional<BaseType> base = Types.base(written.type());
        if (base.isPresent()) {
            return base(base.get(), scope, value);
        }
        if (written.type() instanceof IdlFile.ListOf list) {
            return elements(written.scope(), list.element(), scope, value, depth);
        }
        if (written.type() instanceof IdlFile.SetOf set) {
            return elements(written.scope(), set.element(), scope, value, depth);
        }
        if (written.type() instanceof IdlFile.MapOf map) {
            Map<Object, Object> entries = new LinkedHashMap<>();
            for (IdlFile.Entry entry : entries(value)) {
                entries.put(
                        value(written.scope(), map.key(), scope, entry.key(), depth + 1),
                        value(written.scope(), map.value(), scope, entry.value(), depth + 1));
            }
            return entries;
        }
        IdlFile.Definition definition = written.definition().orElseThrow();
        if (definition instanceof IdlFile.Enumeration of) {
            return member(of, scope, value).name();
        }
        if (definition instanceof IdlFile.Struct struct) {
            return struct(written.scope(), struct, scope, value, depth);
        }
        throw type.position().error(definition.name() + " is not a type");
    }

    private Object base(BaseType type, Scope scope, IdlFile.Value value) {
        return switch (type) {
            case BOOL -> bool(value);
            case I8 -> (byte) integer(type, scope, value, Byte.MIN_VALUE, Byte.MAX_VALUE);
            case I16 -> (short) integer(type, scope, value, Short.MIN_VALUE, Short.MAX_VALUE);
            case I32 -> (int) integer(type, scope, value, Integer.MIN_VALUE, Integer.MAX_VALUE);
            case I64 -> integer(type, scope, value, Long.MIN_VALUE, Long.MAX_VALUE);
            case DOUBLE -> decimal(value);
            case STRING -> text(type, value);
            case BINARY ->
                ByteBuffer.wrap(text(type, value).getBytes(StandardCharsets.UTF_8))
                        .asReadOnlyBuffer();
            case UUID -> uuid(value);
        };
    }

    private static boolean bool(IdlFile.Value value) {
        if (value instanceof IdlFile.Whole number && (number.value() == 0 || number.value() == 1)) {
            return number.value() == 1;
        }
        if (value instanceof IdlFile.Reference reference
                && (reference.name().equals("true") || reference.name().equals("false"))) {
            return reference.name().equals("true");
        }
        throw mismatch(value, "a bool");
    }

    private long integer(BaseType type, Scope scope, IdlFile.Value value, long min, long max) {
        long found;
        if (value instanceof IdlFile.Whole number) {
            found = number.value();
        } else if (value instanceof IdlFile.Reference reference) {
            found = memberNamed(scope, reference)
                    .orElseThrow(() -> mismatch(value, type.idlName()))
                    .number();
        } else {
            throw mismatch(value, type.idlName());
        }
        if (found < min || found > max) {
            throw value.position().error(found + " is not an " + type.idlName());
        }
        return found;
    }

    private static double decimal(IdlFile.Value value) {
        if (value instanceof IdlFile.Decimal decimal) {
            return decimal.value();
        }
        if (value instanceof IdlFile.Whole number) {
            return number.value();
        }
        throw mismatch(value, "a double");
    }

    private static String text(BaseType type, IdlFile.Value value) {
        if (value instanceof IdlFile.Text text) {
            return text.value();
        }
        throw mismatch(value, type.idlName());
    }

    private static UUID uuid(IdlFile.Value value) {
        String text = text(BaseType.UUID, value);
        try {
            return UUID.fromString(text.replace("{", "").replace("}", ""));
        } catch (IllegalArgumentException e) {
            throw value.position().error("'" + text + "' is not a uuid");
        }
    }

    /** {@return the member that {@code Enum.MEMBER} or {@code prefix.Enum.MEMBER} names} */
    private static Optional<IdlFile.EnumValue> memberNamed(Scope scope, IdlFile.Reference reference) {
        int dot = reference.name().lastIndexOf('.');
        if (dot < 0) {
            return Optional.empty();
        }
        return scope.find(reference.name().substring(0, dot))
                .filter(found -> found.definition() instanceof IdlFile.Enumeration)
                .flatMap(found -> member(
                        (IdlFile.Enumeration) found.definition(),
                        reference.name().substring(dot + 1)));
    }

    private static Optional<IdlFile.EnumValue> member(IdlFile.Enumeration of, String name) {
        return of.values().stream().filter(each -> each.name().equals(name)).findFirst();
    }

    private static IdlFile.EnumValue member(IdlFile.Enumeration of, Scope scope, IdlFile.Value value) {
        Optional<IdlFile.EnumValue> found = Optional.empty();
        if (value instanceof IdlFile.Whole number) {
            found = of.values().stream()
                    .filter(each -> each.number() == number.value())
                    .findFirst();
        } else if (value instanceof IdlFile.Reference reference) {
            found = memberNamed(scope, reference).filter(of.values()::contains).or(() -> member(of, reference.name()));
        }
        return found.orElseThrow(() -> mismatch(value, "a member of " + of.name()));
    }

    private List<Object> elements(Scope typeScope, IdlFile.Type element, Scope scope, IdlFile.Value value, int depth) {
        if (value instanceof IdlFile.Entries none && none.entries().isEmpty()) {
            return List.of();
        }
        if (!(value instanceof IdlFile.Values values)) {
            throw mismatch(value, "a list");
        }
        List<Object> made = new ArrayList<>();
        for (IdlFile.Value each : values.elements()) {
            made.add(value(typeScope, element, scope, each, depth + 1));
        }
        return made;
    }

    private static List<IdlFile.Entry> entries(IdlFile.Value value) {
        if (value instanceof IdlFile.Values none && none.elements().isEmpty()) {
            return List.of();
        }
        if (value instanceof IdlFile.Entries entries) {
            return entries.entries();
        }
        throw mismatch(value, "a map");
    }

    private Map<String, Object> struct(
            Scope typeScope, IdlFile.Struct struct, Scope scope, IdlFile.Value value, int depth) {
        Map<String, Object> fields = new LinkedHashMap<>();
        for (IdlFile.Entry entry : entries(value)) {
            String name = text(BaseType.STRING, entry.key());
            IdlFile.Field field = struct.fields().stream()
                    .filter(each -> each.name().equals(name))
                    .findFirst()
                    .orElseThrow(() -> entry.key().position().error(struct.name() + " has no field " + name));
            fields.put(name, value(typeScope, field.type(), scope, entry.value(), depth + 1));
        }
        return fields;
    }

    private static IdlException mismatch(IdlFile.Value value, String type) {
        String found = switch (kind(value)) {
            case "reference" -> "there is no constant " + ((IdlFile.Reference) value).name() + " of this type";
            default -> "found " + kind(value);
        };
        return value.position().error("expected " + type + ", " + found);
    }

    private static String kind(IdlFile.Value value) {
        if (value instanceof IdlFile.Reference) {
            return "reference";
        }
        if (value instanceof IdlFile.Whole || value instanceof IdlFile.Decimal) {
            return "a number";
        }
        return value instanceof IdlFile.Text ? "a text" : value instanceof IdlFile.Values ? "a list" : "a map";
    }
}
