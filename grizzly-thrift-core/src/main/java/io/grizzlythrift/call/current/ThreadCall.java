package io.grizzlythrift.call.current;

import java.util.Optional;

/**
 * The call that a thread runs, which code on the same thread finds with {@link #current()}. One object is reused for
 * the calls of a thread, so a call costs a few plain writes, and only {@link #current()} looks up the thread-local.
 *
 * <p>Used by one thread at a time: the one that made it, or the last one that called {@link #bind}. A {@link Slot} is
 * reached only through the thread-local of its thread or a {@code ThreadCall} bound to that thread, so plain fields
 * suffice.
 */
public abstract class ThreadCall {
    private static final ThreadLocal<Slot> SLOTS = ThreadLocal.withInitial(Slot::new);

    /** Holds the newest call of a thread. */
    private static final class Slot {
        private ThreadCall newest;
    }

    /** The slot of the thread that uses this; null while unbound. */
    private Slot slot = SLOTS.get();

    /** The call inside which this one runs: its handler called another server of this process on the same thread. */
    private ThreadCall outer;

    private boolean active;

    /** For subclasses. */
    protected ThreadCall() {}

    /** {@return the call that runs on this thread, if one does} */
    public static Optional<ThreadCall> current() {
        ThreadCall newest = SLOTS.get().newest;
        return newest == null || !newest.active ? Optional.empty() : Optional.of(newest);
    }

    /** {@return the context of the running call} */
    public abstract Object context();

    /** Binds this to the calling thread. */
    public final void bind() {
        slot = SLOTS.get();
    }

    /** Unbinds this from the calling thread, which runs no call of it. */
    public final void unbind() {
        if (slot.newest == this) {
            slot.newest = null;
        }
        slot = null;
    }

    /**
     * Notes that a call begins. Usually writes no reference, because some garbage collectors make such writes
     * expensive.
     */
    protected final void enter() {
        active = true;
        if (slot.newest != this) {
            outer = slot.newest;
            slot.newest = this;
        }
    }

    /** Notes that the call has ended. */
    public final void end() {
        active = false;
        if (outer != null) {
            slot.newest = outer.active ? outer : this;
            outer = null;
        }
    }

    /** {@return whether a call runs} */
    protected final boolean isActive() {
        return active;
    }
}
