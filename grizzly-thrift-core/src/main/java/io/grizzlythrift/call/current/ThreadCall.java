package io.grizzlythrift.call.current;

import java.util.Optional;

/**
 * The call that a thread runs. Code on the same thread finds it with {@link #current()}. One object is reused for all
 * calls of a thread, so a call costs a few plain writes, and only {@link #current()} looks up the thread-local.
 *
 * <p>Used by one thread at a time: the one that created it, or the last one that called {@link #bind}. A slot is
 * reached only through the thread-local of its thread or a {@code ThreadCall} bound to that thread, so plain fields
 * suffice.
 *
 * <p>A thread of a container keeps its thread-locals when an application ends. So a slot is an array, which refers to no
 * class of this library unless a call is bound to the thread, and a thread that asks for its call gets no slot.
 */
public abstract class ThreadCall {
    /** For each thread with calls, an array of one element: the newest call, or null. */
    private static final ThreadLocal<Object[]> SLOTS = new ThreadLocal<>();

    /** The slot of the thread that uses this object; null while unbound. */
    private Object[] slot = slotOfThread();

    /**
     * The call inside which this call runs, because its handler called another server of this process on the same
     * thread.
     */
    private ThreadCall outer;

    private boolean active;

    /** For subclasses. */
    protected ThreadCall() {}

    private static Object[] slotOfThread() {
        Object[] slot = SLOTS.get();
        if (slot == null) {
            slot = new Object[1];
            SLOTS.set(slot);
        }
        return slot;
    }

    /** {@return the call that runs on this thread, if any} */
    public static Optional<ThreadCall> current() {
        Object[] slot = SLOTS.get();
        ThreadCall newest = slot == null ? null : (ThreadCall) slot[0];
        return newest == null || !newest.active ? Optional.empty() : Optional.of(newest);
    }

    /** {@return the context of the running call} */
    public abstract Object context();

    /** Binds this object to the calling thread. */
    public final void bind() {
        slot = slotOfThread();
    }

    /** Unbinds this object from the calling thread. No call may be running. */
    public final void unbind() {
        if (slot[0] == this) {
            slot[0] = null;
        }
        slot = null;
    }

    /**
     * Marks the beginning of a call. Usually writes no reference, because such writes are expensive with some garbage
     * collectors.
     */
    protected final void enter() {
        active = true;
        if (slot[0] != this) {
            outer = (ThreadCall) slot[0];
            slot[0] = this;
        }
    }

    /** Marks the end of the call. */
    public final void end() {
        active = false;
        if (outer != null) {
            slot[0] = outer.active ? outer : this;
            outer = null;
        }
    }

    /** {@return whether a call is running} */
    protected final boolean isActive() {
        return active;
    }
}
