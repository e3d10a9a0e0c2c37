package io.grizzlythrift.test.everything;

import io.grizzlythrift.test.gen.Everything;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.util.Arrays;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executor;
import org.apache.thrift.TProcessor;
import org.apache.thrift.async.AsyncMethodCallback;

/**
 * An asynchronous handler that behaves like {@link EverythingHandler}, on an executor, except for {@code hold}, whose
 * callback it keeps for the test.
 */
public final class AsyncEverything {
    private final EverythingHandler handler = new EverythingHandler();
    private final Map<String, CompletableFuture<AsyncMethodCallback<Object>>> held = new ConcurrentHashMap<>();
    private final Executor executor;

    public AsyncEverything(Executor executor) {
        this.executor = executor;
    }

    public TProcessor processor() {
        Everything.AsyncIface async = (Everything.AsyncIface) Proxy.newProxyInstance(
                getClass().getClassLoader(),
                new Class<?>[] {Everything.AsyncIface.class},
                (proxy, method, arguments) -> {
                    begin(method, arguments);
                    return null;
                });
        return new Everything.AsyncProcessor<>(async);
    }

    public EverythingHandler handler() {
        return handler;
    }

    /** Returns a future of the callback of {@code hold(key)}. */
    public CompletableFuture<AsyncMethodCallback<Object>> held(String key) {
        return held.computeIfAbsent(key, unused -> new CompletableFuture<>());
    }

    @SuppressWarnings("unchecked")
    private void begin(Method method, Object[] all) {
        Object[] arguments = Arrays.copyOf(all, all.length - 1);
        AsyncMethodCallback<Object> callback = (AsyncMethodCallback<Object>) all[all.length - 1];
        if (method.getName().equals("hold")) {
            held((String) arguments[0]).complete(callback);
            return;
        }
        executor.execute(() -> reply(method, arguments, callback));
    }

    private void reply(Method method, Object[] arguments, AsyncMethodCallback<Object> callback) {
        Object result;
        try {
            Class<?>[] types = method.getParameterTypes();
            result = Everything.Iface.class
                    .getMethod(method.getName(), Arrays.copyOf(types, types.length - 1))
                    .invoke(handler, arguments);
        } catch (InvocationTargetException e) {
            callback.onError(e.getCause() instanceof Exception x ? x : new IllegalStateException(e.getCause()));
            return;
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException(e);
        }
        callback.onComplete(result);
    }
}
