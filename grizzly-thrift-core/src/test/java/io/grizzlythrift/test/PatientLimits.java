package io.grizzlythrift.test;

import io.grizzlythrift.limits.ServerLimits;
import java.time.Duration;

/**
 * Creates limits with timeouts that no test reaches, however busy the machine is. A test shortens the timeout that it
 * tests.
 */
public final class PatientLimits {
    private static final Duration PATIENCE = Duration.ofHours(1);

    private PatientLimits() {}

    public static ServerLimits.Builder builder() {
        return ServerLimits.builder()
                .queueTimeout(PATIENCE)
                .callTimeout(PATIENCE)
                .frameTimeout(PATIENCE)
                .writeTimeout(PATIENCE)
                .handshakeTimeout(PATIENCE);
    }
}
