package io.grizzlythrift.dispatch;

import io.grizzlythrift.call.CallListener;
import io.grizzlythrift.call.CallOutcome;
import java.util.Arrays;
import java.util.Objects;
import java.util.Optional;
import org.apache.thrift.TApplicationException;

/**
 * What the interceptors of a server know of one call, from its begin to its end. Used again for the next call, so
 * a call that may end on another thread is given one of its own.
 */
final class InterceptedCall {
    private final InterceptorChain interceptors;
    private final CallListener[] endings;
    private boolean open;
    private int begun;
    private ConnectionCallContext call;
    private long begin;

    InterceptedCall(InterceptorChain interceptors) {
        this.interceptors = interceptors;
        endings = new CallListener[interceptors.size()];
    }

    /**
     * Has each interceptor begin, until one refuses.
     *
     * @param now as {@link System#nanoTime()}
     * @return what the one says that refuses
     */
    Optional<TApplicationException> begin(ConnectionCallContext context, long now) {
        open = true;
        call = context;
        begin = now;
        for (begun = 0; begun < endings.length; begun++) {
            try {
                endings[begun] = Objects.requireNonNull(interceptors.get(begun).begin(context), "no CallListener");
            } catch (TApplicationException e) {
                return Optional.of(e);
            } catch (Throwable t) {
                interceptors.failed(t);
                return Optional.of(new TApplicationException(
                        TApplicationException.INTERNAL_ERROR, "Internal error processing " + context.method()));
            }
        }
        return Optional.empty();
    }

    /** Whether a call has begun and has not ended. */
    boolean isOpen() {
        return open;
    }

    /**
     * Tells those that began, the last one first.
     *
     * @param end on the clock of its begin, or {@link CallOutcome#UNREAD}
     */
    void end(CallOutcome.Kind kind, int replyBytes, long end) {
        TimedOutcome outcome = new TimedOutcome(call, kind, replyBytes, begin, end);
        for (int i = begun - 1; i >= 0; i--) {
            try {
                endings[i].ended(outcome);
            } catch (Throwable t) {
                interceptors.failed(t);
            }
        }
        if (end == TimedOutcome.UNREAD && outcome.isTimed()) {
            interceptors.timeFromNowOn();
        }
        open = false;
    }

    /** Forgets the call that ended last, if that is the last one for now. */
    void release() {
        if (!open) {
            Arrays.fill(endings, null);
            call = null;
        }
    }
}
