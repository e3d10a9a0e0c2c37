package io.grizzlythrift.client.internal.connection;

import io.grizzlythrift.client.call.CallFailedException;
import io.grizzlythrift.client.call.CallTimeoutException;
import io.grizzlythrift.client.call.FailureCause;
import io.grizzlythrift.client.internal.call.CallDeadlines;
import io.grizzlythrift.client.internal.call.LiveCounters;
import io.grizzlythrift.client.internal.call.PendingCall;
import io.grizzlythrift.internal.call.CancelNotice;
import io.grizzlythrift.internal.frame.WireFormat;
import io.grizzlythrift.strategy.internal.util.LogLimiter;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Ends calls of one connection without a reply: cancelled and overdue ones, and those left when the connection ends. Records
 * what that says about the server, notifies it of cancelled calls, and ends the connection if its peer has vanished. Thread-safe.
 */
final class FailedCalls implements CallDeadlines.Listener {
    private static final long NEVER = Long.MAX_VALUE;
    private static final Logger LOG = LoggerFactory.getLogger(PooledConnection.class);

    private final PooledConnection connection;
    private final ClientContext context;
    private final ConnectedEndpoint endpoint;
    private final ConnectionCalls calls;
    private final WireFormat format;
    private final SilentPeerDetector silence;

    /** Whether the server accepts notices of cancelled calls. */
    private volatile boolean acceptsCancelNotices;

    FailedCalls(PooledConnection connection, ClientContext context, ConnectedEndpoint endpoint, ConnectionCalls calls) {
        this.connection = connection;
        this.context = context;
        this.endpoint = endpoint;
        this.calls = calls;
        format = context.format();
        silence = new SilentPeerDetector(calls.table(), context.config().callTimeout());
    }

    /** Ends a call that its caller abandoned. Returns false if it has already ended. */
    boolean cancel(PendingCall call) {
        int before = calls.abandon(call);
        if (before >= PendingCall.ENDED) {
            return false;
        }
        if (before == PendingCall.SENT) {
            addCancelNotice(call);
            long now = context.now();
            endpoint.health().abandoned(now - call.begun(), now);
        }
        context.completion().cancelled(call);
        calls.afterAbandoning();
        return true;
    }

    /** Ends a call because of an unexpected exception or error, unless it has ended. */
    void endBroken(PendingCall call, Throwable thrown) {
        int before = calls.abandon(call);
        if (before < PendingCall.ENDED) {
            context.completion().broken(call, before == PendingCall.SENT, thrown);
        }
    }

    /** {@inheritDoc} Runs on the timer thread, or on the thread of a blocking caller if the timer thread is late. */
    @Override
    public void overdue(PendingCall call, long now) {
        fail(call, sent -> overdueFailure(call, sent, now), now);
    }

    /** Returns the failure; null if the call was sent in time, just before this check, and its deadline has not passed. */
    private CallFailedException overdueFailure(PendingCall call, boolean sent, long now) {
        if (now < call.deadline() && sent) {
            calls.checkBy(call.deadline()); // the check has left it out
            return null;
        }
        if (now >= call.deadline()) {
            String hint = sent ? silenceHint() : "";
            return new CallTimeoutException(call.method(), endpoint.name(), sent, call.timeout(), hint);
        }
        return EndReason.noSlot(context).failure(call, endpoint.name(), sent);
    }

    private String silenceHint() {
        return connection.reads() == 0
                ? "; " + EndReason.neverHeardOf(context)
                : connection.ending().reported();
    }

    @Override
    public void overdueEnded() {
        calls.afterAbandoning();
    }

    /** Fails a call whose connection stays open, unless the call has ended already. */
    void fail(PendingCall call, EndReason why) {
        fail(call, sent -> why.failure(call, endpoint.name(), sent), context.now());
    }

    /** Fails a call because its connection has ended, unless the call has ended already. */
    void failLost(PendingCall call, EndReason why) {
        fail(call, sent -> why.failureOfCall(call, endpoint.name(), sent), NEVER);
    }

    /** Creates the failure of a call, which depends on whether the call was sent; null if the call has not failed. */
    private interface FailureOfCall {
        CallFailedException failure(boolean sent);
    }

    /**
     * Ends a call if it has not ended. The failure is created first: if that throws for lack of memory, the call remains
     * and can be ended later.
     */
    private void fail(PendingCall call, FailureOfCall why, long now) {
        for (int state = call.state(); state < PendingCall.ENDED; state = call.state()) {
            CallFailedException failure = why.failure(state == PendingCall.SENT);
            if (failure == null) {
                return;
            }
            if (call.abandon(state)) {
                calls.abandoned(call, state);
                if (state == PendingCall.SENT && !connection.isClosed()) {
                    addCancelNotice(call);
                }
                try {
                    recordFailure(call, failure);
                    recordTimeout(call, failure, now);
                } finally {
                    context.completion().failed(call, failure);
                }
                return;
            }
        }
    }

    // ---- what that says to the server, and about it

    /** Records that the server accepts notices of cancelled calls. */
    void acceptsCancelNotices() {
        acceptsCancelNotices = true;
    }

    /**
     * Queues a notice for a call that was abandoned after it was sent. The next flush writes it. Does not throw: without
     * the notice the server merely runs the call in vain.
     */
    @SuppressWarnings("EmptyCatch")
    private void addCancelNotice(PendingCall call) {
        if (!acceptsCancelNotices || call.isOneway()) {
            return;
        }
        try {
            calls.writeQueue()
                    .addNotice(CancelNotice.encode(format, context.config().protocol(), call.sequenceId()));
            context.completion().counters().count(LiveCounters.Event.CANCEL_NOTICE);
        } catch (Throwable t) {
            // Such as an OutOfMemoryError.
        }
    }

    /** Runs before the caller is notified: its next call must not go to a server that was ejected for this one. */
    private void recordFailure(PendingCall call, CallFailedException failure) {
        if (AttemptOutcome.of(failure.failure(), failure.mayHaveRun()) != AttemptOutcome.FAILED) {
            return;
        }
        long now = context.now();
        if (failure.failure() == FailureCause.TIMED_OUT) {
            endpoint.health().timedOut(now - call.begun(), call.begun(), failure.getMessage());
        } else {
            endpoint.health().lost(now);
        }
    }

    /** Runs before the caller is notified: its next call must find a silent connection replaced. */
    private void recordTimeout(PendingCall call, CallFailedException failure, long now) {
        if (failure.failure() != FailureCause.TIMED_OUT) {
            return;
        }
        int reads = connection.reads();
        if (failure.mayHaveRun()) {
            endpoint.pipelining().timedOut(calls.writeQueue().awaitingReply() > 1);
        } else if (reads == 0 && !silence.hasTimeouts()) { // the connection may still be being opened
            return;
        }
        silence.timedOut(call, reads);
        long silent = silence.silentNanos(now, reads);
        if (silent > 0 && !connection.isClosed()) {
            endSilent(EndReason.silent(context, silent, reads != 0));
        }
    }

    /** Ends the connection to a peer that has vanished. */
    private void endSilent(EndReason why) {
        context.completion().counters().count(LiveCounters.Event.SILENT_CONNECTION);
        context.logLimits()
                .silent()
                .log(suppressed -> LOG.info(
                        "client '{}': replaces a connection to {}: {}{}",
                        context.config().name(),
                        endpoint.name(),
                        why.reason(),
                        LogLimiter.suffix(suppressed)));
        connection.end(why);
    }
}
