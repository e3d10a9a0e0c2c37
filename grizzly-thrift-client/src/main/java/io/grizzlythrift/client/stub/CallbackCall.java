package io.grizzlythrift.client.stub;

import io.grizzlythrift.client.codec.GeneratedMethod;
import io.grizzlythrift.client.pool.ClientContext;
import org.apache.thrift.async.AsyncMethodCallback;

/** A call that ends with a callback. */
final class CallbackCall extends NonblockingCall {
    private final AsyncMethodCallback<Object> callback;

    CallbackCall(
            GeneratedMethod serviceMethod,
            long timeoutNanos,
            ClientContext context,
            AsyncMethodCallback<Object> callback) {
        super(serviceMethod, timeoutNanos, context);
        this.callback = callback;
    }

    @Override
    void deliverResult(Object result) {
        callback.onComplete(result);
    }

    @Override
    void deliverFailure(Exception failure) {
        callback.onError(failure);
    }

    @Override
    boolean isDelivered() {
        return true;
    }
}
