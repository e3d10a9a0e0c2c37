package io.grizzlythrift.internal.binding;

import io.grizzlythrift.call.FutureHandlers;
import java.lang.reflect.Constructor;
import java.lang.reflect.InvocationTargetException;
import java.util.ArrayList;
import java.util.Collection;
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
public record HandlerContract(Class<?> contract, Constructor<? extends TProcessor> constructor) {
    private static final String SYNCHRONOUS = "Iface";

    /** The generated interfaces that handlers implement. A FutureIface is adapted to the AsyncIface. */
    private static final List<String> GENERATED = List.of(SYNCHRONOUS, "AsyncIface", "FutureIface");

    /** Throws IllegalArgumentException unless the contract belongs to exactly one service. */
    public static HandlerContract of(Class<?> contract) {
        Set<Class<?>> types = new LinkedHashSet<>();
        addSuperTypes(Objects.requireNonNull(contract, "contract"), types);
        List<Class<?>> narrowest = generatedIn(types);
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
        return new HandlerContract(contract, processorOf(narrowest.get(0)).orElseThrow());
    }

    /** {@return the generated interfaces among the types, without those that another one extends} */
    public static List<Class<?>> generatedIn(Collection<? extends Class<?>> types) {
        List<Class<?>> generated = new ArrayList<>(types);
        generated.removeIf(type -> !isGenerated(type));
        return generated.stream()
                .filter(type -> generated.stream().noneMatch(other -> other != type && type.isAssignableFrom(other)))
                .toList();
    }

    /** Returns whether a type may be generated, judging by its name alone. */
    public static boolean mayBeGenerated(String contract) {
        return GENERATED.stream().anyMatch(kind -> contract.endsWith("$" + kind));
    }

    public static boolean isGenerated(Class<?> type) {
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
    public String name() {
        return constructor.getDeclaringClass().getEnclosingClass().getSimpleName();
    }

    public TProcessor processor(Object handler) {
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
