package io.grizzlythrift.catalog;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;

/** Writes a catalog as one file of the IDL: types ahead of those that need them. */
final class IdlDocument {
    private final ServiceCatalog catalog;
    private final Map<String, TypeDescription> typedefs = new LinkedHashMap<>();
    private final Set<String> written = new LinkedHashSet<>();
    private final List<String> parts = new ArrayList<>();
    private final IdlText text;

    private IdlDocument(ServiceCatalog catalog, IdlText.Markup markup) {
        this.catalog = catalog;
        text = new IdlText(catalog, markup, typedefs);
    }

    static String of(ServiceCatalog catalog, IdlText.Markup markup) {
        return new IdlDocument(catalog, markup).write();
    }

    private String write() {
        catalog.enums().values().forEach(each -> parts.add(text.enumeration(each)));
        catalog.structs().values().forEach(struct -> findTypedefs(struct.fields()));
        allServices().flatMap(service -> service.methods().stream()).forEach(method -> {
            findTypedefs(method.arguments());
            method.result().ifPresent(this::findTypedef);
        });
        typedefs.forEach((name, type) -> parts.add(text.typedef(name, type)));
        catalog.structs().values().forEach(this::addStruct);
        allServices().forEach(this::addService);
        return String.join("\n", parts);
    }

    private Stream<ServiceDescription> allServices() {
        return Stream.concat(catalog.extendedServices().stream(), catalog.services().stream());
    }

    private void findTypedefs(List<FieldDescription> fields) {
        fields.forEach(field -> findTypedef(field.type()));
    }

    private void findTypedef(TypeDescription type) {
        type.parts().forEach(this::findTypedef);
        type.typedefName()
                .filter(name ->
                        !catalog.structs().containsKey(name) && !catalog.enums().containsKey(name))
                .ifPresent(name -> typedefs.putIfAbsent(name, type));
    }

    /** Adds a struct behind those that its default values need. */
    private void addStruct(StructDescription struct) {
        if (!written.add(struct.name())) {
            return;
        }
        for (FieldDescription field : struct.fields()) {
            if (field.defaultValue().isPresent()) {
                structsOf(field.type()).forEach(this::addStruct);
            }
        }
        parts.add(text.struct(struct));
    }

    private Stream<StructDescription> structsOf(TypeDescription type) {
        return type instanceof TypeDescription.StructRef struct
                ? Stream.of(catalog.struct(struct.name()))
                : type.parts().stream().flatMap(this::structsOf);
    }

    private void addService(ServiceDescription service) {
        if (written.contains("service " + service.name())) {
            return; // once more, under another multiplexed name
        }
        service.extendedService()
                .flatMap(name ->
                        allServices().filter(each -> each.name().equals(name)).findFirst())
                .ifPresent(this::addService);
        written.add("service " + service.name());
        parts.add(text.service(service));
    }
}
