package io.grizzlythrift.call;

import java.lang.reflect.InvocationHandler;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import org.apache.thrift.TApplicationException;
import org.apache.thrift.TException;
import org.apache.thrift.async.AsyncMethodCallback;
import org.jspecify.annotations.Nullable;

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
    private static final String SYNCHRONOUS_INTERFACE = "Iface";

    private FutureHandlers() {}

    /**
     * Adapts a handler. The reply to a call is sent when its future completes, on the thread that completes it. The
     * reply is the result, an exception that the IDL declares, or a {@link TApplicationException} of the handler. Any other
     * exception is logged, and its caller learns no more than that the call failed. If a method throws or returns null, its
     * call fails, too.
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
        Map<Method, Target> methods = new HashMap<>();
        for (Method method : asyncInterface.getMethods()) {
            methods.put(method, new Target(withFuture(futures, method), declaredExceptions(method)));
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

    /** Returns the exceptions that the IDL declares for a method: those of the synchronous interface of its service. */
    private static List<Class<?>> declaredExceptions(Method method) {
        Class<?>[] parameters = method.getParameterTypes();
        Class<?> service = method.getDeclaringClass().getEnclosingClass();
        return Arrays.stream(service.getClasses())
                .filter(nested -> nested.getSimpleName().equals(SYNCHRONOUS_INTERFACE))
                .flatMap(nested -> Arrays.stream(nested.getMethods()))
                .filter(found -> found.getName().equals(method.getName())
                        && Arrays.equals(found.getParameterTypes(), Arrays.copyOf(parameters, parameters.length - 1)))
                .flatMap(found -> Arrays.stream(found.getExceptionTypes()))
                .filter(declared -> declared != TException.class)
                .toList();
    }

    /**
     * A method of the handler.
     *
     * @param declared the exceptions that the IDL declares for it
     */
    private record Target(Method method, List<Class<?>> declared) {
        /** Returns the exception that generated code may encode, with its text. */
        Exception toReply(Throwable thrown) {
            Throwable cause =
                    thrown instanceof CompletionException && thrown.getCause() != null ? thrown.getCause() : thrown;
            if (cause instanceof TApplicationException sent) {
                return sent;
            }
            if (cause instanceof Exception exception && declared.stream().anyMatch(type -> type.isInstance(cause))) {
                return exception;
            }
            TApplicationException hidden = new TApplicationException(
                    TApplicationException.INTERNAL_ERROR, "Internal error processing " + method.getName());
            hidden.initCause(cause); // generated code logs it
            return hidden;
        }
    }

    private record Adapter(Object handler, Map<Method, Target> methods) implements InvocationHandler {
        @Override
        @SuppressWarnings("FutureReturnValueIgnored") // generated callbacks throw nothing
        public @Nullable Object invoke(Object proxy, Method method, Object[] arguments) throws Throwable {
            Target target = methods.get(method);
            if (target == null) { // a method of Object
                return method.invoke(handler, arguments);
            }
            int last = arguments.length - 1;
            @SuppressWarnings("unchecked")
            AsyncMethodCallback<Object> callback = (AsyncMethodCallback<Object>) arguments[last];
            CompletableFuture<?> future;
            try {
                future = (CompletableFuture<?>) target.method().invoke(handler, Arrays.copyOf(arguments, last));
            } catch (InvocationTargetException e) {
                if (e.getCause() instanceof Error error) {
                    throw error;
                }
                future = CompletableFuture.failedFuture(e.getCause());
            }
            if (future == null) {
                future = CompletableFuture.failedFuture(
                        new IllegalStateException(target.method() + " returned null, not a future"));
            }
            future.whenComplete((result, thrown) -> complete(target, callback, result, thrown));
            return null;
        }

        private static void complete(
                Target target, AsyncMethodCallback<Object> callback, Object result, Throwable thrown) {
            if (thrown != null) {
                callback.onError(target.toReply(thrown));
                return;
            }
            try {
                callback.onComplete(result);
            } catch (Error e) { // the result cannot be encoded; the future would keep the error to itself
                callback.onError(target.toReply(e));
            }
        }
    }
}
