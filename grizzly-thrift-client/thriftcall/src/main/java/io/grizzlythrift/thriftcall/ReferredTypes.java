package io.grizzlythrift.thriftcall;

import io.grizzlythrift.catalog.FieldDescription;
import io.grizzlythrift.catalog.MethodDescription;
import io.grizzlythrift.catalog.ServiceCatalog;
import io.grizzlythrift.catalog.TypeDescription;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/** The structs and enums that a method or a struct refers to, directly or not, nearest first. */
final class ReferredTypes {
    private final ServiceCatalog catalog;
    private final Set<String> names = new LinkedHashSet<>();
    private final Deque<String> waiting = new ArrayDeque<>();

    private ReferredTypes(ServiceCatalog catalog) {
        this.catalog = catalog;
    }

    static Set<String> of(ServiceCatalog catalog, MethodDescription method) {
        ReferredTypes found = new ReferredTypes(catalog);
        found.addFields(method.arguments());
        method.result().ifPresent(found::add);
        found.addFields(method.exceptions());
        return found.all();
    }

    private Set<String> all() {
        while (!waiting.isEmpty()) {
            String next = waiting.poll();
            if (catalog.structs().containsKey(next)) {
                addFields(catalog.struct(next).fields());
            }
        }
        return names;
    }

    private void addFields(List<FieldDescription> fields) {
        fields.forEach(field -> add(field.type()));
    }

    private void add(TypeDescription type) {
        if (type instanceof TypeDescription.StructRef struct) {
            addName(struct.name());
        } else if (type instanceof TypeDescription.EnumRef named) {
            addName(named.name());
        }
        type.parts().forEach(this::add);
    }

    private void addName(String name) {
        if (names.add(name)) {
            waiting.add(name);
        }
    }
}
