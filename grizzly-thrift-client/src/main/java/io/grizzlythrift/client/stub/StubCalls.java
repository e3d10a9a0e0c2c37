package io.grizzlythrift.client.stub;

import io.grizzlythrift.client.codec.CallCodec;
import io.grizzlythrift.client.codec.ServiceMethod;
import io.grizzlythrift.client.pool.ClientParts;
import io.grizzlythrift.client.pool.ConnectionPool;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import org.apache.thrift.TException;
import org.apache.thrift.async.AsyncMethodCallback;

/** Begins the calls of one stub. */
public final class StubCalls {
    private final ClientParts parts;
    private final ConnectionPool pool;
    private final long timeoutNanos;

    public StubCalls(ClientParts parts, ConnectionPool pool, long timeoutNanos) {
        this.parts = parts;
        this.pool = pool;
        this.timeoutNanos = timeoutNanos;
    }

    Object callBlocking(ServiceMethod method, Object[] arguments) throws TException {
        BlockingCall call =
                new BlockingCall(method.name(), method.service().name(), method.isOneway(), timeoutNanos, parts);
        pool.start(call, (codec, id) -> codec.writeCall(method, arguments, id));
        call.await();
        if (method.isOneway()) {
            return null;
        }
        try {
            return decode(call, method);
        } catch (Throwable t) {
            throw failure(call, t);
        }
    }

    private Object decode(BlockingCall call, ServiceMethod method) throws TException {
        CallCodec codec = parts.codecs().take();
        try {
            call.readInto(codec);
            Object result = codec.readResult(method);
            parts.outcomes().completed(call, call.replyBytes());
            return result;
        } finally {
            parts.codecs().giveBack(codec);
        }
    }

    /** Counts the end in any case. */
    private TException failure(BlockingCall call, Throwable thrown) {
        try {
            return parts.outcomes().notAResult(call, thrown, call.replyBytes());
        } catch (Throwable t) {
            parts.outcomes().broken(call, true, thrown);
            throw t;
        }
    }

    void callBack(ServiceMethod method, Object[] arguments, AsyncMethodCallback<Object> callback) {
        Objects.requireNonNull(callback, "callback");
        pool.start(
                new CallbackCall(method, timeoutNanos, parts, callback),
                (codec, id) -> codec.writeCall(method, arguments, id));
    }

    CompletableFuture<Object> callFuture(ServiceMethod method, Object[] arguments) {
        FutureCall call = new FutureCall(method, timeoutNanos, parts);
        pool.start(call, (codec, id) -> codec.writeCall(method, arguments, id));
        return call.future();
    }
}
