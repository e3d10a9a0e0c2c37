package io.grizzlythrift.client.testing;

import io.grizzlythrift.message.ThriftProtocol;
import io.grizzlythrift.test.Pairs;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Function;
import org.apache.thrift.async.AsyncMethodCallback;

/**
 * The three kinds of stub, each behind both the blocking interface and the one with futures, so that one test covers them all.
 * A new kind adds a constant.
 */
public enum CallStyle {
    BLOCKING("Iface") {
        @Override
        public CompletableFuture<Object> start(Object stub, Method method, Object[] arguments) {
            CompletableFuture<Object> result = new CompletableFuture<>();
            Thread caller = new Thread(
                    () -> {
                        try {
                            result.complete(invoke(stub, method.getName(), method.getParameterTypes(), arguments));
                        } catch (Throwable t) {
                            result.completeExceptionally(t);
                        }
                    },
                    "caller of " + method.getName());
            caller.setDaemon(true);
            caller.start();
            return result;
        }

        @Override
        public Object wait(Object stub, Method method, Object[] arguments) throws Throwable {
            return invoke(stub, method.getName(), method.getParameterTypes(), arguments);
        }
    },

    CALLBACK("AsyncIface") {
        @Override
        public CompletableFuture<Object> start(Object stub, Method method, Object[] arguments) throws Throwable {
            int count = arguments.length;
            Class<?>[] types = Arrays.copyOf(method.getParameterTypes(), count + 1);
            types[count] = AsyncMethodCallback.class;
            Object[] all = Arrays.copyOf(arguments, count + 1, Object[].class);
            CompletableFuture<Object> result = new CompletableFuture<>();
            all[count] = completing(result);
            invoke(stub, method.getName(), types, all);
            return result;
        }
    },

    FUTURE("FutureIface") {
        @Override
        @SuppressWarnings("unchecked") // a generated method of FutureIface returns nothing else
        public CompletableFuture<Object> start(Object stub, Method method, Object[] arguments) throws Throwable {
            return (CompletableFuture<Object>) invoke(stub, method.getName(), method.getParameterTypes(), arguments);
        }
    };

    static final int TIMEOUT_SECONDS = 30;

    private static final Object[] NO_ARGUMENTS = {};

    private final String interfaceName;

    CallStyle(String interfaceName) {
        this.interfaceName = interfaceName;
    }

    /** Returns the rows of a data provider. */
    public static Object[][] styles() {
        List<Object[]> rows = new ArrayList<>();
        for (CallStyle style : values()) {
            rows.add(new Object[] {style});
        }
        return rows.toArray(Object[][]::new);
    }

    /**
     * Returns the rows for tests of one server in one protocol. In total, each kind of stub meets each server and each
     * protocol.
     */
    public static Object[][] stylesOf(Object[] servers, Object server, ThriftProtocol protocol) {
        return Arrays.stream(Pairs.of(servers, ThriftProtocol.values(), values()))
                .filter(row -> row[0] == server && row[1] == protocol)
                .map(row -> new Object[] {row[2]})
                .toArray(Object[][]::new);
    }

    /**
     * Creates a stub of this kind whose calls wait for their results.
     *
     * @param iface the generated interface Iface of the service
     *
     * @param stubs creates a stub of the given type
     */
    public <T> T waiting(Class<T> iface, Function<Class<?>, Object> stubs) {
        Object stub = stubs.apply(siblingOf(iface));
        return proxy(iface, (method, arguments) -> wait(stub, method, arguments));
    }

    /**
     * Creates a stub of this kind whose calls return a future at once.
     *
     * @param futureIface the generated interface FutureIface of the service
     *
     * @param stubs creates a stub of the given type
     */
    @SuppressWarnings("FutureReturnValueIgnored") // the proxy returns it
    public <T> T futures(Class<T> futureIface, Function<Class<?>, Object> stubs) {
        Object stub = stubs.apply(siblingOf(futureIface));
        return proxy(futureIface, (method, arguments) -> start(stub, method, arguments));
    }

    /** Starts a call of a method of Iface or FutureIface. */
    public abstract CompletableFuture<Object> start(Object stub, Method method, Object[] arguments) throws Throwable;

    public Object wait(Object stub, Method method, Object[] arguments) throws Throwable {
        return result(start(stub, method, arguments));
    }

    /** Waits for a future. If it failed, throws its exception, unwrapped. */
    public static <T> T result(CompletableFuture<T> future) throws Exception {
        try {
            return future.get(TIMEOUT_SECONDS, TimeUnit.SECONDS);
        } catch (ExecutionException e) {
            if (e.getCause() instanceof Exception failure) {
                throw failure;
            }
            throw e;
        } catch (TimeoutException e) {
            throw new AssertionError("the call never ended", e);
        }
    }

    /** Returns a callback that may be called once. */
    public static <T> AsyncMethodCallback<T> completing(CompletableFuture<T> future) {
        return new AsyncMethodCallback<>() {
            @Override
            public void onComplete(T response) {
                requireFirst(future.complete(response));
            }

            @Override
            public void onError(Exception failure) {
                requireFirst(future.completeExceptionally(failure));
            }

            private void requireFirst(boolean first) {
                if (!first) {
                    throw new IllegalStateException("the call has ended before"); // which the client counts
                }
            }
        };
    }

    private Class<?> siblingOf(Class<?> generated) {
        return Arrays.stream(generated.getEnclosingClass().getClasses())
                .filter(nested -> nested.getSimpleName().equals(interfaceName))
                .findFirst()
                .orElseThrow();
    }

    private interface Invocation {
        Object of(Method method, Object[] arguments) throws Throwable;
    }

    private static <T> T proxy(Class<T> type, Invocation invocation) {
        return type.cast(Proxy.newProxyInstance(
                type.getClassLoader(),
                new Class<?>[] {type},
                (proxy, method, arguments) -> invocation.of(method, arguments == null ? NO_ARGUMENTS : arguments)));
    }

    private static Object invoke(Object stub, String name, Class<?>[] types, Object[] arguments) throws Throwable {
        try {
            return stub.getClass().getInterfaces()[0].getMethod(name, types).invoke(stub, arguments);
        } catch (InvocationTargetException e) {
            throw e.getCause();
        }
    }
}
