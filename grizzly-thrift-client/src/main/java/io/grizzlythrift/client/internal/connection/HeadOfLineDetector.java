package io.grizzlythrift.client.internal.connection;

import io.grizzlythrift.client.internal.call.InFlightTable;
import io.grizzlythrift.client.internal.call.PendingCall;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;

/**
 * Decides whether a call should avoid a connection because its reply may have to wait for the reply to a slow call:
 * most servers reply in the order of the requests. A call counts as slow until its reply comes if
 * <ul>
 * <li>{@link SlowMethods} does not expect it to be prompt;
 * <li>it is the oldest one in flight, and no byte came for 20 ms or two round trips; or
 * <li>it was abandoned.
 * </ul>
 *
 * <p>If the reply to a later call overtakes that to a slow one, the peer does not reply in order, and the connection is
 * never considered blocked again.
 *
 * <p>Costs one read of a counter per call and per reply while no call is slow. {@link #check} runs on the timer thread,
 * {@link #replied} on the selector thread, the other methods on any thread.
 */
public final class HeadOfLineDetector {
    /** The minimum time without bytes before a call counts as slow. */
    public static final long MIN_SLOW_NANOS = TimeUnit.MILLISECONDS.toNanos(20);

    /** A call that was seen to be slow makes its method slow if it took this many times the time without bytes. */
    public static final int LONG_FACTOR = 5;

    private final InFlightTable calls;
    private final SlowMethods methods;
    private final LongSupplier clock;
    private final LongSupplier roundTripNanos;
    private volatile boolean overtaking;

    /** The last call that was seen to hold up others, or null; and the time of that. */
    private volatile PendingCall seen;

    private volatile long seenAt;

    // Used only by check.
    private long checkedAt;

    private int readsBefore;
    private boolean waiting;
    private long quietSince;

    /**
     * Creates a detector for one connection.
     *
     * @param roundTripNanos returns the minimum time that a reply takes
     */
    public HeadOfLineDetector(
            InFlightTable calls, SlowMethods methods, LongSupplier clock, LongSupplier roundTripNanos) {
        this.calls = calls;
        this.methods = methods;
        this.clock = clock;
        this.roundTripNanos = roundTripNanos;
    }

    /** {@return whether replies to further calls may have to wait for a slow call} */
    public boolean isBlocked() {
        return calls.slowCalls() > 0 && !overtaking;
    }

    /** Records that a call was abandoned after it was sent. */
    public void abandoned(PendingCall call) {
        if (call.slowness() == PendingCall.NOT_SLOW) {
            calls.markSlow(call, PendingCall.EXPECTED_SLOW);
        } else if (call.slowness() == PendingCall.SEEN_SLOW && clock.getAsLong() - call.begun() >= longNanos()) {
            methods.blocked(call.method());
        }
    }

    /**
     * Looks for a slow call. If the check itself is late, this process was paused, and the check proves nothing.
     *
     * @param reads the number of reads from the connection
     * @param inFlight the number of calls that were sent and have no reply
     */
    public void check(int reads, int inFlight) {
        long now = clock.getAsLong();
        boolean late = now - checkedAt >= MIN_SLOW_NANOS;
        checkedAt = now;
        if (late || !waiting || inFlight == 0 || reads != readsBefore) {
            waiting = inFlight > 0;
            readsBefore = reads;
            quietSince = now;
            return;
        }
        if (now - quietSince < slowNanos() || overtaking) {
            return;
        }
        quietSince = now;
        PendingCall oldest = calls.oldestSent();
        if (oldest != null && oldest.slowness() != PendingCall.SEEN_SLOW) {
            seenAt = now;
            seen = oldest;
            calls.markSlow(oldest, PendingCall.SEEN_SLOW);
        }
    }

    private void learn(PendingCall call) {
        long nanos = clock.getAsLong() - call.begun();
        if (call.slowness() == PendingCall.SEEN_SLOW && nanos >= longNanos()) {
            methods.blocked(call.method());
        } else {
            methods.blockedNothing(call.method(), nanos < slowNanos());
        }
    }

    /** Returns the minimum time of a call that makes its method slow: longer than most pauses of a process. */
    private long longNanos() {
        return LONG_FACTOR * slowNanos();
    }

    /** Returns the time without bytes after which a call counts as slow. */
    private long slowNanos() {
        return Math.max(MIN_SLOW_NANOS, 2 * roundTripNanos.getAsLong());
    }

    /** Records the reply to a call that is still registered. */
    public void replied(PendingCall call) {
        if (calls.slowCalls() == 0) {
            return;
        }
        if (call.slowness() != PendingCall.NOT_SLOW) {
            learn(call);
        }
        PendingCall slow = seen;
        if (slow == null) {
            return;
        }
        if (slow == call) {
            seen = null;
        } else if (call.begun() - seenAt > 0 && calls.find(slow.sequenceId()) == slow) {
            overtaking = true; // the slow call had been sent when this one began
        }
    }
}
