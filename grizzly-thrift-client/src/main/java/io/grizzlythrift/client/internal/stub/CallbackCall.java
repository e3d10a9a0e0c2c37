package io.grizzlythrift.client.internal.stub;

import java.util.Objects;
import org.apache.thrift.async.AsyncMethodCallback;

/** A call that ends with a callback. */
final class CallbackCall extends NonblockingCall {
    private final AsyncMethodCallback<Object> callback;

    private CallbackCall(Stub stub, StubMethod method, Object[] arguments, AsyncMethodCallback<Object> callback) {
        super(stub, method, arguments);
        this.callback = Objects.requireNonNull(callback, "callback");
    }

    /** Creates a call whose last argument is the callback. */
    @SuppressWarnings("unchecked") // generated code declares the type of its result
    static CallbackCall of(Stub stub, StubMethod method, Object[] arguments) {
        int last = arguments.length - 1;
        return new CallbackCall(stub, method, first(arguments, last), (AsyncMethodCallback<Object>) arguments[last]);
    }

    /** Copies the first elements: few, so a loop takes less time than a copy of the memory. */
    private static Object[] first(Object[] arguments, int count) {
        Object[] first = new Object[count];
        for (int i = 0; i < count; i++) {
            first[i] = arguments[i];
        }
        return first;
    }

    /** {@inheritDoc} That includes the callback, which nothing has touched since the call was made. */
    @Override
    int prefetch() {
        return super.prefetch() + (((Object) callback).getClass() == CallbackCall.class ? 1 : 0);
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
