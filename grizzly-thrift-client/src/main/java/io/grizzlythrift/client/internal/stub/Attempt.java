package io.grizzlythrift.client.internal.stub;

import io.grizzlythrift.client.call.CallFailedException;
import io.grizzlythrift.client.internal.call.CallCodec;
import io.grizzlythrift.client.internal.call.CallConnection;
import io.grizzlythrift.client.internal.call.PendingCall;
import io.grizzlythrift.strategy.internal.util.VarHandles;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.Optional;

/** One attempt at a call. Its end is handled by the call. */
final class Attempt extends PendingCall {
    private static final VarHandle OUTCOME =
            VarHandles.of(MethodHandles.lookup(), Attempt.class, "outcome", Object.class);

    private final ClientCall call;

    /** How the attempt ended, for a caller that waits: see {@link BlockingCall}; null before. */
    private volatile Object outcome;

    /** Creates an attempt at a call of a stub. */
    Attempt(ClientCall call, long timeoutNanos) {
        this(call, call.method().generated().name(), call.method().generated().isOneway(), timeoutNanos);
    }

    Attempt(ClientCall call, String method, boolean oneway, long timeoutNanos) {
        super(method, oneway, timeoutNanos, call.context().now());
        this.call = call;
    }

    ClientCall call() {
        return call;
    }

    /** Cancels this attempt. Returns false if it has ended, or no connection has taken it. */
    boolean cancel() {
        CallConnection connection = connection();
        return connection != null && connection.cancel(this);
    }

    @Override
    public void replied(CallCodec reply) {
        call.replied(this, reply);
    }

    @Override
    public void sent() {
        call.sent(this);
    }

    @Override
    public void failed(CallFailedException failure) {
        call.failed(this, failure);
    }

    @Override
    public boolean runsUserCode() {
        return call.runsUserCode();
    }

    /**
     * {@inheritDoc} False if the call may be hedged: the reply may then arrive on any of several connections. False, too, if it
     * waited for a connection, which the caller does not know.
     */
    @Override
    public boolean readsOwnReply() {
        return call.isAwaitedByReader() && call.attempts() == null && !hasWaited();
    }

    @Override
    public int prefetch() {
        return super.prefetch() + call.prefetch();
    }

    @Override
    public Optional<String> service() {
        return call.service();
    }

    @Override
    public boolean runsBesideAt(String endpoint) {
        Attempts attempts = call.attempts();
        return attempts != null && attempts.anyBesideAt(this, endpoint);
    }

    @Override
    public long hedgeAt() {
        Attempts attempts = call.attempts();
        return attempts == null ? NO_HEDGE : attempts.hedgeAt();
    }

    @Override
    public void hedgeDue(long now) {
        if (call.attempts().takeDue(now)) {
            call.scheduleHedge(this);
        }
    }

    // ---- for a caller that waits

    /** {@return how it ended; null before} */
    Object outcome() {
        return outcome;
    }

    /** Sets how it ended. Returns false if that is set already. */
    boolean outcome(Object how) {
        return OUTCOME.compareAndSet(this, null, how);
    }

    /** Replaces the outcome, and returns the previous one. */
    Object replaceOutcome(Object how) {
        return OUTCOME.getAndSet(this, how);
    }
}
