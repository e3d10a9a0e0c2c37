package io.grizzlythrift.internal.dispatch;

import io.grizzlythrift.call.ServerCallOutcome;
import java.time.Duration;

/** The outcome of a call. Reads the clock only if a listener requests the time. */
final class TimedOutcome implements ServerCallOutcome {
    /** The value of an end at which the clock was not read. */
    public static final long UNREAD = Long.MIN_VALUE;

    private final ServerCall call;
    private final Kind kind;
    private final int replyBytes;
    private final long begin;

    /** Not volatile: at worst, a second thread reads the clock again. */
    private long end;

    /**
     * Creates the outcome of a call.
     *
     * @param begin as {@link System#nanoTime()}
     * @param end as {@link System#nanoTime()}, or {@link #UNREAD}
     */
    TimedOutcome(ServerCall call, Kind kind, int replyBytes, long begin, long end) {
        this.call = call;
        this.kind = kind;
        this.replyBytes = replyBytes;
        this.begin = begin;
        this.end = end;
    }

    @Override
    public Kind kind() {
        return kind;
    }

    @Override
    public int messageBytes() {
        return call.messageBytes();
    }

    @Override
    public int replyBytes() {
        return replyBytes;
    }

    @Override
    public Duration queued() {
        return Duration.ofNanos(begin - call.read().arrival());
    }

    @Override
    public Duration handled() {
        long read = end;
        if (read == UNREAD) {
            read = System.nanoTime();
            end = read;
        }
        return Duration.ofNanos(read - begin);
    }

    /** {@return whether the time is known, because the clock was read before or a listener requested it} */
    boolean isTimed() {
        return end != UNREAD;
    }

    @Override
    public String toString() {
        return kind + ", message " + messageBytes() + " bytes, reply " + replyBytes + " bytes, queued " + queued();
    }
}
