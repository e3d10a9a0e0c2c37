package io.grizzlythrift.thriftcall;

import io.grizzlythrift.catalog.ServiceCatalog;
import io.grizzlythrift.catalog.ServiceDescription;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/** Describes parts of a catalog: as IDL for people, as JSON for programs. */
final class Describer {
    private final Terminal terminal;
    private final ServiceCatalog catalog;
    private final String server;
    private final IdlPrinter idl;

    /** @param server as in the call to copy */
    Describer(Terminal terminal, ServiceCatalog catalog, String server) {
        this.terminal = terminal;
        this.catalog = catalog;
        this.server = server;
        idl = new IdlPrinter(terminal);
    }

    String all() {
        if (!terminal.readable()) {
            return JsonPrinter.json(json -> new DescriptionJson(json).catalog(catalog));
        }
        List<String> parts = new ArrayList<>();
        catalog.enums().values().forEach(each -> parts.add(idl.enumeration(each)));
        catalog.structs().values().forEach(each -> parts.add(idl.struct(each)));
        catalog.extendedServices().forEach(each -> parts.add(idl.service(each)));
        catalog.services().forEach(each -> parts.add(idl.service(each)));
        return String.join("\n", parts).stripTrailing();
    }

    String named(String name) {
        Optional<ServiceDescription> service = catalog.service(name);
        if (service.isPresent()) {
            return terminal.readable()
                    ? idl.service(service.get()).stripTrailing()
                    : JsonPrinter.json(json -> new DescriptionJson(json).service(service.get()));
        }
        if (catalog.structs().containsKey(name) || catalog.enums().containsKey(name)) {
            return terminal.readable() ? type(name).stripTrailing() : typeJson(name);
        }
        Target target = Target.find(catalog, name);
        return terminal.readable()
                ? method(target)
                : JsonPrinter.json(json -> new DescriptionJson(json).method(target.method()));
    }

    private String type(String name) {
        return catalog.structs().containsKey(name)
                ? idl.struct(catalog.struct(name))
                : idl.enumeration(catalog.enumOf(name));
    }

    private String typeJson(String name) {
        return JsonPrinter.json(json -> {
            if (catalog.structs().containsKey(name)) {
                new DescriptionJson(json).struct(catalog.struct(name));
            } else {
                new DescriptionJson(json).enumeration(catalog.enumOf(name));
            }
        });
    }

    private String method(Target target) {
        String types = ReferredTypes.of(catalog, target.method()).stream()
                .map(this::type)
                .collect(Collectors.joining("\n"));
        String arguments = ExampleJson.arguments(catalog, target.method());
        return idl.method(target.method(), "") + "\n\n" + types + (types.isEmpty() ? "" : "\n") + "thriftcall call "
                + server + " " + target.name() + " '" + arguments.replace("'", "'\\''") + "'";
    }
}
