package io.grizzlythrift.thriftcall;

import io.grizzlythrift.catalog.IdlText;
import io.grizzlythrift.catalog.ServiceCatalog;
import io.grizzlythrift.catalog.ServiceDescription;
import io.grizzlythrift.catalog.json.CatalogJson;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import java.util.stream.Collectors;

/** Describes parts of a catalog: as IDL for people, as JSON for programs. */
final class Describer {
    private final Terminal terminal;
    private final ServiceCatalog catalog;
    private final String server;
    private final IdlText idl;

    /** @param server as in the call to copy */
    Describer(Terminal terminal, ServiceCatalog catalog, String server) {
        this.terminal = terminal;
        this.catalog = catalog;
        this.server = server;
        idl = new IdlText(catalog, terminal.idlColors());
    }

    String all() {
        if (!terminal.readable()) {
            return text(CatalogJson.write(catalog));
        }
        return catalog.toIdl(terminal.idlColors()).stripTrailing();
    }

    String named(String name) {
        Optional<ServiceDescription> service = catalog.service(name);
        if (service.isPresent()) {
            return terminal.readable()
                    ? idl.service(service.get()).stripTrailing()
                    : text(CatalogJson.write(catalog, service.get()));
        }
        if (catalog.structs().containsKey(name) || catalog.enums().containsKey(name)) {
            return terminal.readable() ? type(name).stripTrailing() : typeJson(name);
        }
        Target target = Target.find(catalog, name);
        return terminal.readable() ? method(target) : text(CatalogJson.write(catalog, target.method()));
    }

    private String type(String name) {
        return catalog.structs().containsKey(name)
                ? idl.struct(catalog.struct(name))
                : idl.enumeration(catalog.enumOf(name));
    }

    private String typeJson(String name) {
        return text(
                catalog.structs().containsKey(name)
                        ? CatalogJson.write(catalog, catalog.struct(name))
                        : CatalogJson.write(catalog, catalog.enumOf(name)));
    }

    private static String text(byte[] json) {
        return new String(json, StandardCharsets.UTF_8);
    }

    private String method(Target target) {
        String types = ReferredTypes.of(catalog, target.method()).stream()
                .map(this::type)
                .collect(Collectors.joining("\n"));
        String arguments = ExampleJson.arguments(catalog, target.method());
        return idl.method(target.method()) + "\n" + types + (types.isEmpty() ? "" : "\n") + "thriftcall call " + server
                + " " + target.name() + " '" + arguments.replace("'", "'\\''") + "'";
    }
}
