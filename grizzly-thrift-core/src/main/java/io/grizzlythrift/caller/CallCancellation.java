package io.grizzlythrift.caller;

import io.grizzlythrift.call.CallContext;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import org.glassfish.grizzly.Connection;

/**
 * Whether the client of one call has cancelled it or closed its connection, and who is notified. Made only for calls that
 * somebody may ask about. Nobody is notified before the first listener is added, and nobody after the call has ended.
 *
 * <p>Thread-safe: all that changes is guarded by the lock of this object. It is not held while listeners run, nor while the
 * connection is called.
 */
public final class CallCancellation {
    /** That of calls which ended before somebody asked: they are not cancelled, and notify nobody. */
    public static final CallCancellation ENDED = new CallCancellation();

    /** How a call is known to its client. */
    public interface Caller {
        /** {@return the connection, whose end cancels the call} */
        Connection<?> connection();

        /** {@return the notices of the client} */
        CancelledCalls cancelledCalls();
    }

    private final Caller caller;
    private final CancelCallbacks callbacks;
    private final int sequenceId;
    private final long number;
    private final boolean oneway;

    /** In the order in which they were added. */
    private Set<Listener> listeners = Set.of();

    private Thread interruptible;
    private boolean watching;
    private boolean cancelled;
    private boolean ended;

    /**
     * Creates the cancellation of a call that runs.
     *
     * @param sequenceId of its frame
     * @param number of the call on its connection
     * @param oneway whether its client waits for nothing: such a call outlives its connection
     */
    public CallCancellation(Caller caller, CancelCallbacks callbacks, int sequenceId, long number, boolean oneway) {
        this.caller = caller;
        this.callbacks = callbacks;
        this.sequenceId = sequenceId;
        this.number = number;
        this.oneway = oneway;
    }

    private CallCancellation() {
        this(null, null, 0, 0, true);
        ended = true;
    }

    /** A listener in its place. */
    private final class Listener implements CallContext.Registration {
        private final Runnable action;

        Listener(Runnable action) {
            this.action = action;
        }

        @Override
        public void remove() {
            CallCancellation.this.remove(this);
        }
    }

    /** {@return whether the call was cancelled before it ended} */
    public boolean isCancelled() {
        synchronized (this) {
            if (cancelled || ended) {
                return cancelled;
            }
        }
        if (isGone() || caller.cancelledCalls().take(sequenceId, number)) {
            cancel();
        }
        synchronized (this) {
            return cancelled;
        }
    }

    private boolean isGone() {
        return !oneway && !caller.connection().isOpen();
    }

    /**
     * Adds a listener, which runs on the thread of the {@link CancelCallbacks}; if the call is cancelled already, it runs at once, on
     * the calling thread. It never begins after the call has ended.
     */
    public CallContext.Registration onCancel(Runnable action) {
        Listener listener = new Listener(Objects.requireNonNull(action, "action"));
        boolean runNow;
        synchronized (this) {
            if (!ended && !cancelled) {
                if (listeners.isEmpty()) {
                    listeners = new LinkedHashSet<>();
                }
                listeners.add(listener);
            }
            runNow = cancelled && !ended;
        }
        if (runNow) {
            run(listener); // the calling thread is the user's, unlike the one that notices a cancellation
        } else {
            watch();
        }
        return listener;
    }

    private synchronized void remove(Listener listener) {
        if (!listeners.isEmpty()) {
            listeners.remove(listener);
        }
    }

    /** Has a thread interrupted if the call is cancelled while it runs there. */
    public void interrupt(Thread thread) {
        synchronized (this) {
            interruptible = thread;
        }
        watch();
    }

    /** Has no thread interrupted any more. The interrupt of the calling thread is cleared. */
    public void interruptNoMore() {
        synchronized (this) {
            interruptible = null;
        }
        Thread.interrupted();
    }

    /** Begins to wait for both signs. Afterwards looks whether one came before. */
    private void watch() {
        synchronized (this) {
            if (watching || ended) {
                return;
            }
            watching = true;
        }
        boolean before = !caller.cancelledCalls().watch(sequenceId, number, this);
        if (!oneway) {
            CancelOnClose.add(caller.connection(), this);
        }
        if (before) {
            cancel();
        }
        synchronized (this) {
            if (!ended) {
                return;
            }
        }
        unwatch(); // the call ended meanwhile, on another thread
    }

    private void unwatch() {
        caller.cancelledCalls().unwatch(sequenceId, this);
        if (!oneway) {
            CancelOnClose.remove(caller.connection(), this);
        }
    }

    /** Cancels the call, unless it has ended. Any thread. */
    void cancel() {
        List<Listener> told;
        synchronized (this) {
            if (cancelled || ended) {
                return;
            }
            cancelled = true;
            told = List.copyOf(listeners);
            if (interruptible != null) {
                interruptible.interrupt(); // under the lock: the call has not ended, and its thread does nothing else
            }
        }
        if (!told.isEmpty()) {
            callbacks.run(() -> told.forEach(this::run));
        }
        callbacks.count(); // last: it fails if there is no memory
    }

    private void run(Listener listener) {
        synchronized (this) {
            if (ended) {
                return;
            }
        }
        try {
            listener.action.run();
        } catch (Throwable t) {
            callbacks.failed(t);
        }
    }

    /** Ends the call: from here on nobody is notified. May be called again. */
    public void end() {
        boolean watched;
        boolean first;
        synchronized (this) {
            first = !ended && !cancelled;
            ended = true;
            interruptible = null;
            watched = watching;
            listeners = Set.of();
        }
        if (watched) {
            unwatch();
        } else if (first && caller.cancelledCalls().take(sequenceId, number)) {
            callbacks.count();
        }
    }
}
