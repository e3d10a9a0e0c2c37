package io.grizzlythrift.catalog.json;

import io.grizzlythrift.catalog.EnumDescription;
import io.grizzlythrift.catalog.FieldDescription;
import io.grizzlythrift.catalog.MethodDescription;
import io.grizzlythrift.catalog.ServiceCatalog;
import io.grizzlythrift.catalog.ServiceDescription;
import io.grizzlythrift.catalog.StructDescription;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The documentation of IDL files, which generated classes do not have: the output of {@code thrift --gen json}. It belongs to
 * types and services of the same name that have the same fields, members or methods. Immutable.
 */
public final class ThriftDocumentation {
    /** The folder on the class path with the documents: {@value}. */
    public static final String FOLDER = "META-INF/thrift";

    private static final Logger LOG = LoggerFactory.getLogger(ThriftDocumentation.class);
    private static final JsonLimits LIMITS = new JsonLimits(64, 64 * 1024 * 1024, LongFormat.NUMBER);

    private final Map<String, List<Documented>> structs = new HashMap<>();
    private final Map<String, List<Documented>> enums = new HashMap<>();
    private final Map<String, List<Documented>> services = new HashMap<>();
    private final Map<String, Documented> methods = new HashMap<>();

    /**
     * A type, service or method.
     *
     * @param parts the documentation of its fields, members, methods or arguments, by their names
     */
    private record Documented(String doc, Map<String, String> parts) {}

    private ThriftDocumentation() {}

    /**
     * Finds the documents in the folder {@value #FOLDER}, in the folders and jar files of a class loader. A file that
     * cannot be read is logged and skipped.
     *
     * @param loader the class loader, as that of generated classes
     * @return the documentation; empty if there is no document
     * @throws IllegalStateException if there is one, and jackson-core is not on the class path
     */
    public static ThriftDocumentation find(ClassLoader loader) {
        ThriftDocumentation found = new ThriftDocumentation();
        DocumentFiles.in(Objects.requireNonNull(loader, "loader"), FOLDER).forEach((name, json) -> {
            try {
                found.add(json);
            } catch (IllegalArgumentException e) {
                LOG.warn("the documentation in {} cannot be read: {}", name, e.getMessage());
            }
        });
        return found;
    }

    /**
     * Reads documents.
     *
     * @param documents files that {@code thrift --gen json} wrote
     * @return their documentation
     * @throws IllegalArgumentException if a document is not of this kind
     * @throws IllegalStateException if jackson-core is not on the class path
     */
    public static ThriftDocumentation of(Collection<byte[]> documents) {
        ThriftDocumentation read = new ThriftDocumentation();
        documents.forEach(read::add);
        return read;
    }

    private void add(byte[] json) {
        Map<?, ?> document = JsonTree.parse(JsonFormat.create(LIMITS), json);
        addAll(structs, document, "structs", "fields");
        addAll(enums, document, "enums", "members");
        addAll(services, document, "services", "functions");
        for (Object each : JsonTree.arrayOf(document, "services")) {
            Map<?, ?> service = JsonTree.objectOf(each);
            for (Object function : JsonTree.arrayOf(service, "functions")) {
                Map<?, ?> method = JsonTree.objectOf(function);
                methods.put(
                        JsonTree.textOf(service, "name") + '.' + JsonTree.textOf(method, "name"),
                        documented(method, "arguments"));
            }
        }
    }

    private static void addAll(Map<String, List<Documented>> into, Map<?, ?> document, String kind, String parts) {
        for (Object each : JsonTree.arrayOf(document, kind)) {
            Map<?, ?> described = JsonTree.objectOf(each);
            into.computeIfAbsent(JsonTree.textOf(described, "name"), name -> new ArrayList<>())
                    .add(documented(described, parts));
        }
    }

    private static Documented documented(Map<?, ?> described, String parts) {
        Map<String, String> docs = new HashMap<>();
        for (Object each : JsonTree.arrayOf(described, parts)) {
            Map<?, ?> part = JsonTree.objectOf(each);
            docs.put(JsonTree.textOf(part, "name"), docOf(part));
        }
        return new Documented(docOf(described), docs);
    }

    private static String docOf(Map<?, ?> described) {
        return JsonTree.optionalTextOf(described, "doc").orElse("").strip();
    }

    /**
     * Adds this documentation to a catalog.
     *
     * @param catalog describes services
     * @return a catalog that has the documentation of what is documented here, and otherwise its own
     */
    public ServiceCatalog addTo(ServiceCatalog catalog) {
        return ServiceCatalog.create(
                catalog.services().stream().map(this::addTo).toList(),
                catalog.extendedServices().stream().map(this::addTo).toList(),
                catalog.structs().values().stream().map(this::addTo).toList(),
                catalog.enums().values().stream().map(this::addTo).toList());
    }

    private ServiceDescription addTo(ServiceDescription service) {
        Set<String> own = service.methods().stream()
                .filter(method -> method.declaringService().equals(service.name()))
                .map(MethodDescription::name)
                .collect(Collectors.toSet());
        return new ServiceDescription(
                service.name(),
                service.multiplexedName(),
                service.extendedService(),
                service.methods().stream().map(this::addTo).toList(),
                find(services, service.name(), own).map(Documented::doc).orElse(service.doc()));
    }

    private MethodDescription addTo(MethodDescription method) {
        Optional<Documented> found = Optional.ofNullable(methods.get(method.declaringService() + '.' + method.name()))
                .filter(documented -> documented.parts().keySet().equals(namesOf(method.arguments())));
        return new MethodDescription(
                method.name(),
                method.declaringService(),
                addTo(method.arguments(), found),
                method.result(),
                method.exceptions(),
                method.oneway(),
                found.map(Documented::doc).orElse(method.doc()));
    }

    private StructDescription addTo(StructDescription struct) {
        Optional<Documented> found = find(structs, struct.name(), namesOf(struct.fields()));
        return new StructDescription(
                struct.name(),
                struct.kind(),
                addTo(struct.fields(), found),
                found.map(Documented::doc).orElse(struct.doc()));
    }

    private EnumDescription addTo(EnumDescription described) {
        Set<String> names =
                described.members().stream().map(EnumDescription.Member::name).collect(Collectors.toSet());
        Optional<Documented> found = find(enums, described.name(), names);
        return new EnumDescription(
                described.name(),
                described.members().stream()
                        .map(member -> new EnumDescription.Member(
                                member.name(), member.value(), partOf(found, member.name(), member.doc())))
                        .toList(),
                found.map(Documented::doc).orElse(described.doc()));
    }

    private static List<FieldDescription> addTo(List<FieldDescription> fields, Optional<Documented> found) {
        return fields.stream()
                .map(field -> new FieldDescription(
                        field.id(),
                        field.name(),
                        field.type(),
                        field.requiredness(),
                        field.defaultValue(),
                        partOf(found, field.name(), field.doc())))
                .toList();
    }

    private static String partOf(Optional<Documented> owner, String name, String otherwise) {
        return owner.map(documented -> documented.parts().getOrDefault(name, otherwise))
                .orElse(otherwise);
    }

    private static Set<String> namesOf(List<FieldDescription> fields) {
        return fields.stream().map(FieldDescription::name).collect(Collectors.toCollection(HashSet::new));
    }

    /** Finds what has a name and parts. The catalog may have prefixed the name with that of a package. */
    private static Optional<Documented> find(Map<String, List<Documented>> all, String name, Set<String> parts) {
        String rest = name;
        while (true) {
            Optional<Documented> found = all.getOrDefault(rest, List.of()).stream()
                    .filter(documented -> documented.parts().keySet().equals(parts))
                    .findFirst();
            int prefix = rest.indexOf('_');
            if (found.isPresent() || prefix < 0) {
                return found;
            }
            rest = rest.substring(prefix + 1);
        }
    }
}
