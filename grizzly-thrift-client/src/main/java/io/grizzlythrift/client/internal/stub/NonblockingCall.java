package io.grizzlythrift.client.internal.stub;

import io.grizzlythrift.client.call.CallFailedException;
import io.grizzlythrift.client.call.CallTimeoutException;
import io.grizzlythrift.client.internal.call.CallCodec;
import io.grizzlythrift.client.internal.call.CodecPool;
import org.apache.thrift.TException;

/**
 * A call whose caller does not wait. The reply is decoded where callbacks run.
 *
 * <p>If the caller may change the arguments meanwhile, all attempts send the same bytes, of which a copy is kept until the call
 * is over, if there may be further attempts and there is room for it.
 */
abstract class NonblockingCall extends ClientCall {
    /** Whether the message of the first attempt is kept. Set before that is started. */
    private boolean keeps;

    // Guarded by this, and only for a message that is kept.

    /** The message of the first attempt; null before, if there was no room for it, and once the call is over. */
    private byte[] kept;

    private boolean encoded;
    private boolean over;

    NonblockingCall(Stub stub, StubMethod method, Object[] arguments) {
        super(stub, method, arguments);
    }

    /** Delivers the result. Runs user code. */
    abstract void deliverResult(Object result);

    /** Delivers a failure. Runs user code. */
    abstract void deliverFailure(Exception failure);

    /** {@return whether the caller was notified, or user code that notifies it has started} */
    abstract boolean isDelivered();

    @Override
    final boolean runsUserCode() {
        return true;
    }

    @Override
    final void replied(Attempt attempt, CallCodec reply) {
        if (completion().callbacks().hasExecutor()) {
            CallCodec.Message message = reply.message();
            completion().callbacks().run(() -> decodeElsewhere(attempt, message));
        } else if (reply.isCompressed()) { // decompressing would occupy the selector thread for too long
            CallCodec.Message message = reply.message();
            completion().runUserCode(null, () -> decodeElsewhere(attempt, message));
        } else if (!context().threads().isOwn()) { // read by the caller of another call
            CallCodec.Message message = reply.message();
            completion().runUserCode(attempt.connection(), () -> decodeElsewhere(attempt, message));
        } else {
            attempt.markDecodedByReader();
            decode(attempt, reply, reply.length());
        }
    }

    private void decodeElsewhere(Attempt attempt, CallCodec.Message message) {
        try {
            if (message.isCompressed() && context().now() >= attempt.deadline()) {
                end(attempt, null, null, completion().undecoded(attempt, notRestoredInTime(attempt), message.length()));
                return;
            }
            CodecPool codecs = context().codecs();
            CallCodec codec = codecs.take();
            try {
                try {
                    codec.resume(message);
                } catch (TException e) {
                    codec.renew();
                    end(attempt, codec, null, completion().notAResult(attempt, e, message.length()));
                    return;
                }
                decode(attempt, codec, message.length());
            } finally {
                codecs.giveBack(codec);
            }
        } catch (Throwable t) {
            completion().broken(attempt, true, t);
        }
    }

    /** One thread may restore the replies of all calls: those whose callers have given up must not delay others. */
    private static CallTimeoutException notRestoredInTime(Attempt attempt) {
        return new CallTimeoutException(
                attempt.method(),
                attempt.connection().endpoint(),
                true,
                attempt.timeout(),
                "; its compressed reply came, but was not decompressed in time");
    }

    private void decode(Attempt attempt, CallCodec codec, int replyBytes) {
        Object result;
        try {
            result = codec.readResult(method().generated());
        } catch (Throwable t) {
            TException failure = completion().notAResult(attempt, t, replyBytes);
            end(attempt, codec, null, failure);
            return;
        }
        completion().completed(attempt, replyBytes);
        end(attempt, codec, result, null);
    }

    @Override
    final void sent(Attempt attempt) {
        end(attempt, null, null, null);
    }

    @Override
    final void failed(Attempt attempt, CallFailedException failure) {
        end(attempt, null, null, failure);
    }

    /**
     * Ends an attempt, and with it the call unless another attempt runs or follows. Nearly every call has a result, and nothing
     * but its caller to notify: its path is short enough to be inlined.
     *
     * @param codec the codec that has read the reply; null for none
     */
    private void end(Attempt attempt, CallCodec codec, Object result, TException failure) {
        if (failure == null && !succeeded(attempt)) {
            return;
        }
        if (failure != null || keeps || attempt.listeners() != null || attempt.headers() != null) {
            endAndNotifyAll(attempt, codec, result, failure);
        } else {
            notifyCaller(attempt, result, null);
        }
    }

    private void endAndNotifyAll(Attempt attempt, CallCodec codec, Object result, TException failure) {
        completion().interceptors().callbackStarts(attempt);
        try {
            TException toDeliver = failure == null ? null : retryOrFail(attempt, failure);
            if (failure == null || toDeliver != null) {
                dropMessage(codec);
                completion().callbacks().reportHeaders(attempt);
                notifyCaller(attempt, result, toDeliver);
            }
        } finally {
            completion().interceptors().callbackReturned(attempt);
        }
    }

    /** Throws only if an Error prevented the notification of the caller. */
    private void notifyCaller(Attempt attempt, Object result, Exception failure) {
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
            completion().callbacks().failed(attempt, t);
        }
    }

    @Override
    final void scheduleHedge(Attempt beside) {
        beside.connection().runOnSelector(() -> {
            completion().interceptors().callbackStarts(beside);
            try {
                attempts().hedge();
            } finally {
                completion().interceptors().callbackReturned(beside);
            }
        });
    }

    // ---- the message

    @Override
    final void keepMessage() {
        keeps = true;
    }

    @Override
    public final void encode(CallCodec codec, int sequenceId) throws TException {
        if (keeps) {
            encodeOnce(codec, sequenceId);
        } else {
            super.encode(codec, sequenceId);
            if (method().keepsMessage()) {
                dropArguments();
            }
        }
    }

    /** If the connection ends while the caller encodes, the next attempt waits here for the message. */
    private synchronized void encodeOnce(CallCodec codec, int sequenceId) throws TException {
        if (kept != null) {
            codec.writeAgain(kept, sequenceId);
            return;
        }
        if (over || encoded) {
            throw new TException(over ? "the call is over" : "no copy of the arguments was kept");
        }
        super.encode(codec, sequenceId);
        encoded = true;
        dropArguments();
        kept = codec.keepWritten(context().memory()).orElse(null);
    }

    @Override
    public final boolean hasKept() {
        if (!keeps) {
            return false;
        }
        synchronized (this) {
            return kept != null;
        }
    }

    @Override
    final boolean isRepeatable() {
        if (!keeps) {
            return !method().keepsMessage();
        }
        synchronized (this) {
            return kept != null || !encoded;
        }
    }

    /**
     * The call is over: drops the kept message. May be called again.
     *
     * @param codec a codec of the calling thread; null for none
     */
    final void dropMessage(CallCodec codec) {
        byte[] dropped = keeps ? takeKept() : null;
        if (dropped == null) {
            return;
        }
        if (codec == null) {
            context().memory().giveBackKept(dropped.length);
        } else {
            codec.drop(context().memory(), dropped);
        }
    }

    private synchronized byte[] takeKept() {
        byte[] taken = kept;
        kept = null;
        over = true;
        return taken;
    }
}
