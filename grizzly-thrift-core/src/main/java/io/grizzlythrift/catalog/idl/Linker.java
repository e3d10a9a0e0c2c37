package io.grizzlythrift.catalog.idl;

import io.grizzlythrift.catalog.EnumDescription;
import io.grizzlythrift.catalog.FieldDescription;
import io.grizzlythrift.catalog.MethodDescription;
import io.grizzlythrift.catalog.Requiredness;
import io.grizzlythrift.catalog.ServiceCatalog;
import io.grizzlythrift.catalog.ServiceDescription;
import io.grizzlythrift.catalog.StructDescription;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Resolves the names of all files, and describes their services and types. */
final class Linker {
    private final Types types;
    private final Constants constants;
    private final Map<IdlFile.Service, ServiceDescription> linked = new LinkedHashMap<>();

    private Linker(Types types) {
        this.types = types;
        constants = new Constants(types);
    }

    /**
     * Describes files.
     *
     * @param files all files
     * @param main those of them whose services can be called
     */
    static ServiceCatalog link(Collection<Scope> files, Collection<Scope> main) {
        return new Linker(new Types(files, main)).catalog(files, main);
    }

    private ServiceCatalog catalog(Collection<Scope> files, Collection<Scope> main) {
        List<ServiceDescription> services = new ArrayList<>();
        Map<String, IdlFile.Service> names = new LinkedHashMap<>();
        for (Scope scope : main) {
            for (IdlFile.Definition definition : scope.file().definitions()) {
                if (definition instanceof IdlFile.Service service) {
                    IdlFile.Service before = names.put(service.name(), service);
                    if (before != null) {
                        throw service.position()
                                .error("the service " + service.name() + " is also in "
                                        + before.position().file());
                    }
                    services.add(service(scope, service, 0));
                }
            }
        }
        List<ServiceDescription> extended = new ArrayList<>(linked.values());
        extended.removeAll(services);
        List<StructDescription> structs = new ArrayList<>();
        List<EnumDescription> enums = new ArrayList<>();
        for (Scope scope : files) {
            for (IdlFile.Definition definition : scope.file().definitions()) {
                if (definition instanceof IdlFile.Struct struct) {
                    structs.add(struct(scope, struct));
                } else if (definition instanceof IdlFile.Enumeration each) {
                    enums.add(enumeration(each));
                } else if (definition instanceof IdlFile.Const constant) {
                    constants.check(scope, constant);
                }
            }
        }
        return ServiceCatalog.create(services, extended, structs, enums);
    }

    private EnumDescription enumeration(IdlFile.Enumeration definition) {
        List<EnumDescription.Member> members = definition.values().stream()
                .map(value -> new EnumDescription.Member(value.name(), value.number(), value.doc()))
                .toList();
        return new EnumDescription(types.nameOf(definition), members, definition.doc());
    }

    private StructDescription struct(Scope scope, IdlFile.Struct definition) {
        StructDescription.Kind kind = switch (definition.kind()) {
            case "union" -> StructDescription.Kind.UNION;
            case "exception" -> StructDescription.Kind.EXCEPTION;
            default -> StructDescription.Kind.STRUCT;
        };
        return new StructDescription(
                types.nameOf(definition), kind, fields(scope, definition.fields()), definition.doc());
    }

    /** @param depth the number of services that extend this one, on the way to it */
    private ServiceDescription service(Scope scope, IdlFile.Service definition, int depth) {
        ServiceDescription known = linked.get(definition);
        if (known != null) {
            return known;
        }
        if (depth > Types.MAX_DEPTH) {
            throw definition.position().error("the service " + definition.name() + " extends itself");
        }
        String name = types.nameOf(definition);
        List<MethodDescription> methods = new ArrayList<>();
        definition.methods().forEach(method -> methods.add(method(scope, name, method)));
        Optional<ServiceDescription> extended = definition.extended().map(of -> extended(scope, of, depth + 1));
        extended.ifPresent(of -> methods.addAll(of.methods()));
        ServiceDescription made = new ServiceDescription(
                name, Optional.empty(), extended.map(ServiceDescription::name), methods, definition.doc());
        linked.put(definition, made);
        return made;
    }

    private ServiceDescription extended(Scope scope, IdlFile.Name name, int depth) {
        Scope.Found found =
                scope.find(name.text()).orElseThrow(() -> name.position().error("no service " + name.text()));
        if (found.definition() instanceof IdlFile.Service service) {
            return service(found.scope(), service, depth);
        }
        throw name.position().error(name.text() + " is not a service");
    }

    private MethodDescription method(Scope scope, String service, IdlFile.Method method) {
        if (method.oneway()
                && (method.result().isPresent() || !method.exceptions().isEmpty())) {
            throw method.position().error("the method " + method.name() + " is oneway, so it has no result");
        }
        return new MethodDescription(
                method.name(),
                service,
                fields(scope, method.arguments()),
                method.result().map(type -> types.describe(scope, type)),
                fields(scope, method.exceptions()),
                method.oneway(),
                method.doc());
    }

    private List<FieldDescription> fields(Scope scope, List<IdlFile.Field> fields) {
        List<FieldDescription> described = new ArrayList<>();
        for (IdlFile.Field field : fields) {
            Requiredness requiredness = switch (field.requiredness()) {
                case "required" -> Requiredness.REQUIRED;
                case "optional" -> Requiredness.OPTIONAL;
                default -> Requiredness.DEFAULT;
            };
            described.add(new FieldDescription(
                    (short) field.id(),
                    field.name(),
                    types.describe(scope, field.type()),
                    requiredness,
                    field.value().map(value -> constants.value(scope, field.type(), value)),
                    field.doc()));
        }
        return described;
    }
}
