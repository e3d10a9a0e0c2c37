package io.grizzlythrift.cdi;

import jakarta.enterprise.context.control.RequestContextController;
import jakarta.enterprise.context.spi.CreationalContext;
import jakarta.enterprise.inject.spi.Bean;
import jakarta.enterprise.inject.spi.BeanManager;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import org.jspecify.annotations.Nullable;

/**
 * Calls a handler with a request context of its own for each call. The context is active on the calling thread until
 * the method of the handler returns or throws, whatever it throws; then its beans are destroyed. A call fails rather than
 * share the context of another one.
 */
final class RequestScopedHandler implements InvocationHandler {
    private final Object handler;
    private final BeanManager manager;
    private final Bean<?> controllers;

    private RequestScopedHandler(Object handler, BeanManager manager) {
        this.handler = handler;
        this.manager = manager;
        controllers = manager.resolve(manager.getBeans(RequestContextController.class));
    }

    /**
     * Returns a handler with the same contract.
     *
     * @param contract the generated interface that the handler implements
     */
    static Object of(Class<?> contract, Object handler, BeanManager manager) {
        return Proxy.newProxyInstance(
                contract.getClassLoader(), new Class<?>[] {contract}, new RequestScopedHandler(handler, manager));
    }

    @Override
    public @Nullable Object invoke(Object proxy, Method method, Object @Nullable [] arguments) throws Throwable {
        if (method.getDeclaringClass() == Object.class) {
            return call(method, arguments);
        }
        // facts.md#a-requestcontextcontroller-remembers-one-activation
        CreationalContext<?> created = manager.createCreationalContext(controllers);
        try {
            RequestContextController controller = (RequestContextController)
                    manager.getReference(controllers, RequestContextController.class, created);
            if (!controller.activate()) { // facts.md#a-request-context-may-outlive-its-end
                throw new IllegalStateException("the request context of an earlier call is still active on this thread,"
                        + " because an observer of its start or end failed");
            }
            try {
                return call(method, arguments);
            } finally {
                controller.deactivate();
            }
        } finally {
            created.release();
        }
    }

    private @Nullable Object call(Method method, Object @Nullable [] arguments) throws Throwable {
        try {
            return method.invoke(handler, arguments);
        } catch (InvocationTargetException e) {
            throw e.getCause();
        }
    }
}
