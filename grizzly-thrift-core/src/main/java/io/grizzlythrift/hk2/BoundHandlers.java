package io.grizzlythrift.hk2;

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

/** The handlers of a locator that one server is to serve. */
final class BoundHandlers {
    private final ServiceLocator locator;

    /** By the name that clients use. */
    private final Map<String, Handler> found = new LinkedHashMap<>();

    private BoundHandlers(ServiceLocator locator) {
        this.locator = locator;
    }

    /**
     * A handler that was found.
     *
     * @param hasOwnName whether the application chose the name, so that clients must say it
     */
    record Handler(String name, boolean hasOwnName, ThriftService type, ServiceHandle<?> handle) {}

    /** Throws IllegalStateException if there is no handler for a service, or two services have one name. */
    static List<Handler> of(ServiceLocator locator, ServerPlan plan) {
        BoundHandlers handlers = new BoundHandlers(locator);
        plan.services().forEach(handlers::addWanted);
        if (plan.allServices()) {
            handlers.addAllBound();
        }
        return List.copyOf(handlers.found.values());
    }

    private void addWanted(ServerPlan.Service wanted) {
        Class<?> contract = wanted.type().contract();
        Optional<ServiceHandle<?>> handle = wanted.name().isPresent()
                ? namedOrUnnamed(contract, wanted.name().get())
                : Optional.ofNullable(locator.getServiceHandle(contract));
        add(new Handler(
                wanted.name().orElse(wanted.type().name()),
                wanted.name().isPresent(),
                wanted.type(),
                handle.orElseThrow(() -> missing(wanted))));
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

    private IllegalStateException missing(ServerPlan.Service wanted) {
        return new IllegalStateException("no handler is bound under "
                + wanted.type().contract().getName()
                + wanted.name()
                        .map(name -> ", with the name '" + name + "' or without a name")
                        .orElse("")
                + "; there are handlers under: "
                + allBound().stream()
                        .map(each -> each.type().contract().getName())
                        .collect(Collectors.toCollection(TreeSet::new)));
    }

    private void addAllBound() {
        for (Bound bound : allBound()) {
            String name = Optional.ofNullable(bound.descriptor().getName())
                    .orElse(bound.type().name());
            Handler before = found.get(name);
            // The best of its contract comes first.
            if (before == null || !before.type().equals(bound.type())) {
                add(new Handler(
                        name,
                        bound.descriptor().getName() != null,
                        bound.type(),
                        locator.getServiceHandle(bound.descriptor())));
            }
        }
    }

    private void add(Handler handler) {
        Handler before = found.putIfAbsent(handler.name(), handler);
        if (before != null) {
            throw new IllegalStateException("two services have the name '" + handler.name() + "': handlers of "
                    + before.type().contract().getName() + " and of "
                    + handler.type().contract().getName());
        }
    }

    private record Bound(ThriftService type, ActiveDescriptor<?> descriptor) {}

    /** What is bound under generated interfaces, the highest rank first. */
    private List<Bound> allBound() {
        List<Bound> all = new ArrayList<>();
        for (ActiveDescriptor<?> descriptor : locator.getDescriptors(BoundHandlers::mayBeHandler)) {
            for (Type contract : locator.reifyDescriptor(descriptor).getContractTypes()) {
                if (contract instanceof Class<?> type && ThriftService.isGenerated(type)) {
                    all.add(new Bound(ThriftService.of(type), descriptor));
                }
            }
        }
        return all;
    }

    /** Judges by names, so that no other class of the locator is loaded. */
    private static boolean mayBeHandler(Descriptor descriptor) {
        return descriptor.getAdvertisedContracts().stream().anyMatch(ThriftService::mayBeGenerated);
    }
}
