package io.grizzlythrift.catalog.json;

import io.grizzlythrift.catalog.BaseType;
import io.grizzlythrift.catalog.FieldDescription;
import io.grizzlythrift.catalog.MethodDescription;
import io.grizzlythrift.catalog.ServiceCatalog;
import io.grizzlythrift.catalog.ServiceDescription;
import io.grizzlythrift.catalog.StructDescription;
import io.grizzlythrift.catalog.TypeDescription;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;

/** The codecs of all types and methods of a catalog. Immutable. */
final class Codecs {
    private final Map<String, StructCodec> structs = new HashMap<>();
    private final Map<String, EnumCodec> enums = new HashMap<>();
    private final Map<String, Map<String, MethodCodec>> methods = new HashMap<>();

    /** The codecs of a method. */
    record MethodCodec(StructCodec arguments, ResultCodec result) {}

    Codecs(ServiceCatalog catalog) {
        catalog.enums().forEach((name, described) -> enums.put(name, new EnumCodec(described)));
        catalog.structs().forEach((name, described) -> structs.put(name, new StructCodec(name, described.kind())));
        catalog.structs().forEach((name, described) -> addFields(struct(name), described.fields()));
        Stream.concat(catalog.services().stream(), catalog.extendedServices().stream())
                .map(ServiceDescription::methods)
                .flatMap(List::stream)
                .forEach(method -> methods.computeIfAbsent(method.declaringService(), name -> new HashMap<>())
                        .computeIfAbsent(method.name(), name -> codecOf(method)));
    }

    private MethodCodec codecOf(MethodDescription method) {
        StructCodec arguments = new StructCodec("the arguments of " + method.name(), StructDescription.Kind.STRUCT);
        addFields(arguments, method.arguments());
        ResultCodec result = new ResultCodec(method);
        method.result().ifPresent(type -> result.addSuccess(codecOf(type)));
        method.exceptions().forEach(exception -> result.addException(exception, codecOf(exception.type())));
        return new MethodCodec(arguments, result);
    }

    private void addFields(StructCodec struct, List<FieldDescription> fields) {
        struct.addFields(fields, field -> codecOf(field.type()));
    }

    private ValueCodec codecOf(TypeDescription type) {
        if (type instanceof TypeDescription.Base base) {
            return new BaseCodec(base.type());
        }
        if (type instanceof TypeDescription.StructRef struct) {
            return struct(struct.name());
        }
        if (type instanceof TypeDescription.EnumRef anEnum) {
            return Objects.requireNonNull(enums.get(anEnum.name()), anEnum.name()); // the catalog is complete
        }
        if (type instanceof TypeDescription.ListOf list) {
            return new SequenceCodec(false, codecOf(list.element()));
        }
        if (type instanceof TypeDescription.SetOf set) {
            return new SequenceCodec(true, codecOf(set.element()));
        }
        TypeDescription.MapOf map = (TypeDescription.MapOf) type;
        boolean isObject = map.key() instanceof TypeDescription.Base base && base.type() == BaseType.STRING;
        return new MapCodec(isObject, codecOf(map.key()), codecOf(map.value()));
    }

    StructCodec struct(String name) {
        StructCodec found = structs.get(name);
        if (found == null) {
            throw new IllegalArgumentException("no struct '" + name + "' in the catalog");
        }
        return found;
    }

    MethodCodec method(MethodDescription method) {
        MethodCodec found =
                methods.getOrDefault(method.declaringService(), Map.of()).get(method.name());
        if (found == null) {
            throw new IllegalArgumentException(
                    "no method '" + method.name() + "' of '" + method.declaringService() + "' in the catalog");
        }
        return found;
    }
}
