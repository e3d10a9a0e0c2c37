package io.grizzlythrift.connection;

import io.grizzlythrift.limits.LimitType;
import io.grizzlythrift.limits.ServerLimits;
import io.grizzlythrift.timeout.TimeoutMonitor;
import java.util.concurrent.TimeUnit;

/**
 * The limits of time of one connection. What counts is progress, seen from visit to visit: another frame, another call,
 * more bytes sent. Only for the thread of the {@link TimeoutMonitor}.
 */
public final class ConnectionTimeouts {
    private final ServerConnection connection;
    private final ServerLimits limits;
    private final long opened;

    private long frame;
    private long frameSince;
    private long sent;
    private long sentSince;
    private long calls;
    private long idleSince;
    private boolean ending;

    /** Whether the connection is closed as soon as its calls are answered and their replies taken. */
    private boolean retired;

    private boolean quiet;

    ConnectionTimeouts(ServerConnection connection, ServerLimits limits, long now) {
        this.connection = connection;
        this.limits = limits;
        opened = now;
        frameSince = now;
        sentSince = now;
        idleSince = now;
    }

    /**
     * Checks the timeouts.
     *
     * @param now nanoseconds, on the clock of the constructor
     */
    public void visit(long now) {
        if (connection.isGivenUp()) {
            connection.abandon();
            return;
        }
        if (ending) {
            return;
        }
        quiet = false;
        connection.intake().afterProgress();
        long startedFrame = connection.incompleteFrame();
        long unsent = connection.replyQueue().unsentBytes();
        ending = endsHandshake(now)
                || endsFrame(startedFrame, now)
                || endsWriting(unsent, now)
                || endsWaiting(startedFrame, now)
                || (!retired && endsIdling(startedFrame != 0 || unsent > 0, now));
        retireIfOld(now);
    }

    private boolean endsHandshake(long now) {
        if (connection.isEstablished()
                || now - opened < limits.handshakeTimeout().toNanos()) {
            return false;
        }
        connection.terminate(
                LimitType.HANDSHAKE_TIME,
                "the TLS handshake is not complete after "
                        + limits.handshakeTimeout().toMillis() + " ms");
        return true;
    }

    private boolean endsFrame(long startedFrame, long now) {
        if (startedFrame != frame) {
            frame = startedFrame;
            frameSince = connection.incompleteSince();
        }
        if (startedFrame == 0 || isPausedForItsCalls()) {
            frameSince = now;
            return false;
        }
        if (now - frameSince < limits.frameTimeout().toNanos()) {
            return false;
        }
        connection.terminate(
                LimitType.FRAME_TIME,
                "a frame has not arrived whole after " + limits.frameTimeout().toMillis() + " ms");
        return true;
    }

    /** Whoever holds too much memory has its time go on: others wait for it. */
    private boolean isPausedForItsCalls() {
        return connection.intake().isPaused() && !connection.intake().isPausedForMemory();
    }

    private boolean endsWriting(long unsent, long now) {
        long sentBefore = sent;
        sent = connection.replyQueue().sentBytes();
        if (unsent == connection.replyQueue().queuedBytes() || sent > sentBefore) {
            sentSince = now;
            return false;
        }
        if (now - sentSince < limits.writeTimeout().toNanos()) {
            return false;
        }
        connection.terminate(
                LimitType.WRITE_TIME,
                unsent + " bytes of replies wait, and the peer has taken none for "
                        + limits.writeTimeout().toMillis() + " ms");
        return true;
    }

    /** A connection that has never begun a call. */
    private boolean endsWaiting(long startedFrame, long now) {
        if (limits.firstCallTimeout().isEmpty()
                || now - opened < limits.firstCallTimeout().get().toNanos()
                || startedFrame != 0
                || connection.replyQueue().accepted() != 0
                || connection.intake().isPaused()
                || !connection.isEstablished()) {
            return false;
        }
        connection.close(
                LimitType.FIRST_CALL_TIME,
                "it has not begun a call within "
                        + limits.firstCallTimeout().get().toMillis() + " ms, which is firstCallTimeout");
        return true;
    }

    /** Whether nothing went on at the last visit, and nothing had since the one before. */
    public boolean wasQuiet() {
        return quiet;
    }

    private boolean endsIdling(boolean busy, long now) {
        long callsBefore = calls;
        calls = connection.replyQueue().accepted();
        quiet = !busy
                && calls == callsBefore
                && connection.replyQueue().inFlight() == 0
                && connection.isEstablished()
                && !connection.intake().isPausedForMemory();
        if (!quiet) {
            idleSince = now;
            return false;
        }
        if (now - idleSince < limits.idleTimeout().toNanos()) {
            return false;
        }
        connection.close(LimitType.IDLE_TIME, "idle for " + limits.idleTimeout().toMillis() + " ms");
        return true;
    }

    /** It may still be stuck with its last replies, so visits go on. */
    private void retireIfOld(long now) {
        if (ending || retired || limits.maxConnectionAge().isEmpty()) {
            return;
        }
        long max = limits.maxConnectionAge().get().toNanos();
        if (now - opened >= max) {
            retired = true;
            connection.retire("it is " + TimeUnit.NANOSECONDS.toMillis(max) + " ms old, which is maxConnectionAge");
        }
    }
}
