package io.grizzlythrift.client.pool;

import io.grizzlythrift.client.inflight.InFlightTable;
import io.grizzlythrift.client.inflight.PendingCall;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/**
 * Tells a connection whose peer has vanished without a word from one that is only slow. It has vanished if
 * {@value #TIMEOUTS} calls in a row timed out, and no byte came since the first of them began, for at least the longest
 * time-out of these and of the calls that are in flight still; and if no call is left that began before the first
 * of them timed out: what began together ends together, each call at its deadline. Any byte, be it of a late reply,
 * begins it all anew. A silence of less than a second, or of the client's own time-out of calls if that is less, never
 * counts: calls with very short time-outs end before a slow peer can have said anything, or a lost packet was sent again
 * (RFC 6298: after a second at first).
 *
 * <p>Nothing is done for a call that does not time out, but to note how often bytes had come when it began.
 */
public final class SilentPeerDetector {
    /** How many calls in a row have to time out: {@value}. */
    static final int TIMEOUTS = 3;

    private static final long LEAST_NANOS = TimeUnit.SECONDS.toNanos(1);

    private final InFlightTable calls;
    private final long leastNanos;

    /** How often bytes had come when the calls that are counted here began. */
    private int reads = -1;

    private int timeouts;
    private long longestNanos;
    private long since;

    /** When the first of them timed out. */
    private long firstDeadline;

    /**
     * One of the calls that began before then and were in flight, or null: while that one is, nobody needs to look for
     * another. Of many that began together each would look at all the others otherwise.
     */
    private PendingCall older;

    /** @param callTimeout of calls that have no other */
    SilentPeerDetector(InFlightTable calls, Duration callTimeout) {
        this.calls = calls;
        leastNanos = Math.min(LEAST_NANOS, callTimeout.toNanos());
    }

    /** Whether a call has timed out since something came. */
    synchronized boolean hasTimeouts() {
        return timeouts > 0;
    }

    /** A call timed out. */
    synchronized void timedOut(PendingCall call, int readsNow) {
        if (call.readsBefore() != readsNow) {
            return; // something came since it began
        }
        if (reads != readsNow) {
            reads = readsNow;
            timeouts = 0;
            longestNanos = 0;
            since = Long.MAX_VALUE;
            firstDeadline = Long.MAX_VALUE;
            older = null;
        }
        timeouts++;
        longestNanos = Math.max(longestNanos, call.timeoutNanos());
        since = Math.min(since, call.begun());
        firstDeadline = Math.min(firstDeadline, call.deadline());
    }

    /** For how long nothing has come, in nanoseconds, if that is to be the end of the connection; otherwise 0. */
    synchronized long silentNanos(long now, int readsNow) {
        if (timeouts < TIMEOUTS || reads != readsNow) {
            return 0;
        }
        if (older != null && isOlder(older)) {
            return 0;
        }
        InFlight inFlight = new InFlight();
        calls.forEach(inFlight);
        older = inFlight.older;
        long silence = now - since;
        long bound = Math.max(leastNanos, Math.max(longestNanos, inFlight.longestNanos));
        return older != null || silence < bound ? 0 : silence;
    }

    private boolean isOlder(PendingCall call) {
        return call.state() < PendingCall.ENDED && call.begun() < firstDeadline;
    }

    /** What the calls have that may yet be answered. */
    private final class InFlight implements Consumer<PendingCall> {
        private long longestNanos;

        /** The last one: calls end in the order in which they are looked at here. */
        private PendingCall older;

        @Override
        public void accept(PendingCall call) {
            if (isOlder(call)) {
                older = call;
            }
            if (call.state() == PendingCall.SENT && !call.isOneway()) {
                longestNanos = Math.max(longestNanos, call.timeoutNanos());
            }
        }
    }
}
