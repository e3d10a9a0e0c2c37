package io.grizzlythrift.internal.util;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.security.PrivilegedAction;
import java.util.concurrent.Callable;
import javax.security.auth.Subject;

/**
 * Code that runs as a subject, on the calling thread: with {@code Subject.callAs}, or with {@code Subject.doAs} on a JDK
 * before 18. By a method handle, because this class is compiled for Java 17, and later JDKs remove the latter.
 */
public final class SubjectAction<T> implements Callable<T>, PrivilegedAction<T> {
    private static final MethodHandle RUN_AS = findRunAs();

    private final Callable<T> code;
    private Throwable thrown;

    private SubjectAction(Callable<T> code) {
        this.code = code;
    }

    private static MethodHandle findRunAs() {
        try {
            return find("callAs", Callable.class);
        } catch (NoSuchMethodException e) {
            return findDoAs();
        }
    }

    private static MethodHandle findDoAs() {
        try {
            return find("doAs", PrivilegedAction.class);
        } catch (NoSuchMethodException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    private static MethodHandle find(String name, Class<?> action) throws NoSuchMethodException {
        try {
            return MethodHandles.publicLookup()
                    .findStatic(Subject.class, name, MethodType.methodType(Object.class, Subject.class, action));
        } catch (IllegalAccessException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    /** Runs code as a subject, and returns what it returns. Whatever the code throws, this throws. */
    public static <T> T run(Subject subject, Callable<T> code) throws Throwable {
        SubjectAction<T> action = new SubjectAction<>(code);
        @SuppressWarnings("unchecked") // both methods return what the action does
        T result = (T) RUN_AS.invoke(subject, action);
        if (action.thrown != null) {
            throw action.thrown;
        }
        return result;
    }

    @Override
    public T call() {
        return run();
    }

    @Override
    public T run() {
        try {
            return code.call();
        } catch (Throwable t) {
            thrown = t;
            return null;
        }
    }
}
