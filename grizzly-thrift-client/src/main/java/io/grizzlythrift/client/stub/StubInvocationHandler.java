package io.grizzlythrift.client.stub;

import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.util.Map;
import org.apache.thrift.TException;

/** The invocation handler of the proxy that implements a generated interface. */
final class StubInvocationHandler implements InvocationHandler {
    private static final Object[] NO_ARGUMENTS = {};

    private final Class<?> type;
    private final StubKind kind;
    private final Map<Method, StubMethod> methods;
    private final CallStarter calls;

    StubInvocationHandler(Class<?> type, StubKind kind, Map<Method, StubMethod> methods, CallStarter calls) {
        this.type = type;
        this.kind = kind;
        this.methods = methods;
        this.calls = calls;
    }

    <T> T proxy(Class<T> as) {
        return as.cast(Proxy.newProxyInstance(as.getClassLoader(), new Class<?>[] {as}, this));
    }

    @Override
    public Object invoke(Object proxy, Method method, Object[] arguments) throws TException {
        StubMethod called = methods.get(method);
        if (called != null) {
            return kind.call(calls, called, arguments == null ? NO_ARGUMENTS : arguments);
        }
        return switch (method.getName()) {
            case "equals" -> proxy == arguments[0];
            case "hashCode" -> System.identityHashCode(proxy);
            default -> "stub of " + type.getName();
        };
    }
}
