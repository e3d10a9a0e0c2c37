package io.grizzlythrift.client.micrometer;

import io.micrometer.core.instrument.Meter;
import io.micrometer.core.instrument.MeterRegistry;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.function.Supplier;

/**
 * The meters that a binder has registered with one registry, in groups. A registry has one meter per name and tags, and returns
 * it when another is registered. So a meter of another client of the same name is replaced: the client that was bound last is
 * the one that is shown. Closing removes only meters that have not been replaced.
 *
 * <p>Thread-safe: one lock for all registries, because looking for a meter and replacing or removing it are two steps. Meters are
 * compared by identity: two of the same name and tags are equal.
 */
final class BoundMeters {
    private static final Object LOCK = new Object();

    private final MeterRegistry registry;
    private final Function<String, List<Supplier<Meter>>> registrations;
    private final Map<String, List<Meter>> groups = new HashMap<>();
    private boolean closed;

    /** @param registrations returns what registers the meters of a group, each one meter, as often as it is called */
    BoundMeters(MeterRegistry registry, Function<String, List<Supplier<Meter>>> registrations) {
        this.registry = registry;
        this.registrations = registrations;
    }

    /** Registers the meters of groups that are not registered yet, and removes those of all other groups. */
    void show(Set<String> names) {
        synchronized (LOCK) {
            if (closed || groups.keySet().equals(names)) {
                return;
            }
            Set<Meter> registered = registered();
            groups.entrySet()
                    .removeIf(group -> !names.contains(group.getKey()) && remove(group.getValue(), registered));
            names.forEach(name -> groups.computeIfAbsent(name, added -> register(added, registered)));
        }
    }

    private List<Meter> register(String name, Set<Meter> registered) {
        List<Meter> meters = new ArrayList<>();
        for (Supplier<Meter> registration : registrations.apply(name)) {
            Meter meter = registration.get();
            if (registered.contains(meter)) {
                registry.remove(meter);
                meter = registration.get();
            }
            meters.add(meter);
        }
        return meters;
    }

    /** Removes all meters. No others are registered any more. */
    void close() {
        synchronized (LOCK) {
            closed = true;
            Set<Meter> registered = registered();
            groups.values().forEach(meters -> remove(meters, registered));
            groups.clear();
        }
    }

    private boolean remove(List<Meter> meters, Set<Meter> registered) {
        meters.stream().filter(registered::contains).forEach(registry::remove);
        return true;
    }

    private Set<Meter> registered() {
        Set<Meter> found = Collections.newSetFromMap(new IdentityHashMap<>());
        found.addAll(registry.getMeters());
        return found;
    }
}
