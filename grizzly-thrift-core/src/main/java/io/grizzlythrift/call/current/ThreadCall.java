package io.grizzlythrift.call.current;

import java.util.Optional;

/**
 * The call that a thread runs. Code on the same thread finds it with {@link #current()}. One object is reused for all
 * calls of a thread, so a call costs a few plain writes, and only {@link #current()} looks up the thread-local.
 *
 * <p>Used by one thread at a time: the one that created it, or the last one that called {@link #bind}. A {@link Slot}
 * is reached only through the thread-local of its thread or a {@code ThreadCall} bound to that thread, so plain fields
 * suffice.
 */
public abstract class ThreadCall {
    private static final ThreadLocal<Slot> SLOTS = ThreadLocal.withInitial(Slot::new);

    /** Holds the newest call of a thread. */
    private static final class Slot {
        private ThreadCall newest;
    }

    /** The slot of the thread that uses this object; null while unbound. */
    private Slot slot = SLOTS.get();

    /**
     * The call inside which this call runs, because its handler called another server of this process on the same
     * thread.
     */
    private ThreadCall outer;

    private boolean active;

    /** For subclasses. */
    protected ThreadCall() {}

    /** {@return the call that runs on this thread, if any} */
    public static Optional<ThreadCall> current() {
        ThreadCall newest = SLOTS.get().newest;
        return newest == null || !newest.active ? Optional.empty() : Optional.of(newest);
    }

    /** {@return the context of the running call} */
    public abstract Object context();

    /** Binds this object to the calling thread. */
    public final void bind() {
        slot = SLOTS.get();
    }

    /** Unbinds this object from the calling thread. No call may be running. */
    public final void unbind() {
        if (slot.newest == this) {
            slot.newest = null;
        }
        slot = null;
    }

    /**
     * Marks the beginning of a call. Usually writes no reference, because such writes are expensive with some garbage
     * collectors.
     */
    protected final void enter() {
        active = true;
        if (slot.newest != this) {
            outer = slot.newest;
            slot.newest = this;
        }
    }

    /** Marks the end of the call. */
    public final void end() {
        active = false;
        if (outer != null) {
            slot.newest = outer.active ? outer : this;
            outer = null;
        }
    }

    /** {@return whether a call is running} */
    protected final boolean isActive() {
        return active;
    }
}
