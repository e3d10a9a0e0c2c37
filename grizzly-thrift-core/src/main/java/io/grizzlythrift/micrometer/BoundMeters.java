package io.grizzlythrift.micrometer;

import io.micrometer.core.instrument.Meter;
import io.micrometer.core.instrument.MeterRegistry;
import java.util.ArrayList;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Set;
import java.util.function.Supplier;

/**
 * The meters that a binder has registered with one registry. A registry has one meter per name and tags, and returns it
 * when another is registered. So a meter of another server of the same name is replaced: the server that was bound last is the
 * one that is shown. Closing removes only meters that have not been replaced.
 *
 * <p>Thread-safe: one lock for all registries, because looking for a meter and replacing or removing it are two steps. Meters are
 * compared by identity: two of the same name and tags are equal.
 */
final class BoundMeters {
    private static final Object LOCK = new Object();

    private final MeterRegistry registry;
    private final List<Meter> meters = new ArrayList<>();

    BoundMeters(MeterRegistry registry) {
        this.registry = registry;
    }

    /** Registers meters, in place of those of another server. Each must register one meter, as often as it is called. */
    void register(List<Supplier<Meter>> registrations) {
        synchronized (LOCK) {
            Set<Meter> before = registered();
            for (Supplier<Meter> registration : registrations) {
                Meter meter = registration.get();
                if (before.contains(meter)) {
                    // facts.md#micrometer-returns-existing-meters
                    registry.remove(meter);
                    meter = registration.get();
                }
                meters.add(meter);
            }
        }
    }

    /** Removes the meters that are still registered. */
    void remove() {
        synchronized (LOCK) {
            Set<Meter> now = registered();
            meters.stream().filter(now::contains).forEach(registry::remove);
            meters.clear();
        }
    }

    private Set<Meter> registered() {
        Set<Meter> found = Collections.newSetFromMap(new IdentityHashMap<>());
        found.addAll(registry.getMeters());
        return found;
    }
}
