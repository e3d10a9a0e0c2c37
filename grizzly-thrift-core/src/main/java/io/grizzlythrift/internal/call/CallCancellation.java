package io.grizzlythrift.internal.call;

import io.grizzlythrift.call.CallContext;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;

/**
 * Tracks whether the client of one call has cancelled it or closed its connection, and notifies the listeners of the
 * call. Created only when it is requested. Watches for a cancellation only after a listener or a thread to interrupt is
 * added; notifies nothing after the call has ended.
 *
 * <p>Thread-safe: all mutable fields are guarded by the lock of this object. The lock is not held while listeners run,
 * nor while methods of the connection are called.
 */
public final class CallCancellation extends CancelCallbacks.Task {
    /** The cancellation of calls that ended before it was requested: they are not cancelled and notify no listener. */
    public static final CallCancellation ENDED = new CallCancellation();

    /** The client of a call, as far as it can cancel the call. */
    public interface Caller {
        /** {@return whether the client is still there, as far as is known} */
        boolean isOpen();

        /** Cancels a call when the client is gone; at once if it already is. */
        void cancelOnClose(CallCancellation call);

        /** Reverts {@link #cancelOnClose}, if it was called for the call. */
        void keepOnClose(CallCancellation call);

        /** {@return the calls that the client has cancelled by notices} */
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
     * Creates the cancellation of a running call.
     *
     * @param sequenceId the sequence id of its frame
     * @param number the number of the call on its connection
     * @param oneway whether its client does not wait for a reply: such a call outlives its connection
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

    /** A listener that can be removed. */
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
        return !oneway && !caller.isOpen();
    }

    /**
     * Adds a listener, which runs on the thread of the {@link CancelCallbacks}. If the call is already cancelled, it
     * runs at once, on the calling thread. It never starts after the call has ended.
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

    /** Makes a cancellation interrupt this thread while the call runs on it. */
    public void interrupt(Thread thread) {
        synchronized (this) {
            interruptible = thread;
        }
        watch();
    }

    /** Stops interrupting the thread of the call. Clears the interrupt status of the calling thread. */
    public void interruptNoMore() {
        synchronized (this) {
            interruptible = null;
        }
        Thread.interrupted();
    }

    /**
     * Begins to watch for a notice and for the close of the connection. Then checks whether either has already
     * happened.
     */
    private void watch() {
        synchronized (this) {
            if (watching || ended) {
                return;
            }
            watching = true;
        }
        boolean before = !caller.cancelledCalls().watch(sequenceId, number, this);
        if (!oneway) {
            caller.cancelOnClose(this);
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
            caller.keepOnClose(this);
        }
    }

    /** Cancels the call, unless it has ended. Called by any thread. */
    public void cancel() {
        boolean notify;
        synchronized (this) {
            if (cancelled || ended) {
                return;
            }
            callbacks.count(); // first: whoever sees that the call is cancelled finds it counted
            cancelled = true;
            notify = !listeners.isEmpty();
            if (interruptible != null) {
                interruptible.interrupt(); // under the lock: the call has not ended, and its thread does nothing else
            }
        }
        if (notify) {
            callbacks.add(this);
            synchronized (this) {
                notify = !ended;
            }
            if (!notify) {
                callbacks.remove(this); // it ended before it was added
            }
        }
    }

    /** Runs the listeners, unless the call has ended. Called once, by the thread of the {@link CancelCallbacks}. */
    @Override
    void runListeners() {
        List<Listener> notified;
        synchronized (this) {
            notified = List.copyOf(listeners);
        }
        notified.forEach(this::run);
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

    /** Ends the call. No listener is notified from here on. May be called more than once. */
    public void end() {
        boolean watched;
        boolean first;
        boolean notified;
        synchronized (this) {
            first = !ended && !cancelled;
            notified = cancelled;
            ended = true;
            interruptible = null;
            watched = watching;
            listeners = Set.of();
        }
        if (notified) {
            callbacks.remove(this);
        }
        if (watched) {
            unwatch();
        } else if (first && caller.cancelledCalls().take(sequenceId, number)) {
            callbacks.count();
        }
    }
}
