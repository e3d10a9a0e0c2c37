package io.grizzlythrift.hk2;

import io.grizzlythrift.call.ServerInterceptor;
import io.grizzlythrift.server.ListenerOptions;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;
import org.apache.thrift.TProcessor;
import org.glassfish.hk2.api.ActiveDescriptor;
import org.glassfish.hk2.api.PerLookup;
import org.glassfish.hk2.api.ServiceHandle;
import org.glassfish.hk2.api.ServiceLocator;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** What a locator adds to the options of a server or listener: its strategy, interceptors and handlers. */
final class BoundParts {
    private static final Logger LOG = LoggerFactory.getLogger(ThriftServerFactory.class);

    private final ServiceLocator locator;
    private final BoundServerConfig config;

    /** Handles of per-lookup services, which were created for this server and are destroyed with it. */
    private final List<ServiceHandle<?>> perLookupHandles = new ArrayList<>();

    /** Finds the configuration that is bound under the name of a factory. */
    BoundParts(ServiceLocator locator, ActiveDescriptor<?> factory) {
        this.locator = locator;
        config = locator.getService(BoundServerConfig.class, factory.getName());
    }

    BoundServerConfig config() {
        return config;
    }

    /** Returns what a step of a start returns. If it fails, undoes what this object has done, and logs it if nobody waits. */
    <T> T start(Supplier<T> starting) {
        try {
            return starting.get();
        } catch (RuntimeException e) {
            if (config.immediately()) {
                LOG.error("server '{}' cannot start", config.name(), e);
            }
            closePerLookup();
            throw e;
        }
    }

    /** Adds the parts to options of the application, which have been set. */
    void addTo(ListenerOptions<?> builder) {
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
    }

    private <T> T resolve(ServiceHandle<T> handle) {
        T service = handle.getService();
        if (handle.getActiveDescriptor().getScopeAnnotation() == PerLookup.class) {
            perLookupHandles.add(handle);
        }
        return service;
    }

    void closePerLookup() {
        perLookupHandles.forEach(ServiceHandle::close);
        perLookupHandles.clear();
    }
}
