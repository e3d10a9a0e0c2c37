package io.grizzlythrift.hk2;

import io.grizzlythrift.call.ServerInterceptor;
import io.grizzlythrift.server.ThriftServer;
import io.grizzlythrift.server.ThriftServerBuilder;
import jakarta.inject.Inject;
import java.util.ArrayList;
import java.util.List;
import org.apache.thrift.TProcessor;
import org.glassfish.hk2.api.ActiveDescriptor;
import org.glassfish.hk2.api.Factory;
import org.glassfish.hk2.api.PerLookup;
import org.glassfish.hk2.api.Self;
import org.glassfish.hk2.api.ServiceHandle;
import org.glassfish.hk2.api.ServiceLocator;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Creates and starts the server of the {@link BoundServerConfig} that is bound under the same name, and drains it at
 * the end. HK2 creates one factory per server and does not call it concurrently.
 */
final class ThriftServerFactory implements Factory<ThriftServer> {
    private static final Logger LOG = LoggerFactory.getLogger(ThriftServerFactory.class);

    private final ServiceLocator locator;
    private final BoundServerConfig config;

    /** Handles of per-lookup services, which were created for this server and are destroyed with it. */
    private final List<ServiceHandle<?>> perLookupHandles = new ArrayList<>();

    @Inject
    ThriftServerFactory(ServiceLocator locator, @Self ActiveDescriptor<?> self) {
        this.locator = locator;
        config = locator.getService(BoundServerConfig.class, self.getName());
    }

    @Override
    public ThriftServer provide() {
        try {
            return describe().build().start();
        } catch (RuntimeException e) {
            if (config.immediately()) {
                LOG.error("server '{}' cannot start", config.name(), e);
            }
            closePerLookup();
            throw e;
        }
    }

    @Override
    public void dispose(ThriftServer server) {
        server.close();
        closePerLookup();
    }

    private ThriftServerBuilder describe() {
        ThriftServerBuilder builder = ThriftServer.builder().name(config.name());
        config.options().forEach(settings -> settings.accept(builder));
        BoundStrategies.addMissing(locator);
        config.strategy().ifPresent(name -> builder.strategy(BoundStrategies.get(locator, name)));
        locator.getAllServiceHandles(ServerInterceptor.class).forEach(handle -> builder.interceptor(resolve(handle)));
        List<BoundHandlers.Handler> handlers = BoundHandlers.of(locator, config);
        for (BoundHandlers.Handler handler : handlers) {
            TProcessor processor = handler.type().processor(resolve(handler.handle()));
            builder.service(handler.name(), processor);
            if (handlers.size() == 1 && !handler.hasOwnName()) {
                builder.processor(processor);
            }
        }
        return builder;
    }

    private <T> T resolve(ServiceHandle<T> handle) {
        T service = handle.getService();
        if (handle.getActiveDescriptor().getScopeAnnotation() == PerLookup.class) {
            perLookupHandles.add(handle);
        }
        return service;
    }

    private void closePerLookup() {
        perLookupHandles.forEach(ServiceHandle::close);
        perLookupHandles.clear();
    }
}
