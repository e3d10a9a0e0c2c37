package io.grizzlythrift.samples.fleet;

import static org.testng.Assert.assertEquals;
import static org.testng.Assert.expectThrows;

import java.time.Duration;
import java.util.Map;
import org.testng.annotations.Test;

/** Tests what settings mean, and what is wrong with them. */
public class SettingsTest {
    @Test
    void valuesAreRead() {
        Settings settings = new Settings(Map.of(Settings.STORE, "store:9090", Settings.DRAIN_DELAY, "PT1S"));
        assertEquals(settings.address(Settings.STORE), new Settings.HostAndPort("store", 9090));
        assertEquals(settings.duration(Settings.DRAIN_DELAY), Duration.ofSeconds(1));
        assertEquals(settings.duration(Settings.SHUTDOWN_GRACE), Duration.ZERO);
    }

    @Test
    void aWrongOneIsNamed() {
        Settings settings = new Settings(Map.of(Settings.STORE, "store"));
        assertMessage(() -> settings.address(Settings.STORE), "STORE is store, must be host:port");
        assertMessage(() -> settings.address(Settings.LISTEN), "the environment has no LISTEN");
        assertMessage(
                () -> FleetClient.resolver("nowhere"),
                "SERVERS is nowhere, must be zookeeper:HOST:PORT or dns:NAME:PORT");
    }

    private static void assertMessage(org.testng.Assert.ThrowingRunnable attempt, String message) {
        assertEquals(expectThrows(IllegalArgumentException.class, attempt).getMessage(), message);
    }
}
