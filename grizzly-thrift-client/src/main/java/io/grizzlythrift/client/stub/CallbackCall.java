package io.grizzlythrift.client.stub;

import org.apache.thrift.async.AsyncMethodCallback;

/** An attempt at a call that ends with a callback. */
final class CallbackCall extends NonblockingCall {
    private final AsyncMethodCallback<Object> callback;

    CallbackCall(Invocation invocation, long timeoutNanos, AsyncMethodCallback<Object> callback) {
        super(invocation, timeoutNanos);
        this.callback = callback;
    }

    @Override
    CallbackCall another(long timeoutNanos) {
        return new CallbackCall(invocation(), timeoutNanos, callback);
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
