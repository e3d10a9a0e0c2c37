package io.grizzlythrift.client.internal.stub;

import io.grizzlythrift.client.config.CallOptions;
import io.grizzlythrift.client.internal.call.InheritedContext;
import io.grizzlythrift.client.internal.connection.ClientContext;
import io.grizzlythrift.client.internal.endpoint.ConnectionPool;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import org.apache.thrift.TException;

/** Implements a generated interface: makes a {@link ClientCall} for each call of a method, and starts its attempts. */
final class Stub implements InvocationHandler {
    /** A generated interface, and its methods. */
    record Type(String name, GeneratedInterface.Kind kind, Map<Method, StubMethod> methods) {}

    private static final Object[] NO_ARGUMENTS = {};

    private final Type type;
    private final ClientContext context;
    private final ConnectionPool pool;
    private final Retries retries;
    private final StubSettings settings;

    Stub(Type type, ClientContext context, ConnectionPool pool, Retries retries, CallOptions options) {
        this.type = type;
        this.context = context;
        this.pool = pool;
        this.retries = retries;
        settings = new StubSettings(context, options);
    }

    <T> T proxy(Class<T> as) {
        return as.cast(Proxy.newProxyInstance(as.getClassLoader(), new Class<?>[] {as}, this));
    }

    @Override
    public Object invoke(Object proxy, Method method, Object[] arguments) throws TException {
        StubMethod called = type.methods().get(method);
        if (called != null) {
            return call(called, arguments == null ? NO_ARGUMENTS : arguments);
        }
        return switch (method.getName()) {
            case "equals" -> proxy == arguments[0];
            case "hashCode" -> System.identityHashCode(proxy);
            default -> "stub of " + type.name();
        };
    }

    private Object call(StubMethod method, Object[] arguments) throws TException {
        return switch (type.kind()) {
            case BLOCKING -> callAndWait(method, arguments);
            case CALLBACK -> {
                start(CallbackCall.of(this, method, arguments));
                yield null;
            }
            case FUTURE -> callLater(method, arguments);
        };
    }

    /** Makes a call, and returns its result. */
    Object callAndWait(StubMethod method, Object[] arguments) throws TException {
        return new BlockingCall(this, method, arguments).result();
    }

    /** Starts a call. Does not throw: the future has the failure. */
    CompletableFuture<Object> callLater(StubMethod method, Object[] arguments) {
        FutureCall call = new FutureCall(this, method, arguments);
        start(call);
        return call.future();
    }

    /** Starts a call with its first attempt. The call ends through its own methods, even if it fails immediately. */
    void start(ClientCall call) {
        InheritedContext inherited = settings.nextInherited();
        Attempt first = new Attempt(call, settings.timeoutNanos(inherited));
        settings.addTo(first, inherited, call.arguments());
        call.first(first);
        if (call.method().keepsMessage() && retries.mayRepeat(first)) {
            call.keepMessage();
        }
        Attempts attempts = retries.hedged(first);
        if (attempts == null) {
            start(first);
            return;
        }
        call.attempts(attempts);
        start(first);
        attempts.watch();
    }

    /** Starts an attempt. Does not throw: the attempt ends through its own methods. */
    void start(Attempt attempt) {
        pool.start(attempt, attempt.call());
    }

    ClientContext context() {
        return context;
    }

    StubSettings settings() {
        return settings;
    }

    Retries retries() {
        return retries;
    }
}
