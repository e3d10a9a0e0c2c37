package io.grizzlythrift.dispatch;

import io.grizzlythrift.frame.FrameBatch;
import io.grizzlythrift.memory.DroppableFrames;
import io.grizzlythrift.memory.MemoryAccount;
import io.grizzlythrift.thread.VarHandles;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.function.Supplier;

/**
 * The calls of one read of one connection, as data: their origin, their frames, how many are admitted and how many are
 * decoded. The subclass adds how threads claim and run them.
 *
 * <p>The memory of the frames is released by the thread that decodes the last call. Each thread adds its calls to one
 * counter, with the memory effects of a volatile update, so the thread that completes the count sees everything that
 * the others wrote before their updates.
 */
public abstract class ReadBatch implements DroppableFrames {
    private static final VarHandle DECODED =
            VarHandles.of(MethodHandles.lookup(), ReadBatch.class, "decoded", int.class);

    private final CallOrigin origin;
    private final MemoryAccount memory;
    private final FrameBatch frames;
    private final long arrival;

    /** Whether the memory account may drop the calls that have not started. */
    private final boolean droppable;

    /** The number of the first call on its connection. */
    private final long first;

    /** The number of admitted calls, from the first on. Written before the batch is handed to a strategy. */
    private int admitted;

    /** The number of calls whose message was read, as reported by their threads. */
    @SuppressWarnings("UnusedVariable") // used through DECODED
    private volatile int decoded;

    /** Whether the memory of the frames was charged. Written before any other thread gets the batch. */
    private boolean charged;

    /**
     * Whether handlers may keep slices of the frames. Written before {@link #decoded}, read by the thread that
     * completes that count.
     */
    private boolean kept;

    /** The next batch of the same connection. Guarded by its {@link QueuedBatches}. */
    private ReadBatch nextQueued;

    /**
     * Adds the calls to the reply queue of their connection. None of them may run yet.
     *
     * @param arrival when they were read, as {@link System#nanoTime()}
     */
    protected ReadBatch(CallOrigin origin, FrameBatch frames, long arrival) {
        this(origin, frames, arrival, origin.replyQueue().accept(frames.size()));
    }

    /**
     * Creates a batch of calls that are already in the reply queue of their connection.
     *
     * @param first the number of the first call on its connection
     */
    protected ReadBatch(CallOrigin origin, FrameBatch frames, long arrival, long first) {
        this.origin = origin;
        this.frames = frames;
        this.arrival = arrival;
        this.first = first;
        memory = origin.replyQueue().memory();
        droppable = memory.mustBeDroppable(frames.retainedBytes());
    }

    /** Admits the first {@code calls} calls. Each of the others is rejected when a thread reaches it. */
    public final void admit(int calls) {
        admitted = calls;
    }

    public final CallOrigin origin() {
        return origin;
    }

    public final FrameBatch frames() {
        return frames;
    }

    public boolean isAdmitted(int call) {
        return call < admitted;
    }

    /** {@return how many of the {@code calls} calls that start with call {@code from} are admitted} */
    protected final int admittedOf(int from, int calls) {
        return Math.max(0, Math.min(calls, admitted - from));
    }

    /** {@return when the calls were read, as {@link System#nanoTime()}} */
    public final long arrival() {
        return arrival;
    }

    /**
     * Charges the memory of the frames. Called before any other thread gets the batch.
     *
     * @return false if the connection is terminated, because of this charge or earlier; the batch must be dropped then
     */
    public final boolean charge() {
        charged = true;
        return memory.addWaitingFrames(frames.retainedBytes(), droppable ? this : null);
    }

    /** {@return the memory account of the connection} */
    public final MemoryAccount memory() {
        return memory;
    }

    @Override
    public final long bytes() {
        return frames.retainedBytes();
    }

    /** {@return the position of a call among all calls of its connection} */
    public final long numberOf(int call) {
        return first + call;
    }

    final ReadBatch nextQueued() {
        return nextQueued;
    }

    final void nextQueued(ReadBatch batch) {
        nextQueued = batch;
    }

    /** {@return the threads that run a call, and its timeouts} */
    public abstract CallRoute routeOf(int call);

    /** {@return whether {@link #moveToRoute} must be asked about each decoded call} */
    public abstract boolean hasUnknownRoutes();

    /**
     * Moves a decoded call to the threads of its method, if these are not the ones on which it was decoded. They get it
     * with {@link #submitMoved}.
     *
     * @param method the name in its header
     * @param message supplies the decoded message, in an array that belongs to it
     * @return whether the call was moved: it is then no longer a call of this batch
     */
    public abstract boolean moveToRoute(int call, String method, Supplier<FrameBatch> message);

    /** Submits the calls that were moved, before the thread that moved them runs a handler or leaves the batch. */
    public abstract void submitMoved();

    /** {@return whether there is a call that no thread has claimed} */
    protected abstract boolean hasUnclaimed();

    /** Rejects the unclaimed calls that have waited too long. */
    protected abstract void rejectOverdue(long now);

    /**
     * Ends the unclaimed calls without decoding them: no reply would arrive. Oneway calls still run, because they
     * expect no reply and a peer may send one and close its connection.
     */
    protected abstract void connectionClosed();

    /** Abandons the connection because one of its calls gets no reply. Throws nothing, even if there is no memory. */
    @SuppressWarnings("EmptyCatch") // the next check of the connection tries again
    public final void abandon() {
        try {
            origin.abandon();
        } catch (RuntimeException | Error e) {
            // Anything done here would throw as well.
        }
    }

    /**
     * Counts decoded calls. Once all calls are decoded, releases the frames for reuse, unless handlers may keep slices
     * of them.
     *
     * @param calls how many more calls this thread has run or rejected
     * @param mayKeep whether handlers may keep slices of their messages
     */
    public final void decoded(int calls, boolean mayKeep) {
        if (mayKeep) {
            kept = true;
        }
        if ((int) DECODED.getAndAdd(this, calls) + calls == frames.size()) {
            try {
                if (kept) {
                    frames.clear();
                } else {
                    frames.release();
                }
            } finally { // releasing an array may allocate memory
                if (charged) {
                    memory.removeWaitingFrames(frames.retainedBytes(), droppable ? this : null);
                }
            }
        }
    }
}
