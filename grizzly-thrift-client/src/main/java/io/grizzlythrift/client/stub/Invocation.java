package io.grizzlythrift.client.stub;

import io.grizzlythrift.client.codec.CallCodec;
import io.grizzlythrift.client.context.ClientContext;
import org.apache.thrift.TException;

/**
 * One call of a stub, as its caller sees it: a method and its arguments. All attempts share it. Each attempt encodes the call
 * anew, unless the caller may have changed the arguments since the first one: then all attempts send the same bytes, of which
 * a copy is kept until the call is over, if there may be further attempts and there is room for it.
 *
 * <p>Nearly all calls need only one attempt. So {@link Attempts} is created when the first one fails, or before the first one
 * if the call may be hedged. Thread-safe.
 */
final class Invocation implements CallCodec.Encoder {
    private final CallStarter stub;
    private final StubMethod method;

    /** Null once no attempt encodes them any more. */
    private Object[] arguments;

    /** Whether the message of the first attempt is kept. Set before that is started. */
    private boolean keeps;

    // Guarded by this, and only for a message that is kept.

    /** The message of the first attempt; null before, if there was no room for it, and once the call is over. */
    private byte[] kept;

    private boolean encoded;
    private boolean over;

    /** Null as long as the first attempt is the only one. */
    private volatile Attempts attempts;

    Invocation(CallStarter stub, StubMethod method, Object[] arguments) {
        this.stub = stub;
        this.method = method;
        this.arguments = arguments;
    }

    /** Has the message kept for further attempts. Called before the first one is started. */
    void keepMessage() {
        keeps = true;
    }

    @Override
    public void encode(CallCodec codec, int sequenceId) throws TException {
        if (keeps) {
            encodeOnce(codec, sequenceId);
        } else {
            codec.writeCall(method.generated(), arguments, sequenceId);
            if (method.keepsMessage()) {
                arguments = null; // they may be large, and there is no other attempt
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
        codec.writeCall(method.generated(), arguments, sequenceId);
        encoded = true;
        arguments = null;
        kept = codec.keepWritten(context().memory()).orElse(null);
    }

    /** {@return whether another attempt can send the call} */
    boolean isRepeatable() {
        if (!method.keepsMessage()) {
            return true;
        }
        if (!keeps) {
            return false;
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
    void end(CallCodec codec) {
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

    /** {@return the caller's arguments, which must not be changed; only before the first attempt is started} */
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
