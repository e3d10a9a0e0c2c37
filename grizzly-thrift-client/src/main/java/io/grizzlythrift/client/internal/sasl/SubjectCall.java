package io.grizzlythrift.client.internal.sasl;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.security.PrivilegedActionException;
import java.security.PrivilegedExceptionAction;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletionException;
import javax.security.auth.Subject;

/** Runs code as a subject: by {@code Subject.callAs} of JDK 18 and newer, otherwise by its predecessor {@code doAs}. */
final class SubjectCall {
    private static final Optional<MethodHandle> CALL_AS = callAs();

    private SubjectCall() {}

    private static Optional<MethodHandle> callAs() {
        try {
            MethodType type = MethodType.methodType(Object.class, Subject.class, Callable.class);
            return Optional.of(MethodHandles.publicLookup().findStatic(Subject.class, "callAs", type));
        } catch (ReflectiveOperationException e) {
            return Optional.empty();
        }
    }

    /** Runs code as a subject on the current thread. Throws what the code throws. */
    @SuppressWarnings("unchecked") // callAs returns what the code does
    static <T> T run(Subject subject, Callable<T> code) throws Exception {
        try {
            return CALL_AS.isPresent()
                    ? (T) CALL_AS.get().invoke(subject, code)
                    : Subject.doAs(subject, (PrivilegedExceptionAction<T>) code::call);
        } catch (CompletionException | PrivilegedActionException e) {
            throw e.getCause() instanceof Exception cause ? cause : e;
        } catch (Exception | Error e) {
            throw e;
        } catch (Throwable t) {
            throw new IllegalStateException(t);
        }
    }
}
