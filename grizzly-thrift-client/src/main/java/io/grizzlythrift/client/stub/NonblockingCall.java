package io.grizzlythrift.client.stub;

import io.grizzlythrift.client.call.CallFailedException;
import io.grizzlythrift.client.codec.CallCodec;
import io.grizzlythrift.client.codec.CodecPool;
import io.grizzlythrift.client.completion.CallCompletion;
import org.apache.thrift.TException;

/** An attempt at a call whose caller does not wait. The reply is decoded where callbacks run. */
abstract class NonblockingCall extends CallAttempt {
    NonblockingCall(Invocation invocation, long timeoutNanos) {
        super(invocation, timeoutNanos);
    }

    private CallCompletion completion() {
        return invocation().context().completion();
    }

    /** Delivers the result. Runs user code. */
    abstract void deliverResult(Object result);

    /** Delivers a failure. Runs user code. */
    abstract void deliverFailure(Exception failure);

    /** {@return whether the caller was notified, or user code that notifies it has started} */
    abstract boolean isDelivered();

    @Override
    public final void replied(CallCodec reply) {
        if (completion().hasCallbackExecutor()) {
            CallCodec.Message message = reply.message();
            completion().runHere(() -> decodeElsewhere(message));
        } else if (reply.isCompressed()) { // decompressing would occupy the selector thread for too long
            CallCodec.Message message = reply.message();
            invocation().context().threads().runCallback(() -> decodeElsewhere(message));
        } else if (!invocation().context().threads().isOwn()) { // read by the caller of another call
            CallCodec.Message message = reply.message();
            connection().runOnSelector(() -> decodeElsewhere(message));
        } else {
            decode(reply, reply.length());
        }
    }

    private void decodeElsewhere(CallCodec.Message message) {
        try {
            CodecPool codecs = invocation().context().codecs();
            CallCodec codec = codecs.take();
            try {
                try {
                    codec.resume(message);
                } catch (TException e) {
                    codec.renew();
                    deliver(codec, null, completion().notAResult(this, e, message.length()));
                    return;
                }
                decode(codec, message.length());
            } finally {
                codecs.giveBack(codec);
            }
        } catch (Throwable t) {
            completion().broken(this, true, t);
        }
    }

    private void decode(CallCodec codec, int replyBytes) {
        Object result;
        try {
            result = codec.readResult(invocation().method().generated());
        } catch (Throwable t) {
            TException failure = completion().notAResult(this, t, replyBytes);
            deliver(codec, null, failure);
            return;
        }
        completion().completed(this, replyBytes);
        deliver(codec, result, null);
    }

    @Override
    public final void sent() {
        deliver(null, null, null);
    }

    @Override
    public final void failed(CallFailedException failure) {
        deliver(null, null, failure);
    }

    /**
     * Ends the attempt, and with it the call unless another attempt runs or follows.
     *
     * @param codec the codec that has read the reply; null for none
     */
    private void deliver(CallCodec codec, Object result, TException failure) {
        if (failure == null && !invocation().succeeded(this)) {
            return;
        }
        completion().interceptors().callbackStarts(this);
        try {
            TException toDeliver = failure == null ? null : invocation().failed(this, failure);
            if (failure == null || toDeliver != null) {
                invocation().end(codec);
                notifyCaller(result, toDeliver);
            }
        } finally {
            completion().interceptors().callbackReturned(this);
        }
    }

    @Override
    final void scheduleHedge(Attempts attempts) {
        connection().runOnSelector(() -> {
            completion().interceptors().callbackStarts(this);
            try {
                attempts.hedge();
            } finally {
                completion().interceptors().callbackReturned(this);
            }
        });
    }

    /** Throws only if an Error prevented the notification of the caller. */
    private void notifyCaller(Object result, Exception failure) {
        completion().reportHeaders(this);
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
            completion().callbackFailed(this, t);
        }
    }

    @Override
    public final boolean runsUserCode() {
        return true;
    }
}
