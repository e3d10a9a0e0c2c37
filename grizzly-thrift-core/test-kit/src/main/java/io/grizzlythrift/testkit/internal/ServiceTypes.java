package io.grizzlythrift.testkit.internal;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.TreeSet;
import org.apache.thrift.TBase;

/** The methods of a generated service, with those of the services that it extends. */
public final class ServiceTypes {
    private static final String ARGUMENTS = "_args";
    private static final String RESULT = "_result";

    private final String name;
    private final Map<String, MethodTypes> methods = new LinkedHashMap<>();

    private ServiceTypes(String name) {
        this.name = name;
    }

    /**
     * Finds the methods of a service.
     *
     * @param generated the generated class of the service, or one of the interfaces in it
     * @throws IllegalArgumentException if it is neither
     */
    public static ServiceTypes of(Class<?> generated) {
        Class<?> service = Objects.requireNonNull(generated, "service");
        if (service.getEnclosingClass() != null) {
            service = service.getEnclosingClass();
        }
        ServiceTypes types = new ServiceTypes(service.getSimpleName());
        types.add(ifaceOf(service)
                .orElseThrow(() -> new IllegalArgumentException(
                        generated.getName() + " is not the generated class of a service: it has no Iface")));
        return types;
    }

    private static Optional<Class<?>> ifaceOf(Class<?> service) {
        for (Class<?> member : service.getClasses()) {
            if (member.isInterface() && member.getSimpleName().equals("Iface")) {
                return Optional.of(member);
            }
        }
        return Optional.empty();
    }

    private void add(Class<?> iface) {
        Map<String, Class<? extends TBase<?, ?>>> structs = new LinkedHashMap<>();
        for (Class<?> member : iface.getEnclosingClass().getClasses()) {
            if (TBase.class.isAssignableFrom(member)) {
                structs.put(member.getSimpleName(), struct(member));
            }
        }
        structs.forEach((struct, arguments) -> {
            if (struct.endsWith(ARGUMENTS)) {
                String method = struct.substring(0, struct.length() - ARGUMENTS.length());
                Optional<Class<? extends TBase<?, ?>>> result = Optional.ofNullable(structs.get(method + RESULT));
                methods.putIfAbsent(method, new MethodTypes(method, arguments, result));
            }
        });
        for (Class<?> extended : iface.getInterfaces()) {
            add(extended);
        }
    }

    @SuppressWarnings("unchecked") // checked by isAssignableFrom
    private static Class<? extends TBase<?, ?>> struct(Class<?> type) {
        return (Class<? extends TBase<?, ?>>) type;
    }

    /** {@return the name of the service in the IDL} */
    public String name() {
        return name;
    }

    public Optional<MethodTypes> method(String method) {
        return Optional.ofNullable(methods.get(method));
    }

    /** {@return the names of the methods} */
    @Override
    public String toString() {
        return new TreeSet<>(methods.keySet()).toString();
    }
}
