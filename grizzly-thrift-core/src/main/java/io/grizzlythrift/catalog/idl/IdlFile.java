package io.grizzlythrift.catalog.idl;

import java.util.List;
import java.util.Optional;

/** What is written in one file, with the names as they are written there. */
record IdlFile(String name, List<Include> includes, List<Definition> definitions) {

    /** A named thing at the top level of a file. */
    sealed interface Definition {
        String name();

        Position position();
    }

    record Include(String path, Position position) {}

    record Const(String name, Type type, Value value, Position position) implements Definition {}

    record Typedef(String name, Type type, Position position) implements Definition {}

    record Enumeration(String name, List<EnumValue> values, String doc, Position position) implements Definition {}

    record EnumValue(String name, int number, String doc, Position position) {}

    /** @param kind {@code struct}, {@code union} or {@code exception} */
    record Struct(String kind, String name, List<Field> fields, String doc, Position position) implements Definition {}

    record Service(String name, Optional<Name> extended, List<Method> methods, String doc, Position position)
            implements Definition {}

    record Method(
            String name,
            boolean oneway,
            Optional<Type> result,
            List<Field> arguments,
            List<Field> exceptions,
            String doc,
            Position position) {}

    /** @param requiredness {@code required}, {@code optional}, or empty */
    record Field(
            int id,
            String requiredness,
            Type type,
            String name,
            Optional<Value> value,
            String doc,
            Position position) {}

    /** The type of a field. */
    sealed interface Type {
        Position position();
    }

    /** A base type, or a name. */
    record Name(String text, Position position) implements Type {}

    record ListOf(Type element, Position position) implements Type {}

    record SetOf(Type element, Position position) implements Type {}

    record MapOf(Type key, Type value, Position position) implements Type {}

    /** A constant value. */
    sealed interface Value {
        Position position();
    }

    record Whole(long value, Position position) implements Value {}

    record Decimal(double value, Position position) implements Value {}

    record Text(String value, Position position) implements Value {}

    record Reference(String name, Position position) implements Value {}

    record Values(List<Value> elements, Position position) implements Value {}

    record Entries(List<Entry> entries, Position position) implements Value {}

    record Entry(Value key, Value value) {}
}
