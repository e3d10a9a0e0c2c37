package io.grizzlythrift.catalog;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import org.apache.thrift.TBase;
import org.apache.thrift.TEnum;
import org.apache.thrift.TFieldIdEnum;
import org.apache.thrift.TFieldRequirementType;
import org.apache.thrift.TUnion;
import org.apache.thrift.meta_data.EnumMetaData;
import org.apache.thrift.meta_data.FieldMetaData;
import org.apache.thrift.meta_data.FieldValueMetaData;
import org.apache.thrift.meta_data.ListMetaData;
import org.apache.thrift.meta_data.MapMetaData;
import org.apache.thrift.meta_data.SetMetaData;
import org.apache.thrift.meta_data.StructMetaData;
import org.apache.thrift.protocol.TType;

/**
 * Describes structs and enums by their generated classes. Types that the fields refer to are described with them. A name
 * that two classes share is prefixed with a part of the package of the second one.
 */
final class GeneratedTypes {
    private final Map<Class<?>, String> names = new HashMap<>();
    private final Set<String> usedNames = new HashSet<>();
    private final Map<String, StructDescription> structs = new TreeMap<>();
    private final Map<String, EnumDescription> enums = new TreeMap<>();

    /** Structs that fields refer to and that are not described yet: a queue, so that deep types need no deep stack. */
    private final Deque<Class<?>> pending = new ArrayDeque<>();

    /** {@return the structs, unions and exceptions of all fields that were described} */
    List<StructDescription> structs() {
        for (Class<?> next = pending.poll(); next != null; next = pending.poll()) {
            String name = nameOf(next);
            structs.put(name, new StructDescription(name, kindOf(next), fieldsOf(next), ""));
        }
        return List.copyOf(structs.values());
    }

    /** {@return the enums of all fields that were described} */
    List<EnumDescription> enums() {
        return List.copyOf(enums.values());
    }

    /** Returns the name of a type or service, unique in the catalog. */
    String nameOf(Class<?> type) {
        String known = names.get(type);
        if (known != null) {
            return known;
        }
        String name = type.getSimpleName();
        String rest = type.getPackageName();
        while (!usedNames.add(name)) {
            int dot = rest.lastIndexOf('.');
            name = rest.substring(dot + 1) + '_' + name;
            rest = rest.substring(0, Math.max(0, dot));
        }
        names.put(type, name);
        return name;
    }

    private static StructDescription.Kind kindOf(Class<?> struct) {
        if (TUnion.class.isAssignableFrom(struct)) {
            return StructDescription.Kind.UNION;
        }
        return Throwable.class.isAssignableFrom(struct)
                ? StructDescription.Kind.EXCEPTION
                : StructDescription.Kind.STRUCT;
    }

    /**
     * Describes the fields of a struct.
     *
     * @param struct a generated class
     * @throws IllegalArgumentException if it is none
     */
    List<FieldDescription> fieldsOf(Class<?> struct) {
        GeneratedDefaults defaults = GeneratedDefaults.of(struct);
        List<FieldDescription> fields = new ArrayList<>();
        metaDataOf(struct)
                .forEach((id, field) -> fields.add(new FieldDescription(
                        id.getThriftFieldId(),
                        field.fieldName,
                        typeOf(struct, field),
                        requirednessOf(field),
                        defaults.of(id),
                        "")));
        return fields;
    }

    /** Returns what generated classes register with libthrift when they are initialized, whatever module they are in. */
    @SuppressWarnings({"unchecked", "rawtypes"})
    static Map<? extends TFieldIdEnum, FieldMetaData> metaDataOf(Class<?> struct) {
        try {
            Class.forName(struct.getName(), true, struct.getClassLoader());
            return (Map<? extends TFieldIdEnum, FieldMetaData>)
                    FieldMetaData.getStructMetaDataMap((Class<? extends TBase>) struct.asSubclass(TBase.class));
        } catch (ClassNotFoundException | LinkageError | RuntimeException e) {
            throw new IllegalArgumentException(struct.getName() + " must be a generated class of libthrift", e);
        }
    }

    private static Requiredness requirednessOf(FieldMetaData field) {
        return switch (field.requirementType) {
            case TFieldRequirementType.REQUIRED -> Requiredness.REQUIRED;
            case TFieldRequirementType.OPTIONAL -> Requiredness.OPTIONAL;
            default -> Requiredness.DEFAULT;
        };
    }

    private TypeDescription typeOf(Class<?> struct, FieldMetaData field) {
        FieldValueMetaData value = field.valueMetaData;
        if (isWithoutDetails(value)) {
            return new GeneratedFieldTypes(this).of(struct, field);
        }
        return typeOf(value);
    }

    /** Compilers before 0.13 say no more than the name of a typedef where it names another type than a base type. */
    private static boolean isWithoutDetails(FieldValueMetaData value) {
        if (value instanceof ListMetaData list) {
            return isWithoutDetails(list.elemMetaData);
        }
        if (value instanceof SetMetaData set) {
            return isWithoutDetails(set.elemMetaData);
        }
        if (value instanceof MapMetaData map) {
            return isWithoutDetails(map.keyMetaData) || isWithoutDetails(map.valueMetaData);
        }
        boolean isNamed = value.isStruct() || value.isContainer() || value.type == TType.ENUM;
        return isNamed && value.getClass() == FieldValueMetaData.class;
    }

    private TypeDescription typeOf(FieldValueMetaData value) {
        Optional<String> typedef = Optional.ofNullable(value.getTypedefName());
        if (value instanceof StructMetaData struct) {
            return structOf(struct.structClass, typedef);
        }
        if (value instanceof EnumMetaData anEnum) {
            return enumOf(anEnum.enumClass, typedef);
        }
        if (value instanceof ListMetaData list) {
            return new TypeDescription.ListOf(typeOf(list.elemMetaData), typedef);
        }
        if (value instanceof SetMetaData set) {
            return new TypeDescription.SetOf(typeOf(set.elemMetaData), typedef);
        }
        if (value instanceof MapMetaData map) {
            return new TypeDescription.MapOf(typeOf(map.keyMetaData), typeOf(map.valueMetaData), typedef);
        }
        return new TypeDescription.Base(baseOf(value), typedef);
    }

    private static BaseType baseOf(FieldValueMetaData value) {
        if (value.isBinary()) {
            return BaseType.BINARY;
        }
        return Arrays.stream(BaseType.values())
                .filter(base -> base.wireType() == value.type)
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("type " + value.type + " is not one of Thrift"));
    }

    TypeDescription structOf(Class<?> struct, Optional<String> typedef) {
        String name = names.get(struct);
        if (name == null) {
            name = nameOf(struct);
            pending.add(struct);
        }
        return new TypeDescription.StructRef(name, typedef);
    }

    TypeDescription enumOf(Class<?> type, Optional<String> typedef) {
        String name = names.get(type);
        if (name == null) {
            name = nameOf(type);
            enums.put(name, new EnumDescription(name, membersOf(type), ""));
        }
        return new TypeDescription.EnumRef(name, typedef);
    }

    private static List<EnumDescription.Member> membersOf(Class<?> type) {
        return Arrays.stream(type.getEnumConstants())
                .map(member -> new EnumDescription.Member(((Enum<?>) member).name(), ((TEnum) member).getValue(), ""))
                .toList();
    }
}
