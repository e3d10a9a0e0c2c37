package io.grizzlythrift.client.stub;

import io.grizzlythrift.client.call.CallFailedException;
import io.grizzlythrift.client.codec.CallCodec;
import io.grizzlythrift.client.codec.GeneratedMethod;
import io.grizzlythrift.client.inflight.PendingCall;
import io.grizzlythrift.client.pool.ClientContext;
import java.util.Optional;
import org.apache.thrift.TException;

/** A call whose caller does not wait: its reply is decoded where callbacks run. */
abstract class NonblockingCall extends PendingCall {
    private final GeneratedMethod serviceMethod;
    private final ClientContext context;

    /** May make the call again; null if nothing does. */
    private Retry retry;

    NonblockingCall(GeneratedMethod serviceMethod, long timeoutNanos, ClientContext context) {
        super(serviceMethod.name(), serviceMethod.isOneway(), timeoutNanos, context.now());
        this.serviceMethod = serviceMethod;
        this.context = context;
    }

    /** Decides whether a call that failed is made again. */
    @FunctionalInterface
    interface Retry {
        /** Returns whether another attempt was started, which delivers in place of this one. */
        boolean retried(NonblockingCall failed, CallFailedException failure);
    }

    /** {@return the method that is called} */
    final GeneratedMethod serviceMethod() {
        return serviceMethod;
    }

    /** {@return whether its caller no longer waits} */
    boolean isAbandoned() {
        return false;
    }

    /** Sets what may make the call again. Before it is started. */
    final void onFailure(Retry again) {
        retry = again;
    }

    /** Delivers the result. Runs user code. */
    abstract void deliverResult(Object result);

    /** Delivers a failure. Runs user code. */
    abstract void deliverFailure(Exception failure);

    /** {@return whether the caller was notified, or the user code that notifies it has started} */
    abstract boolean isDelivered();

    @Override
    public final Optional<String> service() {
        return serviceMethod.service().name();
    }

    @Override
    public final void replied(CallCodec reply) {
        if (context.completion().hasCallbackExecutor()) {
            CallCodec.Message message = reply.message();
            context.completion().runHere(() -> decodeElsewhere(message));
        } else if (reply.isCompressed()) { // it takes longer than the selector thread should
            CallCodec.Message message = reply.message();
            context.threads().runCallback(() -> decodeElsewhere(message));
        } else {
            decode(reply, reply.length());
        }
    }

    private void decodeElsewhere(CallCodec.Message message) {
        try {
            CallCodec codec = context.codecs().take();
            try {
                try {
                    codec.resume(message);
                } catch (TException e) {
                    codec.renew();
                    deliver(null, context.completion().notAResult(this, e, message.length()));
                    return;
                }
                decode(codec, message.length());
            } finally {
                context.codecs().giveBack(codec);
            }
        } catch (Throwable t) {
            context.completion().broken(this, true, t);
        }
    }

    private void decode(CallCodec codec, int replyBytes) {
        Object result;
        try {
            result = codec.readResult(serviceMethod);
        } catch (Throwable t) {
            TException failure = context.completion().notAResult(this, t, replyBytes);
            deliver(null, failure);
            return;
        }
        context.completion().completed(this, replyBytes);
        deliver(result, null);
    }

    @Override
    public final void sent() {
        deliver(null, null);
    }

    @Override
    public final void failed(CallFailedException failure) {
        context.completion().interceptors().callbackStarts(this);
        try {
            if (retry == null || !retry.retried(this, failure)) {
                notifyCaller(null, failure);
            }
        } finally {
            context.completion().interceptors().callbackReturned(this);
        }
    }

    private void deliver(Object result, Exception failure) {
        context.completion().interceptors().callbackStarts(this);
        try {
            notifyCaller(result, failure);
        } finally {
            context.completion().interceptors().callbackReturned(this);
        }
    }

    /** Throws only if the caller was not notified, because of an Error before that. */
    private void notifyCaller(Object result, Exception failure) {
        context.completion().reportHeaders(this);
        try {
            if (failure == null) {
                deliverResult(result);
            } else {
                deliverFailure(failure);
            }
        } catch (Throwable t) {
            if (t instanceof Error error && !isDelivered()) {
                throw error;
            }
            context.completion().callbackFailed(this, t);
        }
    }

    @Override
    public final boolean runsUserCode() {
        return true;
    }
}
