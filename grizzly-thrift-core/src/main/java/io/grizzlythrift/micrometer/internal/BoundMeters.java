package io.grizzlythrift.micrometer.internal;

import io.micrometer.core.instrument.Meter;
import io.micrometer.core.instrument.MeterRegistry;
import java.lang.ref.WeakReference;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.WeakHashMap;
import java.util.function.Function;
import java.util.function.Supplier;

/**
 * The meters that a binder has registered with one registry, in groups. A registry has one meter per name and tags, and returns
 * it when another is registered. So a meter of another server or client of the same name is replaced: the one that was bound
 * last is shown. Closing removes only meters that have not been replaced.
 *
 * <p>Thread-safe: one lock for all registries, because looking for a meter and replacing or removing it are two steps. Meters are
 * compared by identity: two of the same name and tags are equal.
 *
 * <p>A method may be called for the first time at any time, on a thread that runs calls. So adding a group takes no longer if the
 * registry has many meters, whose list Micrometer copies: which of them are registered is known from the first group on.
 */
public final class BoundMeters implements AutoCloseable {
    private static final Object LOCK = new Object();

    /** What is {@link #known} of each registry, as long as meters are bound to it. Guarded by {@link #LOCK}. */
    private static final Map<MeterRegistry, WeakReference<Set<Meter>>> KNOWN = new WeakHashMap<>();

    private final MeterRegistry registry;

    /**
     * The meters that were in the registry when the first of these objects was used with it, and those that were added since.
     * Null before the first use.
     */
    private Set<Meter> known;

    private final Map<String, List<Meter>> groups = new HashMap<>();
    private boolean closed;

    /** Creates a set without meters. */
    public BoundMeters(MeterRegistry registry) {
        this.registry = registry;
    }

    /**
     * Registers the meters of a group, unless it has been registered.
     *
     * @param registrations each registers one meter, as often as it is called
     */
    public void add(String name, List<Supplier<Meter>> registrations) {
        synchronized (LOCK) {
            addAll(Set.of(name), any -> registrations, known());
        }
    }

    /**
     * Registers the meters of groups that are not registered yet, and removes those of all other groups.
     *
     * @param registrations returns what registers each meter of a group, as often as it is called
     */
    public void show(Set<String> names, Function<String, List<Supplier<Meter>>> registrations) {
        synchronized (LOCK) {
            if (!groups.keySet().equals(names)) {
                Set<Meter> registered = registered();
                groups.entrySet()
                        .removeIf(group -> !names.contains(group.getKey()) && remove(group.getValue(), registered));
                addAll(names, registrations, registered);
            }
        }
    }

    private void addAll(
            Set<String> names, Function<String, List<Supplier<Meter>>> registrations, Set<Meter> registered) {
        if (!closed) {
            names.forEach(
                    name -> groups.computeIfAbsent(name, added -> register(registrations.apply(added), registered)));
        }
    }

    private List<Meter> register(List<Supplier<Meter>> registrations, Set<Meter> registered) {
        List<Meter> meters = new ArrayList<>();
        for (Supplier<Meter> registration : registrations) {
            Meter meter = registration.get();
            if (registered.contains(meter)) {
                // facts.md#micrometer-returns-existing-meters
                registry.remove(meter);
                known().remove(meter);
                meter = registration.get();
            }
            known().add(meter);
            meters.add(meter);
        }
        return meters;
    }

    /** Removes the meters that are still registered. No others are registered any more. */
    @Override
    public void close() {
        synchronized (LOCK) {
            closed = true;
            Set<Meter> registered = registered();
            groups.values().forEach(meters -> remove(meters, registered));
            groups.clear();
        }
    }

    private boolean remove(List<Meter> meters, Set<Meter> registered) {
        meters.stream().filter(registered::contains).forEach(registry::remove);
        meters.forEach(known()::remove);
        return true;
    }

    private Set<Meter> known() {
        if (known == null) {
            WeakReference<Set<Meter>> ofOthers = KNOWN.get(registry);
            known = ofOthers == null ? null : ofOthers.get();
        }
        if (known == null) {
            known = registered();
            KNOWN.put(registry, new WeakReference<>(known));
        }
        return known;
    }

    private Set<Meter> registered() {
        Set<Meter> found = Collections.newSetFromMap(new IdentityHashMap<>());
        found.addAll(registry.getMeters());
        return found;
    }
}
