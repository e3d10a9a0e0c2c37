package io.grizzlythrift.internal.message;

import static org.testng.Assert.assertTrue;
import static org.testng.Assert.expectThrows;

import org.testng.annotations.Test;

/** Tests the check of the libthrift that was found. */
public final class LibthriftVersionTest {
    /** A class as an older version has it. */
    @SuppressWarnings({"unused", "EffectivelyPrivate"}) // found by reflection
    private abstract static class OldProtocol {
        public void reset() {}
    }

    @Test
    public void theVersionOfTheseTests() {
        LibthriftVersion.requireSupported();
    }

    @Test
    public void anOlderVersion() {
        String place = OldProtocol.class
                .getProtectionDomain()
                .getCodeSource()
                .getLocation()
                .toString();
        String message = expectThrows(
                        IllegalStateException.class, () -> LibthriftVersion.requireSupported(OldProtocol.class))
                .getMessage();
        assertTrue(message.contains(place), message);
        assertTrue(message.contains("0.23.0 or newer is required"), message);
    }
}
