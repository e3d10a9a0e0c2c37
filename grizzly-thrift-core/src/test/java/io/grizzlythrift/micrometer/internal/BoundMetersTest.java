package io.grizzlythrift.micrometer.internal;

import static org.testng.Assert.assertEquals;
import static org.testng.Assert.assertNull;

import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.Meter;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.util.List;
import java.util.function.Supplier;
import org.testng.annotations.Test;

/** Tests meters of the same name, and how often the list of all meters is copied. */
public final class BoundMetersTest {
    private static final class CountingRegistry extends SimpleMeterRegistry {
        int lists;

        @Override
        public List<Meter> getMeters() {
            lists++;
            return super.getMeters();
        }
    }

    private static List<Supplier<Meter>> gauge(MeterRegistry registry, String name, int value) {
        return List.of(() -> Gauge.builder(name, () -> value).register(registry));
    }

    private static double valueOf(MeterRegistry registry, String name) {
        return registry.get(name).gauge().value();
    }

    @Test
    public void groupsAreAddedWithoutListingAllMeters() {
        CountingRegistry registry = new CountingRegistry();
        try (BoundMeters first = new BoundMeters(registry);
                BoundMeters second = new BoundMeters(registry)) {
            for (int i = 0; i < 100; i++) {
                first.add("first " + i, gauge(registry, "first." + i, i));
                second.add("second " + i, gauge(registry, "second." + i, i));
            }
            assertEquals(registry.lists, 1);
            assertEquals(valueOf(registry, "second.99"), 99.0);
        }
        assertEquals(registry.getMeters(), List.of());
    }

    @Test
    public void theLastMeterOfANameIsShownUntilItIsClosed() {
        MeterRegistry registry = new SimpleMeterRegistry();
        BoundMeters first = new BoundMeters(registry);
        first.add("group", gauge(registry, "name", 1));
        first.add("other", gauge(registry, "other", 1));
        BoundMeters second = new BoundMeters(registry);
        second.add("group", gauge(registry, "name", 2));
        assertEquals(valueOf(registry, "name"), 2.0);
        first.add("group", gauge(registry, "name", 3)); // has been added
        assertEquals(valueOf(registry, "name"), 2.0);

        first.close();
        assertEquals(valueOf(registry, "name"), 2.0);
        assertNull(registry.find("other").gauge());
        BoundMeters third = new BoundMeters(registry);
        third.add("group", gauge(registry, "name", 4));
        second.close();
        assertEquals(valueOf(registry, "name"), 4.0);
        third.close();
        assertEquals(registry.getMeters(), List.of());
    }

    @Test
    public void aMeterThatTheApplicationRemovedIsRegisteredAgain() {
        MeterRegistry registry = new SimpleMeterRegistry();
        BoundMeters first = new BoundMeters(registry);
        first.add("group", gauge(registry, "name", 1));
        registry.clear();
        BoundMeters second = new BoundMeters(registry);
        second.add("group", gauge(registry, "name", 2));
        first.close();
        assertEquals(valueOf(registry, "name"), 2.0);
        second.close();
        assertEquals(registry.getMeters(), List.of());
    }
}
