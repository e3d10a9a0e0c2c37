package io.grizzlythrift.internal.dispatch;

import io.grizzlythrift.call.CallContext;
import io.grizzlythrift.call.ServerCallListener;
import io.grizzlythrift.call.ServerCallOutcome;
import io.grizzlythrift.call.ServerInterceptor;
import java.util.Arrays;
import java.util.Objects;
import java.util.Optional;
import org.apache.thrift.TApplicationException;

/**
 * Notifies the interceptors of a server of one call, from its start to its end. Reused for the next call of the thread,
 * unless the call may end on another thread: such a call keeps its object. Used by one thread at a time, with one
 * exception: a call may end on another thread while its own thread still reports that the handler has returned. {@link
 * #end} and {@link #handlerReturned} share only fields that {@link #begin} wrote.
 */
final class InterceptedCall {
    private final InterceptorChain interceptors;
    private final ServerCallListener[] listeners;
    private boolean open;

    /** The number of interceptors that have begun. */
    private int begun;

    /**
     * Whether the listeners were notified that the handler starts, but not that it has returned. Used only by the
     * thread of the call.
     */
    private boolean inHandler;

    private ServerCall call;
    private long begin;

    public InterceptedCall(InterceptorChain interceptors) {
        this.interceptors = interceptors;
        listeners = new ServerCallListener[interceptors.size()];
    }

    /**
     * Calls each interceptor in turn, until one rejects the call.
     *
     * @param now as {@link System#nanoTime()}
     * @return the exception of the interceptor that rejected the call; empty if none did
     */
    public Optional<TApplicationException> begin(ServerCall running, long now) {
        return begin(running, now, false);
    }

    /** Calls the interceptors that need to see calls that the server rejects. */
    public void beginRejected(ServerCall running, long now) {
        begin(running, now, true);
    }

    private Optional<TApplicationException> begin(ServerCall running, long now, boolean rejected) {
        open = true;
        call = running;
        CallContext context = running.context();
        begin = now;
        for (begun = 0; begun < listeners.length; begun++) {
            try {
                ServerInterceptor interceptor = interceptors.get(begun);
                listeners[begun] = interceptor.isEnabled() && (!rejected || interceptor.needsRejectedCalls())
                        ? Objects.requireNonNull(interceptor.begin(context), "no ServerCallListener")
                        : ServerCallListener.IGNORED;
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

    /** Notifies the listeners that the handler is about to be called on this thread. */
    public void handlerStarts() {
        inHandler = true;
        for (int i = 0; i < begun; i++) {
            try {
                listeners[i].handlerStarts();
            } catch (Throwable t) {
                interceptors.failed(t);
            }
        }
    }

    /**
     * Notifies the listeners, last one first, that the processor has returned, if {@link #handlerStarts} was called.
     */
    public void handlerReturned() {
        if (!inHandler) {
            return;
        }
        inHandler = false;
        for (int i = begun - 1; i >= 0; i--) {
            try {
                listeners[i].handlerReturned();
            } catch (Throwable t) {
                interceptors.failed(t);
            }
        }
    }

    /** {@return whether a call has begun and has not ended} */
    public boolean isOpen() {
        return open;
    }

    /**
     * Notifies the listeners of the interceptors that have begun, last one first, of the outcome.
     *
     * @param end as {@link System#nanoTime()}, or {@link TimedOutcome#UNREAD}
     */
    public void end(ServerCallOutcome.Kind kind, int replyBytes, long end) {
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

    /** Releases the references to the last call, unless a call is open. */
    public void release() {
        if (!open) {
            Arrays.fill(listeners, null);
            call = null;
        }
    }
}
