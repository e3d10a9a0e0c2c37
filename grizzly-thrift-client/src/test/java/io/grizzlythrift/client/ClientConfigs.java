package io.grizzlythrift.client;

import io.grizzlythrift.client.config.ThriftClientConfig;

/** Configs without a client. */
public final class ClientConfigs {
    private ClientConfigs() {}

    /** What a client of this builder would be configured with. */
    public static ThriftClientConfig of(ThriftClientBuilder builder) {
        return builder.config();
    }
}
