package io.grizzlythrift.client;

import io.grizzlythrift.client.config.ThriftClientConfig;

/** Makes configs without a client. */
public final class ClientConfigs {
    private ClientConfigs() {}

    /** Returns the config of a client that this builder would build. */
    public static ThriftClientConfig of(ThriftClientBuilder builder) {
        return builder.config();
    }
}
