package io.grizzlythrift.server;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandleProxies;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.lang.reflect.Proxy;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.glassfish.grizzly.IOStrategy;
import org.glassfish.grizzly.threadpool.ThreadPoolConfig;

/**
 * Makes a strategy that does what another one does, but has a default configuration for the worker pool: a running transport
 * that gets it keeps the configuration that it has. It outlives the listener, perhaps in a transport that outlives the
 * application. So it consists of objects of the JDK and of Grizzly alone; a class of this library, even a lambda, would keep
 * the class loader of the application.
 */
final class PoolKeepingStrategy {
    private static final MethodType HANDLER =
            MethodType.methodType(Object.class, Object.class, Method.class, Object[].class);

    private static final String POOL_METHOD = "createDefaultWorkerPoolConfig";

    private PoolKeepingStrategy() {}

    static IOStrategy of(IOStrategy strategy) {
        Thread current = Thread.currentThread();
        ClassLoader context = current.getContextClassLoader();
        current.setContextClassLoader(null); // it would be the loader of the handler
        try {
            return (IOStrategy) Proxy.newProxyInstance(
                    IOStrategy.class.getClassLoader(),
                    new Class<?>[] {IOStrategy.class},
                    MethodHandleProxies.asInterfaceInstance(InvocationHandler.class, handlerOf(strategy)));
        } catch (ReflectiveOperationException e) {
            throw new LinkageError(IOStrategy.class.getName(), e);
        } finally {
            current.setContextClassLoader(context);
        }
    }

    private static MethodHandle handlerOf(IOStrategy strategy) throws ReflectiveOperationException {
        List<Method> methods = Stream.of(Object.class, IOStrategy.class)
                .flatMap(type -> Arrays.stream(type.getMethods()))
                .filter(method -> !Modifier.isFinal(method.getModifiers()))
                .toList();
        MethodHandle handler = MethodHandles.empty(HANDLER);
        for (Method method : methods) {
            MethodHandle isMethod = MethodHandles.publicLookup()
                    .bind(method, "equals", MethodType.methodType(boolean.class, Object.class))
                    .asType(MethodType.methodType(boolean.class, Method.class));
            handler = MethodHandles.guardWithTest(
                    MethodHandles.dropArguments(isMethod, 0, Object.class),
                    MethodHandles.dropArguments(callOf(strategy, method), 0, Object.class, Method.class),
                    handler);
        }
        return handler;
    }

    /** Returns a handle that takes the arguments of the method. */
    private static MethodHandle callOf(IOStrategy strategy, Method method) throws ReflectiveOperationException {
        if (method.getName().equals(POOL_METHOD)) { // used only if there is no configuration
            return MethodHandles.dropArguments(
                    MethodHandles.constant(Object.class, ThreadPoolConfig.defaultConfig()), 0, Object[].class);
        }
        return MethodHandles.publicLookup()
                .unreflect(method)
                .bindTo(strategy)
                .asSpreader(Object[].class, method.getParameterCount())
                .asType(MethodType.methodType(Object.class, Object[].class));
    }
}
