package io.grizzlythrift.catalog;

import java.util.Collection;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.apache.thrift.TProcessor;

/**
 * Services with their methods, and all types that these refer to. Immutable and thread-safe. It has names and values of
 * the JDK only, so it keeps no generated class and no class loader.
 */
public final class ServiceCatalog {
    private final List<ServiceDescription> services;
    private final List<ServiceDescription> extendedServices;
    private final Map<String, StructDescription> structs;
    private final Map<String, EnumDescription> enums;
    private final Map<String, ServiceDescription> byName = new LinkedHashMap<>();
    private final Map<String, Map<String, MethodDescription>> methods = new LinkedHashMap<>();

    private ServiceCatalog(
            List<ServiceDescription> services,
            List<ServiceDescription> extendedServices,
            Map<String, StructDescription> structs,
            Map<String, EnumDescription> enums) {
        this.services = services;
        this.extendedServices = extendedServices;
        this.structs = structs;
        this.enums = enums;
        services.forEach(service -> service.multiplexedName().ifPresent(name -> byName.putIfAbsent(name, service)));
        services.forEach(service -> byName.putIfAbsent(service.name(), service));
        byName.forEach((name, service) -> methods.put(name, byName(service.methods())));
    }

    private static Map<String, MethodDescription> byName(List<MethodDescription> all) {
        Map<String, MethodDescription> found = new LinkedHashMap<>();
        all.forEach(method -> found.putIfAbsent(method.name(), method));
        return found;
    }

    /**
     * Describes the services of generated classes, and all types that they refer to. The classes are initialized.
     *
     * @param serviceClasses the classes of services, as {@code Calculator.class}; they have the nested classes that the
     *     Thrift compiler generates
     * @return a new catalog
     * @throws IllegalArgumentException if a class is not that of a service
     */
    public static ServiceCatalog of(Class<?>... serviceClasses) {
        Builder builder = builder();
        for (Class<?> service : serviceClasses) {
            builder.service(service);
        }
        return builder.build();
    }

    /**
     * Creates a builder, for services of which some are multiplexed.
     *
     * @return a builder without services
     */
    public static Builder builder() {
        return new Builder();
    }

    /** Collects services by their generated classes. Not thread-safe. */
    public static final class Builder {
        private final GeneratedServices services = new GeneratedServices();

        private Builder() {}

        /**
         * Adds a service. Repeatable.
         *
         * @param serviceClass the class of a service, as {@code Calculator.class}; it is initialized
         * @return this
         * @throws IllegalArgumentException if it is none
         */
        public Builder service(Class<?> serviceClass) {
            services.add(Optional.empty(), Objects.requireNonNull(serviceClass, "serviceClass"));
            return this;
        }

        /**
         * Adds a service for clients that use {@code TMultiplexedProtocol}. Repeatable.
         *
         * @param multiplexedName the name that they use
         * @param serviceClass the class of a service, as {@code Calculator.class}; it is initialized
         * @return this
         * @throws IllegalArgumentException if it is none
         */
        public Builder service(String multiplexedName, Class<?> serviceClass) {
            Objects.requireNonNull(multiplexedName, "multiplexedName");
            services.add(Optional.of(multiplexedName), Objects.requireNonNull(serviceClass, "serviceClass"));
            return this;
        }

        /**
         * Creates the catalog.
         *
         * @return a new catalog
         */
        public ServiceCatalog build() {
            return services.toCatalog();
        }
    }

    /**
     * Finds the service of a processor.
     *
     * @param processor any processor
     * @return the class that the Thrift compiler generates for the service; empty if the processor is neither a generated
     *     {@code Processor} or {@code AsyncProcessor} nor an instance of a subclass
     */
    public static Optional<Class<?>> serviceOf(TProcessor processor) {
        return GeneratedServices.serviceOf(processor.getClass());
    }

    /**
     * Creates a catalog from descriptions, such as those of an IDL file.
     *
     * @param services the services that can be called
     * @param extendedServices the services that these extend, except those that can be called themselves
     * @param structs all structs, unions and exceptions
     * @param enums all enums
     * @return a new catalog
     * @throws IllegalArgumentException if two types have the same name, or if a type or an extended service is missing
     */
    public static ServiceCatalog create(
            Collection<ServiceDescription> services,
            Collection<ServiceDescription> extendedServices,
            Collection<StructDescription> structs,
            Collection<EnumDescription> enums) {
        Map<String, StructDescription> structsByName = new LinkedHashMap<>();
        Map<String, EnumDescription> enumsByName = new LinkedHashMap<>();
        structs.forEach(struct -> requireNew(struct.name(), structsByName.put(struct.name(), struct) == null));
        enums.forEach(each -> requireNew(
                each.name(), enumsByName.put(each.name(), each) == null && !structsByName.containsKey(each.name())));
        ServiceCatalog made = new ServiceCatalog(
                List.copyOf(services),
                List.copyOf(extendedServices),
                Collections.unmodifiableMap(structsByName),
                Collections.unmodifiableMap(enumsByName));
        new References(made).requireComplete();
        return made;
    }

    private static void requireNew(String name, boolean isNew) {
        if (!isNew) {
            throw new IllegalArgumentException("type '" + name + "' is described twice");
        }
    }

    /** {@return the services that can be called} */
    public List<ServiceDescription> services() {
        return services;
    }

    /** {@return the services that others extend and that cannot be called themselves} */
    public List<ServiceDescription> extendedServices() {
        return extendedServices;
    }

    /** {@return the structs, unions and exceptions by name, in the order in which they were described} */
    public Map<String, StructDescription> structs() {
        return structs;
    }

    /** {@return the enums by name, in the order in which they were described} */
    public Map<String, EnumDescription> enums() {
        return enums;
    }

    /**
     * Finds a service that can be called.
     *
     * @param name its multiplexed name, or its name in the IDL; if both exist, the former is found
     * @return empty if there is none
     */
    public Optional<ServiceDescription> service(String name) {
        return Optional.ofNullable(byName.get(Objects.requireNonNull(name, "name")));
    }

    /**
     * Finds a method of a service that can be called.
     *
     * @param service the name of the service, as in {@link #service}
     * @param method the name of the method
     * @return empty if there is none
     */
    public Optional<MethodDescription> method(String service, String method) {
        Map<String, MethodDescription> found = methods.getOrDefault(service, Map.of());
        return Optional.ofNullable(found.get(Objects.requireNonNull(method, "method")));
    }

    /**
     * Finds a struct, union or exception.
     *
     * @param name its name
     * @return the description
     * @throws IllegalArgumentException if there is none
     */
    public StructDescription struct(String name) {
        StructDescription found = structs.get(Objects.requireNonNull(name, "name"));
        if (found == null) {
            throw new IllegalArgumentException("no struct '" + name + "' in the catalog");
        }
        return found;
    }

    /**
     * Finds an enum.
     *
     * @param name its name
     * @return the description
     * @throws IllegalArgumentException if there is none
     */
    public EnumDescription enumOf(String name) {
        EnumDescription found = enums.get(Objects.requireNonNull(name, "name"));
        if (found == null) {
            throw new IllegalArgumentException("no enum '" + name + "' in the catalog");
        }
        return found;
    }

    /**
     * Writes this catalog as one file of the IDL, which the Thrift compiler accepts. It has no namespaces. A default value that
     * the IDL cannot express is left out.
     *
     * @return the text; empty if the catalog is
     */
    public String toIdl() {
        return toIdl(IdlText.Markup.NONE);
    }

    /**
     * Writes this catalog as {@link #toIdl()} does, with marks such as colors.
     *
     * @param markup marks pieces of the text
     * @return the text; empty if the catalog is
     */
    public String toIdl(IdlText.Markup markup) {
        return IdlDocument.of(this, Objects.requireNonNull(markup, "markup"));
    }
}
