package io.grizzlythrift.client.internal.generic;

import io.grizzlythrift.catalog.ServiceCatalog;
import io.grizzlythrift.catalog.json.CatalogJson;
import io.grizzlythrift.client.call.CallFailedException;
import io.grizzlythrift.client.call.FailureCause;
import io.grizzlythrift.client.config.CallOptions;
import io.grizzlythrift.client.internal.stub.StubFactory;
import io.grizzlythrift.reflection.Reflection;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import org.apache.thrift.TException;

/** Asks a server of this library for its services, as JSON. */
public final class ServerDescription {
    /** The multiplexed name of the service that describes a server. */
    private static final String SERVICE = "grizzlythrift.Reflection";

    private ServerDescription() {}

    /** Makes the call and waits for its end. */
    public static ServiceCatalog of(StubFactory stubs) throws TException {
        String json = stubs.stub(Reflection.Iface.class, Optional.of(SERVICE), CallOptions.create())
                .catalog();
        try {
            return CatalogJson.read(json.getBytes(StandardCharsets.UTF_8));
        } catch (IllegalArgumentException e) {
            throw new CallFailedException(
                    FailureCause.UNREADABLE_REPLY,
                    "catalog",
                    "the server",
                    true,
                    "the reply cannot be read: " + e.getMessage(),
                    e);
        }
    }
}
