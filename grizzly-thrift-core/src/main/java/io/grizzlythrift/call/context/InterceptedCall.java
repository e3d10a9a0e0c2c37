package io.grizzlythrift.call.context;

import io.grizzlythrift.call.CallListener;
import io.grizzlythrift.call.CallOutcome;
import java.util.Arrays;
import java.util.Objects;
import java.util.Optional;
import org.apache.thrift.TApplicationException;

/**
 * One call as the interceptors of a server see it, from its start to its end. Reused for the next call of the thread,
 * except that a call which may end on another thread keeps its object. Used by one thread at a time.
 */
public final class InterceptedCall {
    private final InterceptorChain interceptors;
    private final CallListener[] listeners;
    private boolean open;

    /** The number of interceptors that have begun. */
    private int begun;

    private ConnectionCallContext call;
    private long begin;

    public InterceptedCall(InterceptorChain interceptors) {
        this.interceptors = interceptors;
        listeners = new CallListener[interceptors.size()];
    }

    /**
     * Calls each interceptor in turn, until one rejects the call.
     *
     * @param now as {@link System#nanoTime()}
     * @return the exception of the interceptor that rejected the call; empty if none did
     */
    public Optional<TApplicationException> begin(ConnectionCallContext context, long now) {
        open = true;
        call = context;
        begin = now;
        for (begun = 0; begun < listeners.length; begun++) {
            try {
                listeners[begun] =
                        Objects.requireNonNull(interceptors.get(begun).begin(context), "no CallListener");
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

    /** {@return whether a call has begun and has not ended} */
    public boolean isOpen() {
        return open;
    }

    /**
     * Notifies the listeners of the interceptors that began, the last one first.
     *
     * @param end as {@link System#nanoTime()}, or {@link TimedOutcome#UNREAD}
     */
    public void end(CallOutcome.Kind kind, int replyBytes, long end) {
        TimedOutcome outcome = new TimedOutcome(call, kind, replyBytes, begin, end);
        for (int i = begun - 1; i >= 0; i--) {
            try {
                listeners[i].ended(outcome);
            } catch (Throwable t) {
                interceptors.failed(t);
            }
        }
        if (end == TimedOutcome.UNREAD && outcome.isTimed()) {
            interceptors.requireTimes();
        }
        open = false;
    }

    /** Releases the references to the last call, unless one runs. */
    public void release() {
        if (!open) {
            Arrays.fill(listeners, null);
            call = null;
        }
    }
}
