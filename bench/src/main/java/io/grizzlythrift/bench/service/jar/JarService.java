package io.grizzlythrift.bench.service.jar;

import static java.util.Objects.requireNonNull;

import io.grizzlythrift.bench.service.ServedService;
import java.lang.reflect.Constructor;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Modifier;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.apache.thrift.TBaseProcessor;
import org.apache.thrift.TProcessor;

/** The user's own service: generated code and a handler from jars. Each processor has a new handler. */
public final class JarService implements ServedService {
    private static final String PROCESSOR = "$Processor";

    private final Constructor<? extends TProcessor> processor;
    private final Constructor<?> handler;

    private JarService(Constructor<? extends TProcessor> processor, Constructor<?> handler) {
        this.processor = requireNonNull(processor, "processor");
        this.handler = requireNonNull(handler, "handler");
    }

    /**
     * Finds the classes without creating a handler yet.
     *
     * @param path jars and folders, separated as in a class path
     * @param service the class that the Thrift compiler generated for the service, or its {@code Processor}; empty if
     *     there is only one
     * @param handler the class that implements the service's {@code Iface} and has a constructor without parameters;
     *     empty if there is only one
     * @return the service
     * @throws IllegalArgumentException if there are no such classes; the message lists the suitable ones
     */
    public static JarService of(String path, Optional<String> service, Optional<String> handler) {
        ServiceClassPath classes = new ServiceClassPath(path);
        Constructor<? extends TProcessor> processor = processor(classes, service);
        return new JarService(processor, handler(classes, processor.getParameterTypes()[0], handler));
    }

    private static Constructor<? extends TProcessor> processor(ServiceClassPath classes, Optional<String> name) {
        List<String> services = classes.names().stream()
                .filter(each -> each.endsWith(PROCESSOR)
                        && classes.find(each).flatMap(JarService::ofInterface).isPresent())
                .map(each -> each.substring(0, each.length() - PROCESSOR.length()))
                .toList();
        if (services.isEmpty()) {
            throw new IllegalArgumentException(
                    "service-jar is " + classes + ", must have a service that the Thrift compiler generated");
        }
        String wanted = oneOf("service", name, services);
        String plain = wanted.endsWith(PROCESSOR) || wanted.endsWith(".Processor")
                ? wanted.substring(0, wanted.length() - PROCESSOR.length())
                : wanted;
        if (!services.contains(plain)) {
            throw new IllegalArgumentException("service is " + wanted + ", " + mustBeOneOf(services));
        }
        return classes.find(plain + PROCESSOR).flatMap(JarService::ofInterface).orElseThrow();
    }

    /** Returns the constructor that takes a handler; empty if the class is not a generated processor. */
    private static Optional<Constructor<? extends TProcessor>> ofInterface(Class<?> type) {
        if (!TBaseProcessor.class.isAssignableFrom(type)) {
            return Optional.empty();
        }
        return Arrays.stream(type.asSubclass(TProcessor.class).getConstructors())
                .filter(each -> each.getParameterCount() == 1)
                .<Constructor<? extends TProcessor>>map(JarService::asProcessor)
                .findFirst();
    }

    /** Unchecked, but safe: the constructors of a class create instances of this class only. */
    @SuppressWarnings("unchecked")
    private static Constructor<? extends TProcessor> asProcessor(Constructor<?> each) {
        return (Constructor<? extends TProcessor>) each;
    }

    private static Constructor<?> handler(ServiceClassPath classes, Class<?> iface, Optional<String> name) {
        Optional<Constructor<?>> given = name.flatMap(classes::find).flatMap(type -> constructor(type, iface));
        if (given.isPresent()) {
            return given.get();
        }
        List<String> handlers = classes.names().stream()
                .filter(each -> classes.find(each)
                        .flatMap(type -> constructor(type, iface))
                        .isPresent())
                .toList();
        if (handlers.isEmpty()) {
            throw new IllegalArgumentException("handler is " + name.orElse("missing") + ", must be a class of "
                    + classes + " that implements " + iface.getCanonicalName()
                    + " and has a constructor without parameters");
        }
        String wanted = oneOf("handler", name, handlers);
        if (!handlers.contains(wanted)) {
            throw new IllegalArgumentException("handler is " + wanted + ", " + mustBeOneOf(handlers));
        }
        return classes.find(wanted)
                .<Constructor<?>>flatMap(type -> constructor(type, iface))
                .orElseThrow();
    }

    /** Returns the constructor without parameters; empty if the class is not a handler. */
    private static Optional<Constructor<?>> constructor(Class<?> type, Class<?> iface) {
        if (!iface.isAssignableFrom(type) || Modifier.isAbstract(type.getModifiers())) {
            return Optional.empty();
        }
        try {
            Constructor<?> found = type.getDeclaredConstructor();
            found.setAccessible(true);
            return Optional.of(found);
        } catch (NoSuchMethodException | LinkageError absent) {
            return Optional.empty();
        }
    }

    /** Returns the given name, or if there is none, the only known name. */
    private static String oneOf(String option, Optional<String> name, List<String> known) {
        if (name.isEmpty() && known.size() > 1) {
            throw new IllegalArgumentException(option + " is missing, " + mustBeOneOf(known));
        }
        return name.orElse(known.get(0));
    }

    private static String mustBeOneOf(List<String> known) {
        return "must be one of: " + String.join(", ", known);
    }

    @Override
    public TProcessor processor() {
        try {
            return processor.newInstance(handler.newInstance());
        } catch (InvocationTargetException failed) {
            throw new IllegalArgumentException(
                    "handler is " + name() + ", but cannot be created: " + failed.getCause(), failed);
        } catch (ReflectiveOperationException | LinkageError failed) {
            throw new IllegalArgumentException("handler is " + name() + ", but cannot be created: " + failed, failed);
        }
    }

    private String name() {
        return handler.getDeclaringClass().getName();
    }

    /** {@return the names of the service class and the handler class} */
    @Override
    public String toString() {
        return processor.getDeclaringClass().getEnclosingClass().getName() + " with " + name();
    }
}
