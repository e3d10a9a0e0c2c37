package io.grizzlythrift.client.stub;

import io.grizzlythrift.client.codec.CallCodec;
import io.grizzlythrift.client.context.ClientContext;
import org.apache.thrift.TException;

/**
 * One call of a stub, as its caller sees it: a method and arguments. Its attempts share it. Each attempt encodes the call anew,
 * unless the caller may have changed the arguments since the first one: then all attempts send the same bytes.
 *
 * <p>Nearly all calls need one attempt. So the state for several is created only when the first one fails, or before it if
 * the call may be hedged. Thread-safe.
 */
final class Invocation implements CallCodec.Encoder {
    private final CallStarter stub;
    private final StubMethod method;
    private final Object[] arguments;

    /** The message of the first attempt; null before it, and if attempts are encoded anew. Guarded by {@code this}. */
    private byte[] kept;

    /** Null as long as the first attempt is the only one. */
    private volatile Attempts attempts;

    Invocation(CallStarter stub, StubMethod method, Object[] arguments) {
        this.stub = stub;
        this.method = method;
        this.arguments = arguments;
    }

    @Override
    public void encode(CallCodec codec, int sequenceId) throws TException {
        if (method.keepsMessage()) {
            encodeOnce(codec, sequenceId);
        } else {
            codec.writeCall(method.generated(), arguments, sequenceId);
        }
    }

    /** The connection may end while the caller encodes: the next attempt then waits here for the message. */
    private synchronized void encodeOnce(CallCodec codec, int sequenceId) throws TException {
        if (kept == null) {
            kept = codec.writeAndKeep(method.generated(), arguments, sequenceId);
        } else {
            codec.writeAgain(kept, sequenceId);
        }
    }

    CallStarter stub() {
        return stub;
    }

    ClientContext context() {
        return stub.context();
    }

    /** {@return the arguments of the caller, which must not be modified} */
    Object[] arguments() {
        return arguments;
    }

    StubMethod method() {
        return method;
    }

    /** {@return the attempts, if there may be more than the first one; otherwise null} */
    Attempts attempts() {
        return attempts;
    }

    /** Sets the attempts. Called before the first one is started, or once it has failed. */
    void attempts(Attempts all) {
        attempts = all;
    }

    /** An attempt has a good reply. Returns whether the caller gets it; false if the call had ended before. */
    boolean succeeded(CallAttempt attempt) {
        Attempts all = attempts;
        return all == null || all.succeeded(attempt);
    }

    /**
     * An attempt ended in another way. Makes the next one if another is allowed.
     *
     * @return the exception for the caller; null if another attempt notifies the caller, or none needs to
     */
    TException failed(CallAttempt attempt, TException failure) {
        Attempts all = attempts;
        if (all == null) {
            if (!stub.retries().mayFollow(attempt, failure, 1, 0)) {
                return failure;
            }
            all = new Attempts(attempt);
            attempts = all;
        }
        return all.failed(attempt, failure);
    }
}
