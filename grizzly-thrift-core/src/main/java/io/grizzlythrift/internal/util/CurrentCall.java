package io.grizzlythrift.internal.util;

import java.util.Optional;

/**
 * The call that a thread runs. Code on the same thread finds it with {@link #current()}. One object is reused for all
 * calls of a thread, so a call costs a few plain writes, and only {@link #current()} looks up the thread-local.
 *
 * <p>Used by one thread at a time: the one that created it, or the last one that called {@link #bind}. A slot is
 * reached only through the thread-local of its thread or a {@code CurrentCall} bound to that thread, so plain fields
 * suffice.
 *
 * <p>A thread of a container keeps its thread-locals when an application ends. So a slot is an array, which refers to no
 * class of this library unless a call is bound to the thread, and a thread that asks for its call gets no slot.
 */
public final class CurrentCall {
    /** A call that can run on a thread. */
    public interface Running {
        /** {@return its {@code CallContext}} Called by the thread that runs it. */
        Object context();
    }

    private static final class Holder {
        /** The call that runs; null while none does. */
        private Running call;
    }

    /** For each thread with calls, an array of one element: the newest object of this class, or null. */
    private static final ThreadLocal<Object[]> SLOTS = new ThreadLocal<>();

    /** The slot of the thread that uses this object; null while unbound. */
    private Object[] slot = slotOfThread();

    /**
     * The call inside which this call runs, because its handler called another server of this process on the same
     * thread.
     */
    private CurrentCall outer;

    /** Replaced often enough to be young whenever a call is stored in it: see {@link #renew}. */
    private Holder holder = new Holder();

    /** Creates an object that is bound to the calling thread. */
    public CurrentCall() {}

    private static Object[] slotOfThread() {
        Object[] slot = SLOTS.get();
        if (slot == null) {
            slot = new Object[1];
            SLOTS.set(slot);
        }
        return slot;
    }

    /** {@return the call that runs on this thread, if any} */
    public static Optional<Running> current() {
        Object[] slot = SLOTS.get();
        CurrentCall newest = slot == null ? null : (CurrentCall) slot[0];
        return newest == null ? Optional.empty() : Optional.ofNullable(newest.holder.call);
    }

    /** {@return the running call; null while none runs} */
    public Running call() {
        return holder.call;
    }

    /**
     * Replaces the object that holds the call. Invoke this between calls, once for several of them.
     *
     * <p>Storing a reference in an old object is not cheap: the garbage collector marks the place in a table, or waits for
     * earlier stores first, and threads that do so for each call compete for the cache lines of that table.
     */
    public void renew() {
        try {
            holder = new Holder();
        } catch (OutOfMemoryError e) { // the old one serves as well
            return;
        }
    }

    /** Binds this object to the calling thread. */
    public void bind() {
        slot = slotOfThread();
    }

    /** Unbinds this object from the calling thread. No call may be running. */
    public void unbind() {
        if (slot[0] == this) {
            slot[0] = null;
        }
        slot = null;
    }

    /** Marks the beginning of a call. */
    public void enter(Running begun) {
        holder.call = begun;
        if (slot[0] != this) {
            outer = (CurrentCall) slot[0];
            slot[0] = this;
        }
    }

    /** Marks the end of the call. */
    public void leave() {
        holder.call = null;
        if (outer != null) {
            slot[0] = outer.holder.call == null ? this : outer;
            outer = null;
        }
    }
}
