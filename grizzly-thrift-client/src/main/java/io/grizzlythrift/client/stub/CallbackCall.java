package io.grizzlythrift.client.stub;

import java.util.Objects;
import org.apache.thrift.async.AsyncMethodCallback;

/** A call that ends with a callback. */
final class CallbackCall extends NonblockingCall {
    private final AsyncMethodCallback<Object> callback;

    CallbackCall(Stub stub, StubMethod method, Object[] arguments, AsyncMethodCallback<Object> callback) {
        super(stub, method, arguments);
        this.callback = Objects.requireNonNull(callback, "callback");
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
