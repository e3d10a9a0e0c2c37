package io.grizzlythrift.client.internal.endpoint;

import io.grizzlythrift.client.discovery.FixedResolver;
import io.grizzlythrift.client.internal.call.CallCodec;
import io.grizzlythrift.client.internal.connection.ClientContext;
import io.grizzlythrift.client.internal.io.Connector;

/** Makes pools without a client. */
public final class Pools {
    /** Encodes a call without arguments. */
    public static final CallCodec.Encoder EMPTY_CALL = (codec, id) -> codec.writeEmptyCall("empty", id);

    private Pools() {}

    /** Makes a pool of the fixed servers of a configuration. */
    public static ConnectionPool of(ClientContext context, Connector connector) {
        ConnectionPool pool = new ConnectionPool(context, connector, () -> {}, () -> "no server is known");
        pool.endpoints(((FixedResolver) context.config().resolver()).servers());
        return pool;
    }
}
