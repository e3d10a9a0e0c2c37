package io.grizzlythrift.catalog;

import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;

/**
 * A struct, union or exception. Immutable.
 *
 * @param name its name, unique in the catalog
 * @param kind which of the three it is
 * @param fields its fields, in the order of the IDL if that is known
 * @param doc its documentation; empty if there is none
 */
public record StructDescription(String name, Kind kind, List<FieldDescription> fields, String doc) {

    /** What the IDL declares. */
    public enum Kind {
        /** Any number of fields is set. */
        STRUCT,
        /** One field is set. */
        UNION,
        /** A struct that methods declare and throw. */
        EXCEPTION
    }

    /**
     * Creates a description.
     *
     * @param name its name
     * @param kind which of the three it is
     * @param fields its fields; copied
     * @param doc its documentation, or empty
     * @throws IllegalArgumentException if two fields have the same name or number
     */
    public StructDescription {
        Objects.requireNonNull(name, "name");
        Objects.requireNonNull(kind, "kind");
        fields = List.copyOf(fields);
        Objects.requireNonNull(doc, "doc");
        requireDistinct(name, fields);
    }

    static void requireDistinct(String owner, List<FieldDescription> fields) {
        Set<Object> used = new HashSet<>();
        for (FieldDescription field : fields) {
            if (!used.add(field.name()) || !used.add(field.id())) {
                throw new IllegalArgumentException("field " + field.id() + ": '" + field.name() + "' of '" + owner
                        + "' has the name or number of another field");
            }
        }
    }

    /**
     * Finds a field.
     *
     * @param fieldName its name
     * @return empty if there is none
     */
    public Optional<FieldDescription> field(String fieldName) {
        return fields.stream().filter(each -> each.name().equals(fieldName)).findFirst();
    }
}
