package io.grizzlythrift.catalog;

import java.util.List;
import java.util.Objects;
import java.util.Optional;

/**
 * A method of a service. Immutable.
 *
 * @param name its name, without that of a multiplexed service
 * @param declaringService the name of the service that declares it, which may be one that the service extends
 * @param arguments its arguments
 * @param result the type of its result; empty if it returns nothing
 * @param exceptions the exceptions it declares: fields of the result, each with its own number
 * @param oneway whether it has no reply
 * @param doc its documentation; empty if there is none
 */
public record MethodDescription(
        String name,
        String declaringService,
        List<FieldDescription> arguments,
        Optional<TypeDescription> result,
        List<FieldDescription> exceptions,
        boolean oneway,
        String doc) {

    /** The number of the field of a result that holds the value that a method returns: {@value}. */
    public static final short SUCCESS_ID = 0;

    /**
     * Creates a description.
     *
     * @param name its name
     * @param declaringService the name of the service that declares it
     * @param arguments its arguments; copied
     * @param result the type of its result, if it has one
     * @param exceptions the exceptions it declares; copied
     * @param oneway whether it has no reply
     * @param doc its documentation, or empty
     * @throws IllegalArgumentException if two arguments or two exceptions have the same name or number, or if a oneway
     *     method has a result
     */
    public MethodDescription {
        Objects.requireNonNull(name, "name");
        Objects.requireNonNull(declaringService, "declaringService");
        arguments = List.copyOf(arguments);
        Objects.requireNonNull(result, "result");
        exceptions = List.copyOf(exceptions);
        Objects.requireNonNull(doc, "doc");
        StructDescription.requireDistinct(name, arguments);
        StructDescription.requireDistinct(name, exceptions);
        if (oneway && (result.isPresent() || !exceptions.isEmpty())) {
            throw new IllegalArgumentException("method '" + name + "' is oneway, must not have a result");
        }
    }
}
