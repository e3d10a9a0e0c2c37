package io.grizzlythrift.hk2;

import io.grizzlythrift.server.ThriftListener;
import io.grizzlythrift.server.ThriftListenerBuilder;
import jakarta.inject.Inject;
import org.glassfish.hk2.api.ActiveDescriptor;
import org.glassfish.hk2.api.Factory;
import org.glassfish.hk2.api.Self;
import org.glassfish.hk2.api.ServiceLocator;

/** Does for a listener what {@link ThriftServerFactory} does for a server. */
final class ThriftListenerFactory implements Factory<ThriftListener> {
    private final BoundParts parts;

    @Inject
    ThriftListenerFactory(ServiceLocator locator, @Self ActiveDescriptor<?> self) {
        parts = new BoundParts(locator, self);
    }

    @Override
    public ThriftListener provide() {
        return parts.start(() -> {
            BoundServerConfig.OnTransport on = parts.config().onTransport().orElseThrow();
            ThriftListenerBuilder builder = ThriftListener.builder(
                            on.transport().get())
                    .name(parts.config().name());
            on.options().accept(builder);
            parts.addTo(builder);
            return builder.build().start();
        });
    }

    @Override
    public void dispose(ThriftListener listener) {
        listener.close();
        parts.closePerLookup();
    }
}
