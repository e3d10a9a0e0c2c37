package io.grizzlythrift.client.stub;

import io.grizzlythrift.client.codec.CallCodec;
import io.grizzlythrift.client.codec.GeneratedMethod;
import io.grizzlythrift.client.pool.ClientContext;
import io.grizzlythrift.client.pool.ConnectionPool;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import org.apache.thrift.TException;
import org.apache.thrift.async.AsyncMethodCallback;

/** Starts the calls of one stub, in each of the three styles. */
public final class CallStarter {
    private final ClientContext context;
    private final ConnectionPool pool;
    private final long timeoutNanos;

    public CallStarter(ClientContext context, ConnectionPool pool, long timeoutNanos) {
        this.context = context;
        this.pool = pool;
        this.timeoutNanos = timeoutNanos;
    }

    Object callBlocking(GeneratedMethod method, Object[] arguments) throws TException {
        BlockingCall call =
                new BlockingCall(method.name(), method.service().name(), method.isOneway(), timeoutNanos, context);
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

    private Object decode(BlockingCall call, GeneratedMethod method) throws TException {
        CallCodec codec = context.codecs().take();
        try {
            call.readInto(codec);
            Object result = codec.readResult(method);
            context.completion().completed(call, call.replyBytes());
            return result;
        } finally {
            context.codecs().giveBack(codec);
        }
    }

    /** Counts the end in any case, and returns what to throw. */
    private TException failure(BlockingCall call, Throwable thrown) {
        try {
            return context.completion().notAResult(call, thrown, call.replyBytes());
        } catch (Throwable t) {
            context.completion().broken(call, true, thrown);
            throw t;
        }
    }

    void callBack(GeneratedMethod method, Object[] arguments, AsyncMethodCallback<Object> callback) {
        Objects.requireNonNull(callback, "callback");
        pool.start(
                new CallbackCall(method, timeoutNanos, context, callback),
                (codec, id) -> codec.writeCall(method, arguments, id));
    }

    CompletableFuture<Object> callFuture(GeneratedMethod method, Object[] arguments) {
        FutureCall call = new FutureCall(method, timeoutNanos, context);
        pool.start(call, (codec, id) -> codec.writeCall(method, arguments, id));
        return call.future();
    }
}
