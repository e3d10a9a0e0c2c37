package io.grizzlythrift.server;

import java.util.Optional;
import org.apache.thrift.protocol.TMessage;

/**
 * The call that one {@link CallProcessor} has in hand. Its thread, on which it is made, finds it while the call runs;
 * the thread is looked up, and a context made, only for who asks.
 */
final class RunningCall {
    private static final ThreadLocal<Place> PLACES = ThreadLocal.withInitial(Place::new);

    /** Where a thread has its running call. */
    private static final class Place {
        private RunningCall newest;
    }

    /** That of the thread in use. */
    private Place place = PLACES.get();

    /** The call that has this one run: its handler called another server of this process, on the same thread. */
    private RunningCall outer;

    private boolean active;

    /** Kept when the call has ended: the next one is mostly of the same batch. */
    private ConnectionBatch batch;

    private int number;
    private TMessage header;

    /** From now on the calling thread uses this. */
    void bind() {
        place = PLACES.get();
    }

    /** The thread that uses this ends doing so; no call runs. */
    void unbind() {
        release();
        if (place.newest == this) {
            place.newest = null;
        }
        place = null;
    }

    /** Plain writes, and mostly a single reference: for some collectors that is a write which has a price. */
    void begin(ConnectionBatch of, int call, TMessage read) {
        active = true;
        if (batch != of) {
            batch = of;
        }
        number = call;
        header = read;
        if (place.newest != this) {
            outer = place.newest;
            place.newest = this;
        }
    }

    void end() {
        active = false;
        if (outer != null) {
            place.newest = outer.active ? outer : this;
            outer = null;
        }
    }

    /** Forgets the call that ended last, if no other runs. */
    void release() {
        if (!active) {
            batch = null;
            header = null;
        }
    }

    /** The context of the call that runs on this thread, if one does. */
    static Optional<CallContext> contextOfThisThread() {
        RunningCall running = PLACES.get().newest;
        return running == null || !running.active ? Optional.empty() : Optional.of(running.context());
    }

    CallContext context() {
        return batch.contextOf(number, header);
    }

    ConnectionBatch batch() {
        return batch;
    }

    /** Within its batch. */
    int number() {
        return number;
    }

    TMessage header() {
        return header;
    }

    Services services() {
        return batch.connection().services();
    }
}
