package io.grizzlythrift.client.stub;

import io.grizzlythrift.client.codec.GeneratedMethod;
import io.grizzlythrift.client.codec.GeneratedService;
import java.lang.reflect.Method;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import org.apache.thrift.TServiceClient;
import org.apache.thrift.TServiceClientFactory;

/** One of the interfaces that the Thrift compiler nests in the class of a service, next to the class Client. */
public final class GeneratedInterface {
    private final Class<?> type;
    private final StubKind kind;
    private final Class<?> client;

    private GeneratedInterface(Class<?> type, StubKind kind, Class<?> client) {
        this.type = type;
        this.kind = kind;
        this.client = client;
    }

    /**
     * Finds what a stub of a generated interface needs.
     *
     * @throws IllegalArgumentException if the type is not such an interface; the message says what is expected
     */
    public static GeneratedInterface of(Class<?> type) {
        Optional<StubKind> kind = Arrays.stream(StubKind.values())
                .filter(candidate -> candidate.interfaceName().equals(type.getSimpleName()))
                .findFirst();
        Class<?> service = type.getEnclosingClass();
        if (!type.isInterface() || kind.isEmpty() || service == null) {
            throw unfit(type, "it is not nested in the class of a service");
        }
        Class<?> client = Arrays.stream(service.getClasses())
                .filter(nested -> nested.getSimpleName().equals("Client"))
                .filter(TServiceClient.class::isAssignableFrom)
                .findFirst()
                .orElseThrow(() -> unfit(type, service.getName() + " has no public class Client"));
        return new GeneratedInterface(type, kind.get(), client);
    }

    private static IllegalArgumentException unfit(Class<?> type, String why) {
        return new IllegalArgumentException(
                type.getName() + " is not an Iface, AsyncIface or FutureIface made by the Thrift compiler: " + why);
    }

    public StubKind kind() {
        return kind;
    }

    /** {@return the generated client, whose methods write and read every call} */
    public Class<?> client() {
        return client;
    }

    public TServiceClientFactory<?> clientFactory() {
        try {
            Class<?> factory = Arrays.stream(client.getClasses())
                    .filter(TServiceClientFactory.class::isAssignableFrom)
                    .findFirst()
                    .orElseThrow(() -> unfit(type, client.getName() + " has no public class Factory"));
            return (TServiceClientFactory<?>) factory.getConstructor().newInstance();
        } catch (ReflectiveOperationException e) {
            throw new IllegalArgumentException("the factory of " + client.getName() + " cannot be used: " + e, e);
        }
    }

    /** Returns all methods, including inherited ones. */
    public Map<Method, GeneratedMethod> methods(GeneratedService service) {
        Map<Method, GeneratedMethod> methods = new HashMap<>();
        for (Method method : type.getMethods()) {
            methods.put(method, serviceMethod(service, method));
        }
        return Map.copyOf(methods);
    }

    private GeneratedMethod serviceMethod(GeneratedService service, Method method) {
        String name = method.getName();
        try {
            Method send = find("send", name, kind.argumentTypes(method))
                    .orElseThrow(() -> unfit(type, client.getName() + " has no method send_" + name));
            return GeneratedMethod.of(service, name, send, find("recv", name));
        } catch (IllegalAccessException e) {
            throw new IllegalArgumentException(client.getName() + " is not accessible: " + e.getMessage(), e);
        }
    }

    /** Finds {@code send_name}; or {@code sendName}, which the compiler generates with its option {@code fullcamel}. */
    private Optional<Method> find(String prefix, String name, Class<?>... arguments) {
        String camel = prefix + name.substring(0, 1).toUpperCase(Locale.ROOT) + name.substring(1);
        return find(prefix + "_" + name, arguments).or(() -> find(camel, arguments));
    }

    private Optional<Method> find(String name, Class<?>... arguments) {
        try {
            return Optional.of(client.getMethod(name, arguments));
        } catch (NoSuchMethodException e) {
            return Optional.empty();
        }
    }
}
