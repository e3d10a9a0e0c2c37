package io.grizzlythrift.hk2;

import io.grizzlythrift.call.FutureHandlers;
import java.lang.reflect.Constructor;
import java.lang.reflect.InvocationTargetException;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.apache.thrift.TProcessor;

/**
 * A contract under which handlers are bound, and its generated processor.
 *
 * @param contract the generated {@code Iface}, {@code AsyncIface} or {@code FutureIface} itself, or a type that extends
 *     one
 * @param constructor the constructor of the generated {@code Processor} or {@code AsyncProcessor}
 */
record ThriftService(Class<?> contract, Constructor<? extends TProcessor> constructor) {
    private static final String SYNCHRONOUS = "Iface";

    /** The generated interfaces that handlers implement. A FutureIface is adapted to the AsyncIface. */
    private static final List<String> GENERATED = List.of(SYNCHRONOUS, "AsyncIface", "FutureIface");

    /** Throws IllegalArgumentException unless the contract belongs to exactly one service. */
    static ThriftService of(Class<?> contract) {
        Set<Class<?>> types = new LinkedHashSet<>();
        addSuperTypes(Objects.requireNonNull(contract, "contract"), types);
        types.removeIf(type -> !isGenerated(type));
        List<Class<?>> narrowest = types.stream()
                .filter(type -> types.stream().noneMatch(other -> other != type && type.isAssignableFrom(other)))
                .toList();
        if (narrowest.size() != 1) {
            throw new IllegalArgumentException(
                    "a contract must be, or implement, the generated Iface, AsyncIface or FutureIface of one service: "
                            + contract.getName()
                            + (narrowest.isEmpty()
                                    ? " does not"
                                    : " implements "
                                            + narrowest.stream()
                                                    .map(Class::getName)
                                                    .sorted()
                                                    .toList()));
        }
        return new ThriftService(contract, processorOf(narrowest.get(0)).orElseThrow());
    }

    /** Returns whether a type may be generated, judging by its name alone. */
    static boolean mayBeGenerated(String contract) {
        return GENERATED.stream().anyMatch(kind -> contract.endsWith("$" + kind));
    }

    static boolean isGenerated(Class<?> type) {
        return processorOf(type).isPresent();
    }

    private static void addSuperTypes(Class<?> type, Set<Class<?>> types) {
        types.add(type);
        for (Class<?> parent : type.getInterfaces()) {
            addSuperTypes(parent, types);
        }
        if (type.getSuperclass() != null) {
            addSuperTypes(type.getSuperclass(), types);
        }
    }

    private static Optional<Constructor<? extends TProcessor>> processorOf(Class<?> type) {
        Class<?> service = type.getEnclosingClass();
        if (service == null || !type.isInterface() || !mayBeGenerated(type.getName())) {
            return Optional.empty();
        }
        String prefix = type.getSimpleName().equals(SYNCHRONOUS) ? "" : "Async";
        for (Class<?> processor : service.getClasses()) {
            if (processor.getSimpleName().equals(prefix + "Processor")
                    && TProcessor.class.isAssignableFrom(processor)) {
                return Stream.of(service.getClasses())
                        .filter(served -> served.getSimpleName().equals(prefix + SYNCHRONOUS))
                        .findAny()
                        .flatMap(served -> constructor(processor.asSubclass(TProcessor.class), served));
            }
        }
        return Optional.empty();
    }

    private static Optional<Constructor<? extends TProcessor>> constructor(
            Class<? extends TProcessor> processor, Class<?> served) {
        try {
            return Optional.of(processor.getConstructor(served));
        } catch (NoSuchMethodException e) {
            return Optional.empty();
        }
    }

    /** {@return the name of the service in the IDL} */
    String name() {
        return constructor.getDeclaringClass().getEnclosingClass().getSimpleName();
    }

    TProcessor processor(Object handler) {
        try {
            Class<?> served = constructor.getParameterTypes()[0];
            return constructor.newInstance(
                    served.isInstance(handler) ? handler : FutureHandlers.adapt(served, handler));
        } catch (InvocationTargetException e) {
            throw new IllegalStateException("cannot make " + constructor.getDeclaringClass(), e.getCause());
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException("cannot make " + constructor.getDeclaringClass(), e);
        }
    }
}
