package io.grizzlythrift.hk2;

import io.grizzlythrift.server.ThriftServer;
import io.grizzlythrift.server.ThriftServerBuilder;
import jakarta.inject.Inject;
import org.glassfish.hk2.api.ActiveDescriptor;
import org.glassfish.hk2.api.Factory;
import org.glassfish.hk2.api.Self;
import org.glassfish.hk2.api.ServiceLocator;

/**
 * Creates and starts the server of the {@link BoundServerConfig} that is bound under the same name, and drains it at
 * the end. HK2 creates one factory per server and does not call it concurrently.
 */
final class ThriftServerFactory implements Factory<ThriftServer> {
    private final BoundParts parts;

    @Inject
    ThriftServerFactory(ServiceLocator locator, @Self ActiveDescriptor<?> self) {
        parts = new BoundParts(locator, self);
    }

    @Override
    public ThriftServer provide() {
        return parts.start(() -> {
            ThriftServerBuilder builder =
                    ThriftServer.builder().name(parts.config().name());
            parts.config().options().forEach(settings -> settings.accept(builder));
            parts.addTo(builder);
            return builder.build().start();
        });
    }

    @Override
    public void dispose(ThriftServer server) {
        server.close();
        parts.closePerLookup();
    }
}
