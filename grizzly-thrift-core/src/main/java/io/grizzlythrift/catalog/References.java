package io.grizzlythrift.catalog;

import java.util.List;

/** Checks that a catalog describes all types and services that it refers to. */
final class References {
    private final ServiceCatalog catalog;

    References(ServiceCatalog catalog) {
        this.catalog = catalog;
    }

    void requireComplete() {
        catalog.structs().values().forEach(struct -> requireTypes(struct.fields()));
        requireServices(catalog.services());
        requireServices(catalog.extendedServices());
    }

    private void requireServices(List<ServiceDescription> services) {
        for (ServiceDescription service : services) {
            service.extendedService().ifPresent(this::requireService);
            for (MethodDescription method : service.methods()) {
                requireTypes(method.arguments());
                method.result().ifPresent(this::requireType);
                requireTypes(method.exceptions());
            }
        }
    }

    private void requireService(String name) {
        if (catalog.services().stream().noneMatch(each -> each.name().equals(name))
                && catalog.extendedServices().stream()
                        .noneMatch(each -> each.name().equals(name))) {
            throw new IllegalArgumentException("no service '" + name + "' in the catalog");
        }
    }

    private void requireTypes(List<FieldDescription> fields) {
        fields.forEach(field -> requireType(field.type()));
    }

    private void requireType(TypeDescription type) {
        if (type instanceof TypeDescription.StructRef struct) {
            catalog.struct(struct.name());
        } else if (type instanceof TypeDescription.EnumRef anEnum) {
            catalog.enumOf(anEnum.name());
        }
        type.parts().forEach(this::requireType);
    }
}
