package io.grizzlythrift.hk2;

import io.grizzlythrift.internal.binding.HandlerContract;
import java.lang.reflect.Type;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.glassfish.hk2.api.ActiveDescriptor;
import org.glassfish.hk2.api.Descriptor;
import org.glassfish.hk2.api.Filter;
import org.glassfish.hk2.api.ServiceHandle;
import org.glassfish.hk2.api.ServiceLocator;

/** Finds the handlers in a locator that one server offers. */
final class BoundHandlers {
    private final ServiceLocator locator;

    /** The handlers by the service name that clients use. */
    private final Map<String, Handler> found = new LinkedHashMap<>();

    private BoundHandlers(ServiceLocator locator) {
        this.locator = locator;
    }

    /**
     * A bound handler.
     *
     * @param hasOwnName whether the application chose the name; clients must then use it
     */
    record Handler(String name, boolean hasOwnName, HandlerContract type, ServiceHandle<?> handle) {}

    /** Throws IllegalStateException if a service has no handler, or if two services have the same name. */
    static List<Handler> of(ServiceLocator locator, BoundServerConfig config) {
        BoundHandlers handlers = new BoundHandlers(locator);
        config.services().forEach(handlers::addRequested);
        if (config.allServices()) {
            handlers.addAllBound();
        }
        return List.copyOf(handlers.found.values());
    }

    private void addRequested(BoundServerConfig.Service requested) {
        Class<?> contract = requested.type().contract();
        Optional<ServiceHandle<?>> handle = requested.name().isPresent()
                ? namedOrUnnamed(contract, requested.name().get())
                : Optional.ofNullable(locator.getServiceHandle(contract));
        add(new Handler(
                requested.name().orElse(requested.type().name()),
                requested.name().isPresent(),
                requested.type(),
                handle.orElseThrow(() -> missing(requested))));
    }

    private Optional<ServiceHandle<?>> namedOrUnnamed(Class<?> contract, String name) {
        ServiceHandle<?> named = locator.getServiceHandle(contract, name);
        if (named != null) {
            return Optional.of(named);
        }
        Filter unnamed = descriptor -> descriptor.getName() == null
                && descriptor.getAdvertisedContracts().contains(contract.getName());
        return Optional.ofNullable(locator.getBestDescriptor(unnamed)).map(locator::getServiceHandle);
    }

    private IllegalStateException missing(BoundServerConfig.Service requested) {
        return new IllegalStateException("no handler is bound under "
                + requested.type().contract().getName()
                + requested
                        .name()
                        .map(name -> ", with the name '" + name + "' or without a name")
                        .orElse("")
                + "; there are handlers under: "
                + allBound().stream()
                        .map(each -> each.type().contract().getName())
                        .collect(Collectors.toCollection(TreeSet::new)));
    }

    private void addAllBound() {
        for (BoundContract bound : allBound()) {
            String name = Optional.ofNullable(bound.descriptor().getName())
                    .orElse(bound.type().name());
            Handler existing = found.get(name);
            // Handlers of a contract are sorted by rank, so the first one is used.
            if (existing == null || !existing.type().equals(bound.type())) {
                add(new Handler(
                        name,
                        bound.descriptor().getName() != null,
                        bound.type(),
                        locator.getServiceHandle(bound.descriptor())));
            }
        }
    }

    private void add(Handler handler) {
        Handler existing = found.putIfAbsent(handler.name(), handler);
        if (existing != null) {
            throw new IllegalStateException("two services have the name '" + handler.name() + "': handlers of "
                    + existing.type().contract().getName() + " and of "
                    + handler.type().contract().getName());
        }
    }

    private record BoundContract(HandlerContract type, ActiveDescriptor<?> descriptor) {}

    /** {@return all descriptors bound under generated interfaces, highest rank first} */
    private List<BoundContract> allBound() {
        List<BoundContract> all = new ArrayList<>();
        for (ActiveDescriptor<?> descriptor : locator.getDescriptors(BoundHandlers::mayBeHandler)) {
            for (Type contract : locator.reifyDescriptor(descriptor).getContractTypes()) {
                if (contract instanceof Class<?> type && HandlerContract.isGenerated(type)) {
                    all.add(new BoundContract(HandlerContract.of(type), descriptor));
                }
            }
        }
        return all;
    }

    /** Compares names only, so that no other class of the locator is loaded. */
    private static boolean mayBeHandler(Descriptor descriptor) {
        return descriptor.getAdvertisedContracts().stream().anyMatch(HandlerContract::mayBeGenerated);
    }
}
