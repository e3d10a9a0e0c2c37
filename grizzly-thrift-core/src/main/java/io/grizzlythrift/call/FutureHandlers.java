package io.grizzlythrift.call;

import java.lang.reflect.InvocationHandler;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import org.apache.thrift.async.AsyncMethodCallback;

/**
 * Adapts handlers that return futures, whose interface is generated with the compiler option {@code future_iface}, to
 * the asynchronous interface with callbacks that a server needs.
 *
 * <pre>{@code
 * Calculator.FutureIface handler = ...;
 * builder.processor(new Calculator.AsyncProcessor<>(FutureHandlers.adapt(Calculator.AsyncIface.class, handler)));
 * }</pre>
 */
public final class FutureHandlers {
    private static final String FUTURE_INTERFACE = "FutureIface";

    private FutureHandlers() {}

    /**
     * Adapts a handler. The reply to a call is sent when its future completes, on the thread that completes it. The
     * reply is the result, an exception that the IDL declares, or an internal error. If a method throws or returns
     * null, its call fails.
     *
     * @param asyncInterface the {@code AsyncIface} of the service
     * @param handler an implementation of {@code FutureIface}; any number of threads may call it at the same time
     * @param <A> the interface with callbacks
     * @return a handler for {@code Service.AsyncProcessor}
     * @throws IllegalArgumentException if the handler does not implement the {@code FutureIface} of the same service
     */
    public static <A> A adapt(Class<A> asyncInterface, Object handler) {
        Class<?> futures = futureInterfaceOf(Objects.requireNonNull(asyncInterface, "asyncInterface"));
        if (!futures.isInstance(Objects.requireNonNull(handler, "handler"))) {
            throw new IllegalArgumentException(
                    handler.getClass().getName() + " does not implement " + futures.getName());
        }
        Map<Method, Method> methods = new HashMap<>();
        for (Method method : asyncInterface.getMethods()) {
            methods.put(method, withFuture(futures, method));
        }
        Object proxy = Proxy.newProxyInstance(
                asyncInterface.getClassLoader(), new Class<?>[] {asyncInterface}, new Adapter(handler, methods));
        return asyncInterface.cast(proxy);
    }

    private static Class<?> futureInterfaceOf(Class<?> asyncInterface) {
        Class<?> service = asyncInterface.getEnclosingClass();
        if (service == null || !asyncInterface.isInterface()) {
            throw new IllegalArgumentException(asyncInterface.getName() + " is not the AsyncIface of a service");
        }
        return Arrays.stream(service.getClasses())
                .filter(nested -> nested.getSimpleName().equals(FUTURE_INTERFACE))
                .findAny()
                .orElseThrow(() -> new IllegalArgumentException(service.getName()
                        + " has no FutureIface; it was generated without the compiler option future_iface"));
    }

    private static Method withFuture(Class<?> futures, Method method) {
        Class<?>[] parameters = method.getParameterTypes();
        try {
            return futures.getMethod(method.getName(), Arrays.copyOf(parameters, parameters.length - 1));
        } catch (NoSuchMethodException e) {
            throw new IllegalArgumentException(futures.getName() + " does not fit " + method, e);
        }
    }

    private record Adapter(Object handler, Map<Method, Method> methods) implements InvocationHandler {
        @Override
        @SuppressWarnings("FutureReturnValueIgnored") // generated callbacks throw nothing
        public Object invoke(Object proxy, Method method, Object[] arguments) throws Throwable {
            Method withFuture = methods.get(method);
            if (withFuture == null) { // a method of Object
                return method.invoke(handler, arguments);
            }
            int last = arguments.length - 1;
            @SuppressWarnings("unchecked")
            AsyncMethodCallback<Object> callback = (AsyncMethodCallback<Object>) arguments[last];
            CompletableFuture<?> future;
            try {
                future = (CompletableFuture<?>) withFuture.invoke(handler, Arrays.copyOf(arguments, last));
            } catch (InvocationTargetException e) {
                throw e.getCause();
            }
            if (future == null) {
                throw new IllegalStateException(withFuture + " returned null, not a future");
            }
            future.whenComplete((result, thrown) -> complete(callback, result, thrown));
            return null;
        }

        private static void complete(AsyncMethodCallback<Object> callback, Object result, Throwable thrown) {
            if (thrown == null) {
                callback.onComplete(result);
                return;
            }
            Throwable cause =
                    thrown instanceof CompletionException && thrown.getCause() != null ? thrown.getCause() : thrown;
            callback.onError(cause instanceof Exception exception ? exception : new CompletionException(cause));
        }
    }
}
