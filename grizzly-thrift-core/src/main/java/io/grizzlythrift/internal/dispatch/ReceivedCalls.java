package io.grizzlythrift.internal.dispatch;

import io.grizzlythrift.internal.frame.FrameBatch;
import io.grizzlythrift.internal.frame.WireFormat;
import io.grizzlythrift.internal.memory.DroppableFrames;
import io.grizzlythrift.internal.memory.MemoryAccount;
import io.grizzlythrift.internal.message.OnewayDetector;
import io.grizzlythrift.internal.reply.CopiedReplies;
import io.grizzlythrift.internal.security.CallProof;
import io.grizzlythrift.strategy.internal.util.VarHandles;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.List;

/**
 * What the calls of one read have in common: their origin, their messages, their arrival, and how many messages are
 * consumed. A call is an index until a thread claims it and gets a {@link ServerCall}: a read of 64 KiB may contain
 * thousands of calls.
 *
 * <p>The memory of the frames is released by the thread that consumes the last message: a call that outlives its read
 * keeps nothing else of it. Each thread adds its messages to one counter, with the memory effects of a volatile update,
 * so the thread that completes the count sees everything that the others wrote before their updates.
 */
public final class ReceivedCalls implements DroppableFrames {
    private static final VarHandle CONSUMED =
            VarHandles.of(MethodHandles.lookup(), ReceivedCalls.class, "consumed", int.class);

    private final CallOrigin origin;
    private final MemoryAccount memory;
    private final CallExecutorPool executors;
    private final long arrival;

    /** Whether the memory account may drop the calls that have not started. */
    private final boolean droppable;

    /** The number of the first call on its connection. */
    private final long first;

    private final int size;
    private final long bytes;

    /** Null once all messages are consumed. */
    private FrameBatch frames;

    /** All calls of the read; none once their messages are consumed. Written before any other thread gets a call. */
    private List<SubmittedBatch> batches = List.of();

    /** Null if the routes of all calls are known. Written before any other thread gets a call. */
    private LateRouting lateRouting;

    /** How the callers of calls prove who they are, by index; null if no call has credentials of its own. */
    private volatile CallProof[] proofs;

    /** Whether the call is in JSON: such a call has a read of its own. */
    private final boolean transcoded;

    /** The name for which its only call was authorized before it was moved here; null if there is none. */
    private String peekedName;

    /** Whether its only call was moved to another read. Used by the thread that has claimed that call. */
    private boolean moved;

    /** The number of messages that no thread needs any longer, as reported by the threads that had them. */
    @SuppressWarnings("UnusedVariable") // used through CONSUMED
    private volatile int consumed;

    /** Whether the connection is closed. */
    private volatile boolean orphaned;

    /** Whether the memory of the frames was charged. Written before any other thread gets a call. */
    private boolean charged;

    /**
     * Whether handlers may keep slices of the frames. Written before {@link #consumed}, read by the thread that
     * completes that count.
     */
    private boolean kept;

    /**
     * The executor of the first thread, usually the only one. A data race is harmless: {@link CallExecutor#isAvailable}
     * checks that the executor belongs to the calling thread.
     */
    private CallExecutor firstExecutor;

    /**
     * Adds the calls to the reply queue of their connection. None of them may run yet.
     *
     * @param arrival when they were read, as {@link System#nanoTime()}
     */
    public ReceivedCalls(CallOrigin origin, FrameBatch frames, CallExecutorPool executors, long arrival) {
        this(origin, frames, executors, arrival, origin.replyQueue().accept(frames.size()));
    }

    /**
     * Creates the batch of one call that a thread has taken out of another read, to run it on other threads.
     *
     * @param message the message of the call
     */
    ReceivedCalls(ServerCall of, FrameBatch message) {
        this(of.origin(), message, of.read().executors, of.read().arrival, of.number());
        if (of.proof() != null) {
            setProof(0, of.proof());
        }
        if (of.hasFrameHeader()) {
            peekedName = of.frameHeader().peekedName();
        }
    }

    /** {@return the name for which its only call was authorized before its message was restored; null if there is none} */
    String peekedName() {
        return peekedName;
    }

    private ReceivedCalls(CallOrigin origin, FrameBatch frames, CallExecutorPool executors, long arrival, long first) {
        this.origin = origin;
        this.frames = frames;
        this.executors = executors;
        this.arrival = arrival;
        this.first = first;
        memory = origin.replyQueue().memory();
        size = frames.size();
        transcoded = size == 1 && frames.format(0) == WireFormat.TRANSCODED;
        bytes = frames.retainedBytes();
        droppable = memory.mustBeDroppable(bytes);
    }

    /** {@return whether the arguments of the call are converted before it runs} */
    boolean isTranscoded() {
        return transcoded;
    }

    /** Makes one batch of all calls, which have the same route and priority. */
    public SubmittedBatch ofAll(CallRoute route, int priority) {
        SubmittedBatch all = new SubmittedBatch(this, route, priority, null);
        batches = List.of(all);
        return all;
    }

    /** Makes a batch of each group of calls that have the same route and priority. */
    void divide(List<SubmittedBatch> divided) {
        batches = divided;
    }

    /** {@return the batches of all calls, the highest priority first; none once all messages are consumed} */
    List<SubmittedBatch> batches() {
        return batches;
    }

    CallOrigin origin() {
        return origin;
    }

    /** {@return the number of calls} */
    int size() {
        return size;
    }

    /** {@return the messages; null once all of them are consumed, or dropped by any thread} */
    FrameBatch frames() {
        return frames;
    }

    CallExecutorPool executors() {
        return executors;
    }

    /** {@return when the calls were read, as {@link System#nanoTime()}} */
    long arrival() {
        return arrival;
    }

    /** {@return the position of a call among all calls of its connection} */
    long numberOf(int index) {
        return first + index;
    }

    /** {@return the memory account of the connection} */
    MemoryAccount memory() {
        return memory;
    }

    /** Sets how the caller of a call proves who it is. Called by the thread that has claimed the call. */
    synchronized void setProof(int index, CallProof proof) {
        CallProof[] all = proofs == null ? new CallProof[size] : proofs;
        all[index] = proof;
        proofs = all;
    }

    /** {@return how the caller of a call proves who it is; null if the call has no credentials, or they are not read} */
    CallProof proofOf(int index) {
        CallProof[] all = proofs;
        return all == null ? null : all[index];
    }

    /** Sets what routes the calls whose method is not known yet. */
    void routeLate(LateRouting routing) {
        lateRouting = routing;
    }

    /** {@return what routes calls whose method is known only once they are decoded; null if there are none} */
    LateRouting lateRouting() {
        return lateRouting;
    }

    /** Notes that a call was moved to another read, which discards it. */
    void noteMoved() {
        moved = true;
    }

    /** Submits the calls that were moved, before the thread that moved them runs a handler or leaves the batch. */
    void submitMoved() {
        if (lateRouting != null) {
            lateRouting.submit();
        }
    }

    /**
     * Charges the memory of the frames. Called before any other thread gets a call.
     *
     * @return false if the connection is terminated, because of this charge or earlier; the calls must be dropped then
     */
    boolean charge() {
        charged = true;
        return memory.addWaitingFrames(bytes, droppable ? this : null);
    }

    @Override
    public long bytes() {
        return bytes;
    }

    /** {@inheritDoc} Their connection is terminated. */
    @Override
    public void drop() {
        batches.forEach(SubmittedBatch::drop);
    }

    /** Ends claimed calls that follow each other, without decoding them. Throws nothing. */
    void dropClaimed(int from, int count) {
        try {
            consumed(count, false);
            // First: a reader of the counters sees these calls in flight, or dropped.
            executors.counters().countDropped(count);
            origin.replyQueue().deliver(List.of(CopiedReplies.withoutBytes(numberOf(from), count)));
        } catch (RuntimeException | Error e) { // for example, no memory
            abandon();
        }
    }

    /** The connection is closed: of the calls that no thread has claimed, only those run that may be oneway. */
    void orphan() {
        orphaned = true;
    }

    boolean isOrphaned() {
        return orphaned;
    }

    /** Also returns true if another thread has claimed the call and released its array: that thread decides. */
    boolean mayBeOneway(int index) {
        FrameBatch current = frames;
        byte[] array = current == null ? null : current.array(index);
        return array == null || OnewayDetector.mayBeOneway(array, current.offset(index), current.length(index));
    }

    /** Abandons the connection because one of its calls gets no reply. Throws nothing, even if there is no memory. */
    @SuppressWarnings("EmptyCatch") // the next check of the connection tries again
    void abandon() {
        try {
            origin.abandon();
        } catch (RuntimeException | Error e) {
            // Anything done here would throw as well.
        }
    }

    /**
     * Counts messages that are no longer needed: their calls have run, or were rejected or dropped. Once all messages are
     * consumed, releases the frames for reuse, unless handlers may keep slices of them.
     *
     * @param count how many more messages
     * @param mayKeep whether handlers may keep slices of their messages
     */
    void consumed(int count, boolean mayKeep) {
        if (mayKeep) {
            kept = true;
        }
        if ((int) CONSUMED.getAndAdd(this, count) + count == size) {
            FrameBatch done = frames;
            frames = null;
            batches = List.of();
            discardTranscoded();
            try {
                if (kept) {
                    done.clear();
                } else {
                    done.release();
                }
            } finally { // releasing an array may allocate memory
                if (charged) {
                    memory.removeWaitingFrames(bytes, droppable ? this : null);
                }
            }
        }
    }

    /** What stays in the queue of a strategy refers to this object, and so to the arguments of a dropped call. */
    private void discardTranscoded() {
        CallTranscoder transcoder = origin.transcoder();
        if (transcoder != null && !moved) {
            transcoder.discard();
        }
    }

    /** {@return the executor of the calling thread; null, and the connection abandoned, if none can be created} */
    CallExecutor executor() {
        CallExecutor first = firstExecutor;
        if (first != null && first.isAvailable()) {
            return first;
        }
        try {
            CallExecutor executor = executors.forNextCall();
            if (first == null) {
                firstExecutor = executor;
            }
            return executor;
        } catch (RuntimeException | Error e) {
            abandon();
            return null;
        }
    }

    /** {@return the executor that may hold replies of the calling thread, or null} */
    CallExecutor executorWithReplies() {
        CallExecutor first = firstExecutor;
        return first != null && first.isAvailable() ? first : executors.withReplies();
    }
}
