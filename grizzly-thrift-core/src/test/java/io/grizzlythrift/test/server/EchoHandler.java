package io.grizzlythrift.test.server;

import io.grizzlythrift.test.gen.Everything;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.util.List;
import org.apache.thrift.TProcessor;

/**
 * Replies to every method of the service at once: with the first argument if its type fits, otherwise with a minimal
 * value. It keeps nothing and never fails, so no failure of a call is caused by the handler.
 */
public final class EchoHandler {
    private EchoHandler() {}

    public static TProcessor processor() {
        return new Everything.Processor<>((Everything.Iface) Proxy.newProxyInstance(
                EchoHandler.class.getClassLoader(),
                new Class<?>[] {Everything.Iface.class},
                (proxy, method, arguments) -> reply(method, arguments)));
    }

    private static Object reply(Method method, Object[] arguments) {
        Class<?> result = method.getReturnType();
        if (method.getName().startsWith("echo")) {
            return arguments[0];
        }
        if (result == int.class) {
            return 0;
        }
        if (result == String.class) {
            return "";
        }
        return result == List.class ? List.of() : null;
    }
}
