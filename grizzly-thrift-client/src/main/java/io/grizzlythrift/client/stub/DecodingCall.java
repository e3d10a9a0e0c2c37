package io.grizzlythrift.client.stub;

import io.grizzlythrift.client.call.CallFailedException;
import io.grizzlythrift.client.codec.CallCodec;
import io.grizzlythrift.client.codec.ServiceMethod;
import io.grizzlythrift.client.inflight.Call;
import io.grizzlythrift.client.pool.ClientParts;
import java.util.Optional;
import org.apache.thrift.TException;

/** A call of a generated method whose caller does not wait: the reply is decoded where callbacks run. */
abstract class DecodingCall extends Call {
    private final ServiceMethod serviceMethod;
    private final ClientParts parts;

    DecodingCall(ServiceMethod serviceMethod, long timeoutNanos, ClientParts parts) {
        super(serviceMethod.name(), serviceMethod.isOneway(), timeoutNanos, parts.now());
        this.serviceMethod = serviceMethod;
        this.parts = parts;
    }

    /** Tells the caller the result. Runs code of the user's. */
    abstract void tellResult(Object result);

    /** Tells the caller that there is no result. Runs code of the user's. */
    abstract void tellFailure(Exception failure);

    /** Whether the caller was told, or code of the user's begun that tells. */
    abstract boolean isTold();

    @Override
    public final Optional<String> service() {
        return serviceMethod.service().name();
    }

    @Override
    public final void replied(CallCodec reply) {
        if (!parts.outcomes().hasCallbackExecutor()) {
            decode(reply);
            return;
        }
        byte[] array = reply.array();
        int offset = reply.offset();
        int length = reply.length();
        parts.outcomes().runHere(() -> decodeAgain(array, offset, length));
    }

    private void decodeAgain(byte[] array, int offset, int length) {
        try {
            CallCodec codec = parts.codecs().take();
            try {
                codec.read(array, offset, length);
                decode(codec);
            } finally {
                parts.codecs().giveBack(codec);
            }
        } catch (Throwable t) {
            parts.outcomes().broken(this, true, t);
        }
    }

    private void decode(CallCodec codec) {
        Object result;
        try {
            result = codec.readResult(serviceMethod);
        } catch (Throwable t) {
            TException failure = parts.outcomes().notAResult(this, t, codec.length());
            deliver(null, failure);
            return;
        }
        parts.outcomes().completed(this, codec.length());
        deliver(result, null);
    }

    @Override
    public final void sent() {
        deliver(null, null);
    }

    @Override
    public final void failed(CallFailedException failure) {
        deliver(null, failure);
    }

    /** Throws only if the caller knows nothing of the end: an Error came before. */
    private void deliver(Object result, Exception failure) {
        try {
            if (failure == null) {
                tellResult(result);
            } else {
                tellFailure(failure);
            }
        } catch (Throwable t) {
            if (t instanceof Error error && !isTold()) {
                throw error;
            }
            parts.outcomes().callbackFailed(this, t);
        }
    }

    @Override
    public final boolean runsUserCode() {
        return true;
    }
}
