package io.grizzlythrift.server;

import java.util.Optional;
import org.apache.thrift.TApplicationException;

/** What the interceptors of a server know of one call. Ended once. */
final class Interception {
    /** That of a server without interceptors. */
    static final Interception NONE = new Interception(null, null, new CallEnding[0], 0, null, 0, 0);

    private final Interceptors interceptors;
    private final CallContext call;
    private final CallEnding[] endings;
    private final int begun;
    private final TApplicationException refusal;
    private final long arrival;
    private final long begin;

    /**
     * @param endings of the interceptors that began, as many as {@code begun}
     * @param refusal of the one after them, or null
     */
    Interception(
            Interceptors interceptors,
            CallContext call,
            CallEnding[] endings,
            int begun,
            TApplicationException refusal,
            long arrival,
            long begin) {
        this.interceptors = interceptors;
        this.call = call;
        this.endings = endings;
        this.begun = begun;
        this.refusal = refusal;
        this.arrival = arrival;
        this.begin = begin;
    }

    Optional<TApplicationException> refusal() {
        return Optional.ofNullable(refusal);
    }

    /**
     * Tells those that began, the last one first.
     *
     * @param end on the clock of its begin, or {@link CallOutcome#UNREAD}
     */
    void end(CallOutcome.Kind kind, int replyBytes, long end) {
        CallOutcome outcome = new CallOutcome(kind, call.messageBytes(), replyBytes, begin - arrival, begin, end);
        for (int i = begun - 1; i >= 0; i--) {
            try {
                endings[i].ended(outcome);
            } catch (Throwable t) {
                interceptors.failed(t);
            }
        }
        if (end == CallOutcome.UNREAD && outcome.isTimed()) {
            interceptors.timeFromNowOn();
        }
    }
}
