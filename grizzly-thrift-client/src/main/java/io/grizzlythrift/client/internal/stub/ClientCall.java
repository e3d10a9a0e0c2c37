package io.grizzlythrift.client.internal.stub;

import io.grizzlythrift.client.call.CallFailedException;
import io.grizzlythrift.client.internal.call.CallCodec;
import io.grizzlythrift.client.internal.call.CallCompletion;
import io.grizzlythrift.client.internal.connection.ClientContext;
import java.util.Optional;
import org.apache.thrift.TException;

/**
 * One call, as its caller sees it: a method and its arguments. Connections carry its attempts, each of which is queued, encoded,
 * sent and ended ({@link io.grizzlythrift.client.internal.call.PendingCall}). Subclasses wait for the result, or deliver it.
 *
 * <pre>
 *   Stub.start --> first attempt --a result, or an exception that the IDL declares--> succeeded: the caller has the result
 *                      |
 *                      +--any other end--> may another attempt follow?  --no--> the caller has the failure
 *                      |                         | yes
 *                      |                         v
 *                      +--slow, hedged---> Attempts: further ones; the first good reply ends the call
 * </pre>
 *
 * <p>Nearly all calls need only one attempt. So {@link Attempts} is created when the first one fails, or before the first one
 * if the call may be hedged. Thread-safe.
 */
abstract class ClientCall implements CallCodec.Encoder {
    private final ClientContext context;

    /** Null for a call of a transport. */
    private final Stub stub;

    /** Null for a call of a transport. */
    private final StubMethod method;

    private Object[] arguments;

    /** The first attempt. Set before it is started. */
    private Attempt first;

    /** Null as long as the first attempt is the only one. */
    private volatile Attempts attempts;

    /** Creates a call of a stub. */
    ClientCall(Stub stub, StubMethod method, Object[] arguments) {
        context = stub.context();
        this.stub = stub;
        this.method = method;
        this.arguments = arguments;
    }

    /** Creates a call of a transport, which has a single attempt. */
    ClientCall(ClientContext context) {
        this.context = context;
        stub = null;
        method = null;
    }

    // ---- how the caller gets the result

    /** An attempt has a reply. Called as {@link Attempt#replied} is. */
    abstract void replied(Attempt attempt, CallCodec reply);

    /** A oneway attempt was handed to the socket. */
    abstract void sent(Attempt attempt);

    /** An attempt ended without a reply. Throws only if the caller was not notified. */
    abstract void failed(Attempt attempt, CallFailedException failure);

    /** {@return whether the methods above run user code, so that the thread matters} */
    abstract boolean runsUserCode();

    /** {@return whether the thread that makes the call waits for it at once, and may read its reply} */
    boolean isAwaitedByReader() {
        return false;
    }

    /** {@return whether the caller no longer waits for the call} */
    boolean isAbandoned() {
        return false;
    }

    /** A hedge is due: has {@link Attempts#hedge} called where user code may run. Runs on the timer thread. */
    abstract void scheduleHedge(Attempt beside);

    /** Ends an attempt whose outcome nobody handles any more, unless it has ended. */
    void discard(Attempt attempt) {
        attempt.cancel();
    }

    // ---- attempts

    /** Sets the first attempt. Called before it is started. */
    final void first(Attempt attempt) {
        first = attempt;
    }

    final Attempt first() {
        return first;
    }

    /** {@return the attempts, if there may be more than the first one; otherwise null} */
    final Attempts attempts() {
        return attempts;
    }

    /** Sets the attempts of a call that may be hedged. Called before the first one is started. */
    final void attempts(Attempts all) {
        attempts = all;
    }

    /** An attempt has a good reply. Returns whether to deliver it to the caller; false if the call is already over. */
    final boolean succeeded(Attempt attempt) {
        Attempts all = attempts;
        return all == null || all.succeeded(attempt);
    }

    /**
     * An attempt ended with an exception. Starts the next attempt if one may follow.
     *
     * @return the exception for the caller; null if another attempt runs, or the call is already over
     */
    final TException retryOrFail(Attempt attempt, TException failure) {
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

    /** Abandons all attempts. */
    final void cancel() {
        Attempts all = attempts;
        if (all == null) {
            first.cancel();
        } else {
            all.cancel();
        }
    }

    // ---- the message

    @Override
    public void encode(CallCodec codec, int sequenceId) throws TException {
        codec.writeCall(method.generated(), arguments, sequenceId);
    }

    /**
     * Keeps the message for further attempts, because the caller may change the arguments. Called before the first one is
     * started.
     */
    void keepMessage() {}

    /** {@return whether another attempt can send the call} */
    boolean isRepeatable() {
        return true;
    }

    /** Called once no attempt encodes the arguments any more: they may be large. */
    final void dropArguments() {
        arguments = null;
    }

    // ---- what it consists of

    final Stub stub() {
        return stub;
    }

    final StubMethod method() {
        return method;
    }

    /** {@return the caller's arguments, which must not be changed; only before the first attempt is started} */
    final Object[] arguments() {
        return arguments;
    }

    /** {@return the service name on a multiplexed server; empty if there is none, or if the method name contains it} */
    Optional<String> service() {
        return method.generated().service().name();
    }

    final ClientContext context() {
        return context;
    }

    final CallCompletion completion() {
        return context.completion();
    }

    /** Reads what the end of the call needs. Returns a value without meaning. */
    int prefetch() {
        return stub == null ? 0 : 1;
    }
}
