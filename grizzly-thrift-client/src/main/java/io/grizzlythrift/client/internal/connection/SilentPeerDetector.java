package io.grizzlythrift.client.internal.connection;

import io.grizzlythrift.client.internal.call.InFlightTable;
import io.grizzlythrift.client.internal.call.PendingCall;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/**
 * Distinguishes a connection whose peer has vanished silently from one that is only slow. The peer is considered
 * vanished if all of these conditions hold:
 * <ul>
 * <li>{@value #TIMEOUTS} calls in a row timed out;
 * <li>no byte came since the first of them started, for at least the longest timeout of these calls and of the calls
 * still in flight;
 * <li>no call is still in flight that started before the first of them timed out: calls that start together end
 * together, each at its deadline.
 * </ul>
 *
 * <p>Any byte, even of a late reply, restarts the observation. A silence shorter than a second, or than the client's
 * call timeout if that is shorter, is ignored: calls with very short timeouts end before a slow peer can reply, or
 * before a lost packet is retransmitted (initially after one second, RFC 6298).
 *
 * <p>A call that does not time out costs only a copy of the number of reads when it starts. Thread-safe: guarded by the
 * lock of this object.
 */
public final class SilentPeerDetector {
    /** The number of calls in a row that must time out: {@value}. */
    public static final int TIMEOUTS = 3;

    private static final long LEAST_NANOS = TimeUnit.SECONDS.toNanos(1);

    private final InFlightTable calls;
    private final long leastNanos;

    /** The number of reads from the connection when the counted calls started. */
    private int reads = -1;

    private int timeouts;
    private long longestNanos;
    private long since;

    /** When the first of the counted calls timed out. */
    private long firstDeadline;

    /**
     * A call in flight that started before {@link #firstDeadline}, or null. While it is in flight, no search is made
     * for another one: otherwise each of many calls that started together would scan all the others.
     */
    private PendingCall older;

    /** @param callTimeout the timeout of calls that do not override it */
    public SilentPeerDetector(InFlightTable calls, Duration callTimeout) {
        this.calls = calls;
        leastNanos = Math.min(LEAST_NANOS, callTimeout.toNanos());
    }

    /** {@return whether any call has been counted as timed out} */
    public synchronized boolean hasTimeouts() {
        return timeouts > 0;
    }

    /** Records that a call timed out. */
    public synchronized void timedOut(PendingCall call, int readsNow) {
        if (call.readsBefore() != readsNow) {
            return; // bytes came since it started
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

    /** Returns how long no byte has come, if the peer is considered vanished; otherwise 0. */
    public synchronized long silentNanos(long now, int readsNow) {
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

    /** Inspects the calls that may still get a reply. */
    private final class InFlight implements Consumer<PendingCall> {
        private long longestNanos;

        /** The last older call that was visited: calls end in the order of the visit, so it stays in flight longest. */
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
