package io.grizzlythrift.internal.dispatch;

import io.grizzlythrift.catalog.ServiceCatalog;
import io.grizzlythrift.catalog.json.ThriftDocumentation;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import org.apache.thrift.TProcessor;
import org.apache.thrift.TProcessorFactory;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The catalog of a server. Created when it is first asked for, on that thread, because that initializes all generated
 * classes. Thread-safe.
 */
public final class ServerCatalog {
    private static final Logger LOG = LoggerFactory.getLogger(ServerCatalog.class);

    private final Optional<ServiceCatalog> given;
    private final Optional<TProcessorFactory> processors;
    private final Map<String, TProcessor> named;
    private ServiceCatalog made;

    /**
     * Prepares a catalog.
     *
     * @param given the catalog that the user has set
     * @param processors the processor for calls without a service name
     * @param named processors by service name
     */
    public ServerCatalog(
            Optional<ServiceCatalog> given, Optional<TProcessorFactory> processors, Map<String, TProcessor> named) {
        this.given = given;
        this.processors = processors;
        this.named = new TreeMap<>(named);
    }

    /** {@return the catalog: the same each time} */
    public synchronized ServiceCatalog get() {
        if (made == null) {
            made = given.orElseGet(this::describe);
        }
        return made;
    }

    private ServiceCatalog describe() {
        ServiceCatalog.Builder builder = ServiceCatalog.builder();
        Set<ClassLoader> loaders = new LinkedHashSet<>();
        processors
                .filter(factory -> factory.getClass() == TProcessorFactory.class) // one of the user needs a connection
                .flatMap(factory -> ServiceCatalog.serviceOf(factory.getProcessor(null)))
                .ifPresent(service -> {
                    builder.service(service);
                    loaders.add(service.getClassLoader());
                });
        named.forEach((name, processor) -> ServiceCatalog.serviceOf(processor).ifPresent(service -> {
            builder.service(name, service);
            loaders.add(service.getClassLoader());
        }));
        ServiceCatalog catalog = builder.build();
        for (ClassLoader loader : loaders) {
            catalog = documented(catalog, loader);
        }
        return catalog;
    }

    private static ServiceCatalog documented(ServiceCatalog catalog, ClassLoader loader) {
        try {
            return ThriftDocumentation.find(loader).addTo(catalog);
        } catch (RuntimeException e) {
            LOG.warn("the documentation of services is not available: {}", e.getMessage());
            return catalog;
        }
    }
}
