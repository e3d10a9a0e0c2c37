package io.grizzlythrift.call.current;

import java.util.Optional;

/**
 * The call that a thread runs, found by code below it on the same thread. One object is reused for the calls of a thread,
 * so that a call costs a few plain writes; the thread-local is looked up only by code that asks for the current call.
 *
 * <p>Only for the thread that uses it: the one that made it, or that called {@link #bind} last.
 */
public abstract class ThreadCall {
    private static final ThreadLocal<Place> PLACES = ThreadLocal.withInitial(Place::new);

    /** Where a thread has its newest call. */
    private static final class Place {
        private ThreadCall newest;
    }

    /** That of the thread in use. */
    private Place place = PLACES.get();

    /** The call that runs this one: its handler called another server of this process on the same thread. */
    private ThreadCall outer;

    private boolean active;

    /** For subclasses. */
    protected ThreadCall() {}

    /** {@return the call that runs on this thread, if one does} */
    public static Optional<ThreadCall> current() {
        ThreadCall newest = PLACES.get().newest;
        return newest == null || !newest.active ? Optional.empty() : Optional.of(newest);
    }

    /** {@return the context of the running call, made anew for each request} */
    public abstract Object context();

    /** Makes the calling thread the one that uses this. */
    public final void bind() {
        place = PLACES.get();
    }

    /** Ends the use by the calling thread, which runs no call. */
    public final void unbind() {
        if (place.newest == this) {
            place.newest = null;
        }
        place = null;
    }

    /** Notes that a call begins. Writes mostly no reference: for some collectors such a write has a price. */
    protected final void enter() {
        active = true;
        if (place.newest != this) {
            outer = place.newest;
            place.newest = this;
        }
    }

    /** Notes that the call has ended. */
    public final void end() {
        active = false;
        if (outer != null) {
            place.newest = outer.active ? outer : this;
            outer = null;
        }
    }

    /** {@return whether a call runs} */
    protected final boolean isActive() {
        return active;
    }
}
