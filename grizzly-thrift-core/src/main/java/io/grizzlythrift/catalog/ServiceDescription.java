package io.grizzlythrift.catalog;

import java.util.List;
import java.util.Objects;
import java.util.Optional;
import org.apache.thrift.protocol.TMultiplexedProtocol;

/**
 * A service. Immutable.
 *
 * @param name its name in the IDL
 * @param multiplexedName the name that its clients use with {@code TMultiplexedProtocol}; empty if they do not use it
 * @param extendedService the name of the service that it extends
 * @param methods its methods: its own first, then those of the services that it extends
 * @param doc its documentation; empty if there is none
 */
public record ServiceDescription(
        String name,
        Optional<String> multiplexedName,
        Optional<String> extendedService,
        List<MethodDescription> methods,
        String doc) {

    /**
     * Creates a description.
     *
     * @param name its name
     * @param multiplexedName the name that its clients use with {@code TMultiplexedProtocol}, if they do
     * @param extendedService the name of the service that it extends, if it does
     * @param methods its methods; copied
     * @param doc its documentation, or empty
     */
    public ServiceDescription {
        Objects.requireNonNull(name, "name");
        Objects.requireNonNull(multiplexedName, "multiplexedName");
        Objects.requireNonNull(extendedService, "extendedService");
        methods = List.copyOf(methods);
        Objects.requireNonNull(doc, "doc");
    }

    /**
     * Finds a method.
     *
     * @param methodName its name
     * @return empty if there is none
     */
    public Optional<MethodDescription> method(String methodName) {
        return methods.stream().filter(each -> each.name().equals(methodName)).findFirst();
    }

    /** {@return the name by which a catalog finds this service: the multiplexed name, or that of the IDL} */
    public String callName() {
        return multiplexedName.orElse(name);
    }

    /**
     * Returns the name of a method in the header of a call.
     *
     * @param method the name of a method
     * @return {@code service:method} if the service is multiplexed
     */
    public String headerName(String method) {
        return multiplexedName
                .map(multiplexed -> multiplexed + TMultiplexedProtocol.SEPARATOR + method)
                .orElse(method);
    }
}
