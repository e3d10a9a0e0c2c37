package io.grizzlythrift.client.stub;

import io.grizzlythrift.client.codec.ServiceMethod;
import io.grizzlythrift.client.pool.ClientParts;
import org.apache.thrift.async.AsyncMethodCallback;

/** A call that ends with a callback. */
final class CallbackCall extends DecodingCall {
    private final AsyncMethodCallback<Object> callback;

    CallbackCall(
            ServiceMethod serviceMethod, long timeoutNanos, ClientParts parts, AsyncMethodCallback<Object> callback) {
        super(serviceMethod, timeoutNanos, parts);
        this.callback = callback;
    }

    @Override
    void tellResult(Object result) {
        callback.onComplete(result);
    }

    @Override
    void tellFailure(Exception failure) {
        callback.onError(failure);
    }

    @Override
    boolean isTold() {
        return true;
    }
}
