package io.grizzlythrift.client.connection;

import io.grizzlythrift.client.call.CallFailedException;
import io.grizzlythrift.client.call.CallTimeoutException;
import io.grizzlythrift.client.call.FailureCause;
import io.grizzlythrift.client.context.ClientContext;
import io.grizzlythrift.client.health.AttemptOutcome;
import io.grizzlythrift.client.health.SilentPeerDetector;
import io.grizzlythrift.client.inflight.CallDeadlines;
import io.grizzlythrift.client.inflight.InFlightTable;
import io.grizzlythrift.client.inflight.PendingCall;
import io.grizzlythrift.client.inflight.WriteQueue;
import io.grizzlythrift.log.LogLimiter;
import java.util.function.IntSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Fails calls of one connection: overdue calls, cancelled ones, and those left when the connection ends. Detects a silent
 * peer by its timeouts. Thread-safe.
 */
final class FailedCalls implements CallDeadlines.Listener {
    private static final Logger LOG = LoggerFactory.getLogger(PooledConnection.class);
    private static final LogLimiter SILENCE_LOG = new LogLimiter(System::nanoTime);
    private static final long NEVER = Long.MAX_VALUE;

    private final PooledConnection connection;
    private final ClientContext context;
    private final ConnectedEndpoint endpoint;
    private final EndReasons reasons;
    private final AbandonedCalls abandoned;
    private final WriteQueue writeQueue;
    private final SilentPeerDetector silence;
    private final CancelNotices cancelNotices;
    private final IntSupplier reads;

    /** @param reads returns the number of reads from the connection */
    FailedCalls(
            PooledConnection connection,
            ClientContext context,
            ConnectedEndpoint endpoint,
            EndReasons reasons,
            InFlightTable calls,
            AbandonedCalls abandoned,
            WriteQueue writeQueue,
            CancelNotices cancelNotices,
            IntSupplier reads) {
        this.connection = connection;
        this.context = context;
        this.endpoint = endpoint;
        this.reasons = reasons;
        this.abandoned = abandoned;
        this.writeQueue = writeQueue;
        this.cancelNotices = cancelNotices;
        this.reads = reads;
        silence = new SilentPeerDetector(calls, context.config().callTimeout());
    }

    /** {@inheritDoc} Runs on the timer thread, or on the thread of a blocking caller if the timer thread is late. */
    @Override
    public void overdue(PendingCall call, long now) {
        fail(call, sent -> overdueFailure(call, sent, now), now);
    }

    private CallFailedException overdueFailure(PendingCall call, boolean sent, long now) {
        if (now >= call.deadline()) {
            String hint = sent ? hint() : "";
            return new CallTimeoutException(call.method(), endpoint.name(), sent, call.timeout(), hint);
        }
        return reasons.noPlaceInFlight().failure(call, endpoint.name(), sent);
    }

    private String hint() {
        return reads.getAsInt() == 0 ? "; " + reasons.neverHeardOf() : connection.reported();
    }

    @Override
    public void overdueEnded() {
        connection.afterAbandoning();
    }

    /** Fails a call because its connection has ended, unless the call has ended already. */
    void fail(PendingCall call, EndReason why) {
        fail(call, sent -> why.failureOfCall(call, endpoint.name(), sent), NEVER);
    }

    /** Fails a call whose connection stays open, unless the call has ended already. */
    void cancel(PendingCall call, EndReason why) {
        fail(call, sent -> why.failure(call, endpoint.name(), sent), context.now());
    }

    /** Creates the failure of a call, which depends on whether the call was sent. */
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
            if (call.abandon(state)) {
                abandoned.count(call, state);
                if (state == PendingCall.SENT && !connection.isClosed()) {
                    cancelNotices.add(call);
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
        if (failure.mayHaveRun()) {
            endpoint.pipelining().timedOut(writeQueue.awaitingReply() > 1);
        } else if (reads.getAsInt() == 0 && !silence.hasTimeouts()) { // the connection may still be being opened
            return;
        }
        silence.timedOut(call, reads.getAsInt());
        long silent = silence.silentNanos(now, reads.getAsInt());
        if (silent > 0 && !connection.isClosed()) {
            endSilent(reasons.silent(silent, reads.getAsInt() != 0));
        }
    }

    /** Ends the connection to a peer that has vanished. */
    private void endSilent(EndReason why) {
        context.completion().counters().countSilentConnection();
        SILENCE_LOG.log(suppressed -> LOG.info(
                "client '{}': replaces a connection to {}: {}{}",
                context.config().name(),
                endpoint.name(),
                why.reason(),
                LogLimiter.suffix(suppressed)));
        connection.end(why);
    }
}
