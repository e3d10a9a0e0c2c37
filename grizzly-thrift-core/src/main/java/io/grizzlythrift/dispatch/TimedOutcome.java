package io.grizzlythrift.dispatch;

import io.grizzlythrift.call.CallOutcome;
import java.time.Duration;

/** How a call ended, with a clock that is read only if somebody asks. */
final class TimedOutcome implements CallOutcome {
    /** In place of an end: the clock was not read. */
    static final long UNREAD = Long.MIN_VALUE;

    private final ConnectionCallContext call;
    private final Kind kind;
    private final int replyBytes;
    private final long begin;

    /** Plain: a second reader may read the clock again. */
    private long end;

    /**
     * @param begin on the clock of {@link System#nanoTime()}
     * @param end on the same clock, or {@link #UNREAD}
     */
    TimedOutcome(ConnectionCallContext call, Kind kind, int replyBytes, long begin, long end) {
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
        return Duration.ofNanos(begin - call.arrivalNanos());
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

    /** {@return whether somebody asked for the time, or it was known} */
    boolean isTimed() {
        return end != UNREAD;
    }

    @Override
    public String toString() {
        return kind + ", message " + messageBytes() + " bytes, reply " + replyBytes + " bytes, queued " + queued();
    }
}
