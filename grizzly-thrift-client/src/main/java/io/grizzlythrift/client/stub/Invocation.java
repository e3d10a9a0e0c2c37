package io.grizzlythrift.client.stub;

import io.grizzlythrift.client.codec.CallCodec;
import io.grizzlythrift.client.context.ClientContext;
import org.apache.thrift.TException;

/**
 * One call of a stub, as its caller sees it: a method and its arguments. All attempts share it. Each attempt encodes the call
 * anew, unless the caller may have changed the arguments since the first one: then all attempts send the same bytes.
 *
 * <p>Nearly all calls need only one attempt. So {@link Attempts} is created when the first one fails, or before the first one
 * if the call may be hedged. Thread-safe.
 */
final class Invocation implements CallCodec.Encoder {
    private final CallStarter stub;
    private final StubMethod method;
    private final Object[] arguments;

    /** The message of the first attempt; null before that, or if each attempt is encoded anew. Guarded by {@code this}. */
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

    /** If the connection ends while the caller encodes, the next attempt waits here for the message. */
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

    /** Reads the object. Returns a value without meaning. */
    int prefetch() {
        return stub == null ? 0 : 1;
    }

    ClientContext context() {
        return stub.context();
    }

    /** {@return the caller's arguments, which must not be changed} */
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

    /** An attempt has a good reply. Returns whether to deliver it to the caller; false if the call is already over. */
    boolean succeeded(CallAttempt attempt) {
        Attempts all = attempts;
        return all == null || all.succeeded(attempt);
    }

    /**
     * An attempt ended with an exception. Starts the next attempt if one may follow.
     *
     * @return the exception for the caller; null if another attempt runs, or the call is already over
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
