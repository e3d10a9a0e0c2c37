package io.grizzlythrift.client.internal.stub;

import io.grizzlythrift.client.internal.call.RuntimeMethod;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;
import org.apache.thrift.TException;

/**
 * Calls methods that have no generated code, like any other call of a stub. The arguments of a call are one object, which must
 * not change until the call has ended: further attempts encode it again. Thread-safe.
 */
public final class RuntimeStub {
    static final Stub.Type TYPE = new Stub.Type("a described service", GeneratedInterface.Kind.FUTURE, Map.of());

    private final Stub stub;
    private final Function<RuntimeMethod, StubMethod> prepare;
    private final Map<RuntimeMethod, StubMethod> methods = new ConcurrentHashMap<>();

    RuntimeStub(Stub stub, Function<RuntimeMethod, StubMethod> prepare) {
        this.stub = stub;
        this.prepare = prepare;
    }

    /** Makes a call, and returns its result. */
    public Object call(RuntimeMethod method, Object arguments) throws TException {
        return stub.callAndWait(prepared(method), new Object[] {arguments});
    }

    /** Starts a call, whose result or failure the future has. */
    public CompletableFuture<Object> callLater(RuntimeMethod method, Object arguments) {
        return stub.callLater(prepared(method), new Object[] {arguments});
    }

    private StubMethod prepared(RuntimeMethod method) {
        return methods.computeIfAbsent(method, prepare);
    }
}
