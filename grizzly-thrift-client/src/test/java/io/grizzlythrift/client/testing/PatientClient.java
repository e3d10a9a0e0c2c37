package io.grizzlythrift.client.testing;

import io.grizzlythrift.client.ThriftClient;
import io.grizzlythrift.client.ThriftClientBuilder;
import java.time.Duration;

/** Builds clients whose timeouts no test reaches, however busy the machine is. A test shortens only the one that it tests. */
public final class PatientClient {
    private static final Duration PATIENCE = Duration.ofMinutes(2);

    private PatientClient() {}

    public static ThriftClientBuilder builder() {
        return ThriftClient.builder()
                .connectTimeout(PATIENCE)
                .callTimeout(PATIENCE)
                .maxWait(PATIENCE);
    }
}
