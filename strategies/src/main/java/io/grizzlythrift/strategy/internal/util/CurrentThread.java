package io.grizzlythrift.strategy.internal.util;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;

/** Tells whether the current thread is virtual, on any JDK: by a method handle, because this class is compiled for Java 17. */
public final class CurrentThread {
    /** {@code Thread.isVirtual}; null on a JDK without virtual threads. */
    private static final MethodHandle IS_VIRTUAL = findIsVirtual();

    private CurrentThread() {}

    private static MethodHandle findIsVirtual() {
        try {
            return MethodHandles.publicLookup()
                    .findVirtual(Thread.class, "isVirtual", MethodType.methodType(boolean.class));
        } catch (ReflectiveOperationException e) {
            return null;
        }
    }

    /** {@return whether the current thread is virtual} Costs no more than a direct call. */
    public static boolean isVirtual() {
        if (IS_VIRTUAL == null) {
            return false;
        }
        try {
            return (boolean) IS_VIRTUAL.invokeExact(Thread.currentThread());
        } catch (Throwable t) {
            throw new AssertionError(t); // the method throws nothing
        }
    }
}
