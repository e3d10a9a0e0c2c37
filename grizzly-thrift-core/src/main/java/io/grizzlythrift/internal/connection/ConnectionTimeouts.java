package io.grizzlythrift.internal.connection;

import io.grizzlythrift.limits.LimitType;
import io.grizzlythrift.limits.ServerLimits;
import java.util.concurrent.TimeUnit;

/**
 * Checks the timeouts of one connection by comparing its progress since the previous check: another frame, another
 * call, more bytes sent. Called only by the thread of the {@link io.grizzlythrift.internal.dispatch.TimeoutMonitor}, except where it
 * says otherwise.
 */
public final class ConnectionTimeouts {
    /** In the last tenth of its maximum age, a connection asks its peer to send no more calls. */
    private static final int LAST_PART = 10;

    private final ServerConnection connection;
    private final ServerLimits limits;
    private final long opened;

    private long calls;

    /** Since when the first call could begin: the accept, or the first check after a handshake or a negotiation. */
    private long firstCallSince;

    /** Whether the last check found the connection established. */
    private boolean wasEstablished = true;

    /** Written by the thread of the timeout monitor. */
    private volatile long idleSince;

    /** Made by the first check that finds a frame incomplete; null before. */
    private FrameTimeout frameTimeout;

    /** Made by the first check that finds replies unsent; null before. */
    private WriteTimeout writeTimeout;

    /** Made by the first check after the peer was asked to close; null before. */
    private CloseTimeout closeTimeout;

    /** Whether the connection has reached its maximum age and closes once its replies are sent. */
    private boolean retiring;

    private boolean idle;

    /** Made by the first check in the last part of the maximum age; null before. */
    private CloseAnnouncement announcement;

    ConnectionTimeouts(ServerConnection connection, ServerLimits limits, long now) {
        this.connection = connection;
        this.limits = limits;
        opened = now;
        firstCallSince = now;
        idleSince = now;
    }

    /**
     * Checks all timeouts. Closes or terminates the connection if one has expired. A connection that closes in order stays
     * under the write timeout until its socket is closed: its peer may not read the last replies.
     *
     * @param now the time in nanoseconds, on the same clock as that of the constructor
     */
    public void check(long now) {
        if (connection.isAbandoned()) {
            connection.abandon();
            return;
        }
        idle = false;
        if (connection.orderlyClose().isLastBytesRead()
                && connection.replyQueue().isIdle()) {
            connection.closeAfterWrites();
        }
        connection.resumeReading();
        long startedFrame = connection.incompleteFrame();
        long unsent = connection.replyQueue().unsentBytes();
        boolean terminated = handshakeTimedOut(now) || frameTimedOut(startedFrame, now) || writeTimedOut(unsent, now);
        CloseRequest request = connection.orderlyClose().request();
        if (connection.isClosing()) {
            connection.continueClosing(now);
        }
        if (terminated || connection.isClosing() || request.isExpired()) {
            return;
        }
        if (request.isPending()) {
            checkCloseRequest(request, now);
            return;
        }
        boolean closing = firstCallTimedOut(startedFrame, now)
                || (!retiring && idleTimedOut(startedFrame != 0 || unsent > 0, now));
        if (!closing) {
            retireIfOld(startedFrame, now);
        }
    }

    /**
     * Closes a connection whose peer was asked to close it but did not, or turned out not to understand the request.
     */
    private void checkCloseRequest(CloseRequest request, long now) {
        long callsBefore = calls;
        calls = connection.replyQueue().accepted();
        if (closeTimeout == null) {
            closeTimeout = new CloseTimeout(now);
        }
        boolean withoutCalls = calls == callsBefore && connection.replyQueue().inFlight() == 0;
        if (!withoutCalls) {
            closeTimeout.idleSince = now;
        }
        if (calls > 0 && withoutCalls && !request.isSent()) {
            request.expire();
            connection.orderlyClose().drainUnnoticed();
        } else if (closeTimeout.isOver(now) || (calls != callsBefore && closeTimeout.isTooLateForCalls(now))) {
            connection.orderlyClose().closeUnanswered();
        }
    }

    private boolean handshakeTimedOut(long now) {
        if (connection.isHandshakeComplete()) {
            return negotiationTimedOut(now);
        }
        if (now - opened < limits.handshakeTimeout().toNanos()) {
            return false;
        }
        connection.terminate(
                LimitType.HANDSHAKE_TIMEOUT,
                "the TLS handshake is not complete after "
                        + limits.handshakeTimeout().toMillis() + " ms");
        return true;
    }

    private boolean negotiationTimedOut(long now) {
        ConnectionSecurity security = connection.security();
        if (security == null
                || !security.isPending()
                || now - security.pendingSince() < security.timeout().toNanos()) {
            return false;
        }
        connection.terminate(
                LimitType.SASL_NEGOTIATION_TIMEOUT,
                "SASL is not negotiated after " + security.timeout().toMillis() + " ms");
        return true;
    }

    private boolean frameTimedOut(long startedFrame, long now) {
        if (startedFrame == 0) {
            return false; // a later frame has another number
        }
        // facts.md#the-idle-timer-restarts-with-each-byte
        if (frameTimeout == null) {
            frameTimeout = new FrameTimeout();
        }
        if (startedFrame != frameTimeout.frame) {
            frameTimeout.frame = startedFrame;
            frameTimeout.since = connection.incompleteSince(startedFrame);
        } else if (startedFrame < 0 && !ConnectionSecurity.isNumber(startedFrame)) {
            connection.chargeIncompleteRecord();
        }
        if (isPausedForCallsOrReplies()) {
            frameTimeout.since = now;
            return false;
        }
        if (now - frameTimeout.since < limits.frameTimeout().toNanos()) {
            return false;
        }
        connection.terminate(
                LimitType.FRAME_TIMEOUT,
                "a frame is incomplete after " + limits.frameTimeout().toMillis() + " ms");
        return true;
    }

    /** A pause for memory does not stop the frame timeout: other connections wait for that memory. */
    private boolean isPausedForCallsOrReplies() {
        return connection.isReadingPaused() && !connection.isReadingPausedForMemory();
    }

    private boolean writeTimedOut(long unsent, long now) {
        if (unsent == connection.replyQueue().queuedBytes()) { // none of them waits for the socket
            writeTimeout = null;
            return false;
        }
        long sent = connection.replyQueue().sentBytes();
        if (writeTimeout == null || sent > writeTimeout.sent) {
            writeTimeout = new WriteTimeout(sent, now);
            return false;
        }
        if (now - writeTimeout.since < limits.writeTimeout().toNanos()) {
            return false;
        }
        connection.terminate(
                LimitType.WRITE_TIMEOUT,
                unsent + " bytes of replies wait, and the peer has read none for "
                        + limits.writeTimeout().toMillis() + " ms");
        return true;
    }

    /** Closes a connection that has not started a call in time. */
    private boolean firstCallTimedOut(long startedFrame, long now) {
        boolean established = connection.isEstablished();
        if (!established || !wasEstablished) {
            wasEstablished = established;
            firstCallSince = now;
        }
        if (!established
                || limits.firstCallTimeout().isEmpty()
                || now - firstCallSince < limits.firstCallTimeout().get().toNanos()
                || startedFrame != 0
                || connection.replyQueue().accepted() != 0
                || connection.isReadingPaused()) {
            return false;
        }
        connection.close(
                LimitType.FIRST_CALL_TIMEOUT,
                "it has not started a call within "
                        + limits.firstCallTimeout().get().toMillis() + " ms, which is firstCallTimeout");
        return true;
    }

    /** {@return when the connection was accepted, as {@link System#nanoTime()}} Any thread. */
    long opened() {
        return opened;
    }

    /** {@return since when it has had nothing to do, as of the last check} Any thread. */
    long idleSince() {
        return idleSince;
    }

    /** {@return whether the connection was idle at the last check and during the whole interval before it} */
    public boolean wasIdle() {
        return idle;
    }

    private boolean idleTimedOut(boolean busy, long now) {
        long callsBefore = calls;
        calls = connection.replyQueue().accepted();
        idle = !busy
                && calls == callsBefore
                && connection.replyQueue().inFlight() == 0
                && connection.isEstablished()
                && !connection.isReadingPausedForMemory();
        if (!idle) {
            idleSince = now;
            return false;
        }
        if (now - idleSince < limits.idleTimeout().toNanos()) {
            return false;
        }
        connection.close(
                LimitType.IDLE_TIMEOUT, "idle for " + limits.idleTimeout().toMillis() + " ms");
        return true;
    }

    /**
     * Announces that an old connection will close, then starts to close it. Checks continue: its peer may not read the
     * last replies.
     *
     * <p>If responses tell the peer, a busy connection closes after the first of them. This closes one that had no request
     * for as long as the announcement was to last, however late it was made, and at least for a second: a peer that lost
     * its core for some milliseconds may be about to send one.
     */
    private void retireIfOld(long startedFrame, long now) {
        if (retiring || limits.maxConnectionAge().isEmpty()) {
            return;
        }
        long max = limits.maxConnectionAge().get().toNanos();
        long lastPart = max / LAST_PART;
        if (now - opened < max - lastPart) {
            return;
        }
        if (announcement == null) {
            announcement = new CloseAnnouncement(now);
            connection.announceClose();
        }
        boolean awaitsResponse = connection.closesInResponse()
                && (startedFrame != 0 || now - announcement.since() < Math.max(lastPart, CloseRequest.IDLE_NANOS));
        if (now - opened >= max && !awaitsResponse) {
            retiring = true;
            connection.retire("it is " + TimeUnit.NANOSECONDS.toMillis(max) + " ms old, which is maxConnectionAge");
        }
    }

    /** The frame that was incomplete at the last check that found one, and since when its time runs. */
    private static final class FrameTimeout {
        private long frame;
        private long since;
    }

    /**
     * How many bytes the socket had taken when a check found that it had taken more, and when that was.
     */
    private record WriteTimeout(long sent, long since) {}

    /** When a check made replies announce that the connection closes. */
    private record CloseAnnouncement(long since) {}

    /** How long a peer may take to close. */
    private static final class CloseTimeout {
        /** The first check after the peer was asked to close. */
        private final long since;

        /** The last check at which that peer had calls; the first check if it had none. */
        private long idleSince;

        CloseTimeout(long now) {
            since = now;
            idleSince = now;
        }

        boolean isTooLateForCalls(long now) {
            return now - since >= CloseRequest.CALLS_NANOS;
        }

        boolean isOver(long now) {
            return now - idleSince >= CloseRequest.IDLE_NANOS || now - since >= CloseRequest.TOTAL_NANOS;
        }
    }
}
