package io.grizzlythrift.catalog.idl;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/** One file, and the files that it includes. */
final class Scope {
    private final IdlFile file;
    private final String prefix;
    private final Map<String, IdlFile.Definition> definitions = new LinkedHashMap<>();
    private final Map<String, Scope> included = new LinkedHashMap<>();

    /** A definition, with the file that it is in. */
    record Found(Scope scope, IdlFile.Definition definition) {}

    Scope(IdlFile file, String prefix) {
        this.file = file;
        this.prefix = prefix;
        for (IdlFile.Definition definition : file.definitions()) {
            IdlFile.Definition before = definitions.put(definition.name(), definition);
            if (before != null) {
                throw definition
                        .position()
                        .error(definition.name() + " is already defined in line "
                                + before.position().line());
            }
        }
    }

    IdlFile file() {
        return file;
    }

    /** {@return the prefix of names that other files use} */
    String prefix() {
        return prefix;
    }

    void include(Scope other) {
        included.put(other.prefix, other);
    }

    /** Finds a name of this file, or {@code prefix.name} of a file that it includes. */
    Optional<Found> find(String name) {
        IdlFile.Definition own = definitions.get(name);
        if (own != null) {
            return Optional.of(new Found(this, own));
        }
        for (Scope other : included.values()) {
            if (name.startsWith(other.prefix + ".")) {
                String there = name.substring(other.prefix.length() + 1);
                IdlFile.Definition definition = other.definitions.get(there);
                if (definition != null) {
                    return Optional.of(new Found(other, definition));
                }
            }
        }
        return Optional.empty();
    }
}
