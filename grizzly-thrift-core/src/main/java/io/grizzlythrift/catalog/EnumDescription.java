package io.grizzlythrift.catalog;

import java.util.List;
import java.util.Objects;

/**
 * An enum. Immutable.
 *
 * @param name its name, unique in the catalog
 * @param members its members, in the order of the IDL
 * @param doc its documentation; empty if there is none
 */
public record EnumDescription(String name, List<Member> members, String doc) {

    /**
     * Creates a description.
     *
     * @param name its name
     * @param members its members; copied
     * @param doc its documentation, or empty
     */
    public EnumDescription {
        Objects.requireNonNull(name, "name");
        members = List.copyOf(members);
        Objects.requireNonNull(doc, "doc");
    }

    /**
     * A member of an enum.
     *
     * @param name its name
     * @param value its number in messages; several members may have the same
     * @param doc its documentation; empty if there is none
     */
    public record Member(String name, int value, String doc) {}
}
