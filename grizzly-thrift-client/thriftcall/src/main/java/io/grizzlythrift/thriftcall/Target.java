package io.grizzlythrift.thriftcall;

import io.grizzlythrift.catalog.MethodDescription;
import io.grizzlythrift.catalog.ServiceCatalog;
import io.grizzlythrift.catalog.ServiceDescription;
import java.util.List;

/** A method that was named on the command line. */
record Target(ServiceDescription service, MethodDescription method) {
    /** More names than this are not listed in a message. */
    private static final int LISTED = 12;

    /** Finds {@code Service.method}, or {@code method} if one service alone has it. */
    static Target find(ServiceCatalog catalog, String name) {
        int dot = name.lastIndexOf('.');
        if (dot < 0) {
            return ofMethod(catalog, name);
        }
        String service = name.substring(0, dot);
        ServiceDescription found = catalog.service(service)
                .orElseThrow(() -> CommandException.usage(
                        "no service " + service,
                        listed(
                                "Services: ",
                                catalog.services().stream()
                                        .map(ServiceDescription::callName)
                                        .toList())));
        String method = name.substring(dot + 1);
        return found.method(method)
                .map(known -> new Target(found, known))
                .orElseThrow(() -> CommandException.usage(
                        service + " has no method " + method, listed("Its methods: ", methodsOf(found))));
    }

    private static Target ofMethod(ServiceCatalog catalog, String name) {
        List<Target> found = catalog.services().stream()
                .flatMap(service -> service.method(name).map(method -> new Target(service, method)).stream())
                .toList();
        if (found.size() == 1) {
            return found.get(0);
        }
        if (found.isEmpty()) {
            List<String> all = catalog.services().stream()
                    .flatMap(service -> methodsOf(service).stream().map(method -> service.callName() + "." + method))
                    .toList();
            throw CommandException.usage("no method " + name, listed("Methods: ", all));
        }
        throw CommandException.usage(
                "several services have the method " + name,
                listed("Use one of: ", found.stream().map(Target::name).toList()));
    }

    private static List<String> methodsOf(ServiceDescription service) {
        return service.methods().stream().map(MethodDescription::name).toList();
    }

    private static String listed(String label, List<String> names) {
        if (names.isEmpty()) {
            return label + "none.";
        }
        String some = String.join(", ", names.subList(0, Math.min(LISTED, names.size())));
        return label + some + (names.size() > LISTED ? " and " + (names.size() - LISTED) + " more; see list." : ".");
    }

    /** {@return {@code Service.method}} */
    String name() {
        return service.callName() + "." + method.name();
    }
}
