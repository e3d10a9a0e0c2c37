package io.grizzlythrift.catalog;

import java.util.List;
import java.util.Optional;
import org.apache.thrift.protocol.TType;

/** The type of a field, an argument, a result or an element. Immutable. */
public sealed interface TypeDescription {
    /** {@return the name of the typedef that the IDL uses here; empty if it uses none, or if its name is not known} */
    Optional<String> typedefName();

    /** {@return the type in messages, one of {@link TType}; {@code I32} for an enum} */
    byte wireType();

    /** {@return the type as in the IDL, without typedefs: {@code map<string, list<Order>>}} */
    String idlName();

    /** {@return the types that it consists of: the element of a list or set, the key and the value of a map; otherwise none} */
    default List<TypeDescription> parts() {
        return List.of();
    }

    /**
     * A type that refers to no other type.
     *
     * @param type which one
     * @param typedefName the name of its typedef
     */
    record Base(BaseType type, Optional<String> typedefName) implements TypeDescription {
        @Override
        public byte wireType() {
            return type.wireType();
        }

        @Override
        public String idlName() {
            return type.idlName();
        }
    }

    /**
     * A struct, union or exception of the catalog.
     *
     * @param name its name there
     * @param typedefName the name of its typedef
     */
    record StructRef(String name, Optional<String> typedefName) implements TypeDescription {
        @Override
        public byte wireType() {
            return TType.STRUCT;
        }

        @Override
        public String idlName() {
            return name;
        }
    }

    /**
     * An enum of the catalog.
     *
     * @param name its name there
     * @param typedefName the name of its typedef
     */
    record EnumRef(String name, Optional<String> typedefName) implements TypeDescription {
        @Override
        public byte wireType() {
            return TType.I32;
        }

        @Override
        public String idlName() {
            return name;
        }
    }

    /**
     * A list.
     *
     * @param element the type of its elements
     * @param typedefName the name of its typedef
     */
    record ListOf(TypeDescription element, Optional<String> typedefName) implements TypeDescription {
        @Override
        public List<TypeDescription> parts() {
            return List.of(element);
        }

        @Override
        public byte wireType() {
            return TType.LIST;
        }

        @Override
        public String idlName() {
            return "list<" + element.idlName() + ">";
        }
    }

    /**
     * A set.
     *
     * @param element the type of its elements
     * @param typedefName the name of its typedef
     */
    record SetOf(TypeDescription element, Optional<String> typedefName) implements TypeDescription {
        @Override
        public List<TypeDescription> parts() {
            return List.of(element);
        }

        @Override
        public byte wireType() {
            return TType.SET;
        }

        @Override
        public String idlName() {
            return "set<" + element.idlName() + ">";
        }
    }

    /**
     * A map.
     *
     * @param key the type of its keys
     * @param value the type of its values
     * @param typedefName the name of its typedef
     */
    record MapOf(TypeDescription key, TypeDescription value, Optional<String> typedefName) implements TypeDescription {
        @Override
        public List<TypeDescription> parts() {
            return List.of(key, value);
        }

        @Override
        public byte wireType() {
            return TType.MAP;
        }

        @Override
        public String idlName() {
            return "map<" + key.idlName() + ", " + value.idlName() + ">";
        }
    }
}
