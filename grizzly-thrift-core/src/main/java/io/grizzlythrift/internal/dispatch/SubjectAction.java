package io.grizzlythrift.internal.dispatch;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.security.PrivilegedAction;
import java.util.concurrent.Callable;
import javax.security.auth.Subject;
import org.apache.thrift.TException;

/**
 * Code that runs as a subject, on the calling thread: with {@code Subject.callAs}, or with {@code Subject.doAs} on a JDK
 * before 18. By a method handle, because this class is compiled for Java 17, and later JDKs remove the latter.
 */
final class SubjectAction implements Callable<Void>, PrivilegedAction<Void> {
    private static final MethodHandle RUN_AS = findRunAs();

    /** Calls a processor. */
    @FunctionalInterface
    interface Code {
        void run() throws TException;
    }

    private final Code code;
    private Throwable thrown;

    private SubjectAction(Code code) {
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

    /** Runs code as a subject. Whatever the code throws, this throws. */
    static void run(Subject subject, Code code) throws Throwable {
        SubjectAction action = new SubjectAction(code);
        RUN_AS.invoke(subject, action);
        if (action.thrown != null) {
            throw action.thrown;
        }
    }

    @Override
    public Void call() {
        return run();
    }

    @Override
    public Void run() {
        try {
            code.run();
        } catch (Throwable t) {
            thrown = t;
        }
        return null;
    }
}
