package io.grizzlythrift.catalog.idl;

import io.grizzlythrift.catalog.BaseType;
import io.grizzlythrift.catalog.TypeDescription;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;

/**
 * Resolves the names of types. Two files may define the same name: in the catalog, the one in a file that is not a main file
 * then has the prefix of its file.
 */
final class Types {
    /** Typedefs of typedefs, containers of containers, or services that extend services: more are a circle. */
    static final int MAX_DEPTH = 64;

    /** All types that are written, with typedefs replaced: a few typedefs of typedefs can multiply to any number. */
    private static final int MAX_TYPES = 1_000_000;

    private static final Map<String, BaseType> BASE = new HashMap<>();

    static {
        for (BaseType type : BaseType.values()) {
            BASE.put(type.idlName(), type);
        }
        BASE.put("byte", BaseType.I8);
        BASE.put("slist", BaseType.STRING);
    }

    private final IdentityHashMap<IdlFile.Definition, String> names = new IdentityHashMap<>();
    private int described;

    Types(Collection<Scope> files, Collection<Scope> main) {
        Set<Scope> ordered = new LinkedHashSet<>(main);
        ordered.addAll(files);
        Set<String> types = new HashSet<>();
        Set<String> services = new HashSet<>();
        for (Scope scope : ordered) {
            for (IdlFile.Definition definition : scope.file().definitions()) {
                if (definition instanceof IdlFile.Struct || definition instanceof IdlFile.Enumeration) {
                    names.put(definition, unused(scope, definition, types));
                } else if (definition instanceof IdlFile.Service) {
                    names.put(definition, unused(scope, definition, services));
                }
            }
        }
    }

    private static String unused(Scope scope, IdlFile.Definition definition, Set<String> used) {
        String name = definition.name();
        if (used.add(name)) {
            return name;
        }
        String qualified = scope.prefix().replace('.', '_') + "_" + name; // the IDL has no other names
        if (!used.add(qualified)) {
            throw definition.position().error(qualified + " is defined in two files of this name");
        }
        return qualified;
    }

    /** {@return the name of a struct, enum or service in the catalog} */
    String nameOf(IdlFile.Definition definition) {
        return Objects.requireNonNull(names.get(definition), definition.name());
    }

    /** Describes a type as it is written in a file. */
    TypeDescription describe(Scope scope, IdlFile.Type type) {
        return describe(scope, type, Optional.empty(), 0);
    }

    private TypeDescription describe(Scope scope, IdlFile.Type type, Optional<String> typedef, int depth) {
        if (depth > MAX_DEPTH || ++described > MAX_TYPES) {
            throw type.position().error("the type refers to itself, or is too large");
        }
        if (type instanceof IdlFile.ListOf list) {
            return new TypeDescription.ListOf(element(scope, list.element(), depth), typedef);
        }
        if (type instanceof IdlFile.SetOf set) {
            return new TypeDescription.SetOf(element(scope, set.element(), depth), typedef);
        }
        if (type instanceof IdlFile.MapOf map) {
            TypeDescription key = element(scope, map.key(), depth);
            return new TypeDescription.MapOf(key, element(scope, map.value(), depth), typedef);
        }
        return named(scope, (IdlFile.Name) type, typedef, depth);
    }

    private TypeDescription element(Scope scope, IdlFile.Type type, int depth) {
        return describe(scope, type, Optional.empty(), depth + 1);
    }

    private TypeDescription named(Scope scope, IdlFile.Name name, Optional<String> typedef, int depth) {
        BaseType base = BASE.get(name.text());
        if (base != null) {
            return new TypeDescription.Base(base, typedef);
        }
        Scope.Found found =
                scope.find(name.text()).orElseThrow(() -> name.position().error("no type " + name.text()));
        IdlFile.Definition definition = found.definition();
        if (definition instanceof IdlFile.Struct) {
            return new TypeDescription.StructRef(nameOf(definition), typedef);
        }
        if (definition instanceof IdlFile.Enumeration) {
            return new TypeDescription.EnumRef(nameOf(definition), typedef);
        }
        if (definition instanceof IdlFile.Typedef of) {
            return describe(found.scope(), of.type(), Optional.of(typedef.orElse(of.name())), depth + 1);
        }
        throw name.position().error(name.text() + " is not a type");
    }

    /** {@return the type behind typedefs, in the file where it is written} */
    Written resolve(Scope scope, IdlFile.Type type) {
        Scope in = scope;
        IdlFile.Type found = type;
        for (int chain = 0; chain <= MAX_DEPTH; chain++) {
            if (!(found instanceof IdlFile.Name name) || BASE.containsKey(name.text())) {
                return new Written(in, found, Optional.empty());
            }
            Scope.Found definition =
                    in.find(name.text()).orElseThrow(() -> name.position().error("no type " + name.text()));
            if (!(definition.definition() instanceof IdlFile.Typedef typedef)) {
                return new Written(definition.scope(), found, Optional.of(definition.definition()));
            }
            in = definition.scope();
            found = typedef.type();
        }
        throw type.position().error("the type refers to itself");
    }

    /** {@return the base type of this name; empty if it is another type} */
    static Optional<BaseType> base(IdlFile.Type type) {
        return type instanceof IdlFile.Name name ? Optional.ofNullable(BASE.get(name.text())) : Optional.empty();
    }

    /**
     * A type that is not a typedef.
     *
     * @param scope the file of its definition, or the file in which it is written
     * @param definition its definition if it has one
     */
    record Written(Scope scope, IdlFile.Type type, Optional<IdlFile.Definition> definition) {}
}
