package io.grizzlythrift.server;

import java.time.Duration;

/** How a call ended. Immutable, but for the clock: see {@link #handled}. */
public final class CallOutcome {
    /** In place of an end: the clock was not read. */
    static final long UNREAD = Long.MIN_VALUE;

    private final CallContext call;
    private final Kind kind;
    private final int replyBytes;
    private final long begin;

    /** Plain: whoever asks second may read the clock again. */
    private long end;

    /**
     * @param begin on the clock of {@link System#nanoTime()}
     * @param end on the same clock, or {@link #UNREAD}
     */
    CallOutcome(CallContext call, Kind kind, int replyBytes, long begin, long end) {
        this.call = call;
        this.kind = kind;
        this.replyBytes = replyBytes;
        this.begin = begin;
        this.end = end;
    }

    /** With what a call can end. */
    public enum Kind {
        /** The result, or an exception that the IDL declares; or, oneway, the end of the handler. */
        REPLIED,

        /** An exception that the IDL does not declare, an Error, or a result that could not be encoded. */
        HANDLER_FAILED,

        /** Arguments that could not be read. */
        BAD_ARGUMENTS,

        /** A method or a service that is not served here. */
        UNKNOWN_METHOD,

        /** Refused by a limit, by a server that drains, or by an interceptor. It never ran. */
        REFUSED,

        /** No answer of an asynchronous handler within {@link ServerLimits#callTimeout()}. */
        TIMED_OUT
    }

    /**
     * With what it ended.
     *
     * @return the kind
     */
    public Kind kind() {
        return kind;
    }

    /**
     * The size of the message that was read.
     *
     * @return bytes, without the 4 of the frame's length
     */
    public int messageBytes() {
        return call.messageBytes();
    }

    /**
     * The size of the reply.
     *
     * @return bytes, without the 4 of the frame's length; 0 if there is none
     */
    public int replyBytes() {
        return replyBytes;
    }

    /**
     * From the read that brought the call to its begin.
     *
     * @return to within 2 ms
     */
    public Duration queued() {
        return Duration.ofNanos(begin - call.arrivalNanos());
    }

    /**
     * From its begin to the encoded reply. To be asked for in {@link CallEnding#ended}: a server reads the clock for
     * its interceptors once one of them has asked for this. The first to ask are told the time until then, which may
     * include calls that the thread ran just before, 2 ms of them at most.
     *
     * @return exact but for the first times
     */
    public Duration handled() {
        long read = end;
        if (read == UNREAD) {
            read = System.nanoTime();
            end = read;
        }
        return Duration.ofNanos(read - begin);
    }

    /** Whether somebody wants to know the time. */
    boolean isTimed() {
        return end != UNREAD;
    }

    @Override
    public String toString() {
        return kind + ", message " + messageBytes() + " bytes, reply " + replyBytes + " bytes, queued " + queued();
    }
}
