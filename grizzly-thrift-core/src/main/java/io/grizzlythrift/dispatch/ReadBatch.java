package io.grizzlythrift.dispatch;

import io.grizzlythrift.frame.FrameBatch;
import io.grizzlythrift.memory.DroppableFrames;
import io.grizzlythrift.memory.MemoryAccount;
import io.grizzlythrift.message.OnewayDetector;
import io.grizzlythrift.reply.CopiedReplies;
import io.grizzlythrift.strategy.CallBatch;
import io.grizzlythrift.strategy.CallFlow;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.List;
import org.apache.thrift.protocol.TMessage;

/** The calls of one read of one connection. */
public final class ReadBatch implements CallBatch, DroppableFrames {
    private static final VarHandle NEXT;
    private static final VarHandle DECODED;

    static {
        try {
            NEXT = MethodHandles.lookup().findVarHandle(ReadBatch.class, "next", int.class);
            DECODED = MethodHandles.lookup().findVarHandle(ReadBatch.class, "decoded", int.class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    private final CallOrigin connection;
    private final MemoryAccount memory;
    private final FrameBatch frames;
    private final CallExecutorPool runners;
    private final long arrival;

    /** Whether what has not begun can be dropped for its memory. */
    private final boolean droppable;

    /** The number of the first call on its connection. */
    private final long first;

    /** How many of the calls may run, from the first on. Written before the batch is handed to a strategy. */
    private int admitted;

    private volatile int next;

    /** Whether the connection is closed, so that of the calls left only oneway calls are worth running. */
    private volatile boolean orphaned;

    /** Calls whose message was read, as far as threads have told. */
    @SuppressWarnings("UnusedVariable") // by DECODED
    private volatile int decoded;

    /** Whether the memory of the frames was charged. Written before any thread gets the batch. */
    private boolean charged;

    /** Whether slices of the frames may be kept. Written before {@link #decoded}, read by who makes that complete. */
    private boolean kept;

    /** That of the thread which came first, mostly the only one. A stale value does no harm: it knows who uses it. */
    private CallExecutor firstRunner;

    /** The next one of its connection. For {@link QueuedBatches}. */
    private ReadBatch nextWaiting;

    /**
     * Takes the calls into the line of their connection. None of them may run yet.
     *
     * @param arrival when they were read, on the clock of the runners
     */
    public ReadBatch(CallOrigin connection, FrameBatch frames, CallExecutorPool runners, long arrival) {
        this.connection = connection;
        this.frames = frames;
        this.runners = runners;
        this.arrival = arrival;
        memory = connection.replyQueue().memory();
        droppable = memory.mustBeDroppable(frames.retainedBytes());
        first = connection.replyQueue().accept(frames.size());
    }

    /** Lets calls run, so many from the first on; the others are refused when it is their turn. */
    public void admit(int calls) {
        admitted = calls;
    }

    CallOrigin connection() {
        return connection;
    }

    FrameBatch frames() {
        return frames;
    }

    boolean isAdmitted(int call) {
        return call < admitted;
    }

    long arrival() {
        return arrival;
    }

    /**
     * Charges the memory of the frames. Called before any thread gets the batch.
     *
     * @return false if the connection is terminated, for that or before, and the batch is to be dropped
     */
    boolean charge() {
        charged = true;
        return memory.addWaitingFrames(frames.retainedBytes(), droppable ? this : null);
    }

    /** What the connection holds. */
    MemoryAccount memory() {
        return memory;
    }

    @Override
    public long bytes() {
        return frames.retainedBytes();
    }

    ConnectionCallContext contextOf(int call, TMessage header) {
        return new ConnectionCallContext(
                connection.connection(), header.name, frames.length(call), arrival, runners.callTimeoutNanos());
    }

    /** The number of a call on its connection. */
    long numberOf(int call) {
        return first + call;
    }

    @Override
    public CallFlow flow() {
        return connection.flow();
    }

    ReadBatch nextWaiting() {
        return nextWaiting;
    }

    void nextWaiting(ReadBatch batch) {
        nextWaiting = batch;
    }

    @Override
    public int claim() {
        if (!hasUnclaimed()) {
            return NONE;
        }
        int call = (int) NEXT.getAndAdd(this, 1);
        return call < frames.size() ? call : NONE;
    }

    boolean hasUnclaimed() {
        return next < frames.size();
    }

    @Override
    public int unclaimed() {
        return Math.max(0, frames.size() - next);
    }

    @Override
    public void run(int call) {
        if (orphaned && !mayBeOneway(call)) {
            dropClaimed(call, 1);
            return;
        }
        CallExecutor runner = runner();
        if (runner != null) {
            runner.run(this, call);
        } else {
            endUnanswered(call);
        }
    }

    @Override
    public void flush() {
        CallExecutor runner = holding();
        if (runner == null) {
            return;
        }
        try {
            runner.flush();
        } catch (Throwable t) {
            abandon();
        } finally {
            if (CallExecutorPool.isBorrowed(runner)) {
                runners.giveBack(runner);
            }
        }
    }

    @Override
    public void flushLater() {
        CallExecutor runner = holding();
        if (runner != null && CallExecutorPool.isBorrowed(runner)) {
            flush();
        } else if (runner != null) {
            runner.flushLater();
        }
    }

    @Override
    public void reject(String reason) {
        refuseRest(reason, reason);
        flush();
    }

    /** Returns how many of them were admitted. */
    private int refuseRest(String reason, String reasonIfNotAdmitted) {
        CallExecutor runner = runner();
        int refused = 0;
        for (int call = claim(); call != NONE; call = claim()) {
            boolean wasAdmitted = isAdmitted(call);
            refused += wasAdmitted ? 1 : 0;
            if (runner != null) {
                runner.refuse(this, call, wasAdmitted ? reason : reasonIfNotAdmitted);
            } else {
                endUnanswered(call);
            }
        }
        return refused;
    }

    /** Whether calls that nobody has begun have waited for too long. */
    boolean isOverdue(long now) {
        return runners.admission().isOverdue(now - arrival);
    }

    /** Refuses every call that is left because it has waited for too long. */
    void refuseOverdue(long now) {
        AdmissionControl admission = runners.admission();
        String reason = admission.overdue(now - arrival);
        try {
            admission.countOverdue(refuseRest(reason, admission.tooMany()), reason);
        } finally {
            flush();
        }
    }

    /**
     * Ends the calls that nobody has begun, unread: no reply would arrive. Oneway calls, which expect none, still run, as
     * a peer that sends one and closes its connection expects.
     */
    void connectionClosed() {
        for (int call = next; call < frames.size(); call++) {
            if (mayBeOneway(call)) {
                orphaned = true;
                return;
            }
        }
        drop();
    }

    /** Of a call that was claimed meanwhile the array may be gone; the thread that claimed it knows better. */
    private boolean mayBeOneway(int call) {
        byte[] array = frames.array(call);
        return array == null || OnewayDetector.mayBeOneway(array, frames.offset(call), frames.length(call));
    }

    /** Ends every call that is left, unread: its connection was terminated. */
    @Override
    public void drop() {
        int from = claimRest();
        if (from < frames.size()) {
            dropClaimed(from, frames.size() - from);
        }
    }

    private void dropClaimed(int from, int calls) {
        runners.admission().ended(Math.max(0, Math.min(calls, admitted - from)));
        try {
            decoded(calls, false);
            connection.replyQueue().deliver(List.of(CopiedReplies.withoutBytes(numberOf(from), calls)));
            runners.counters().countDropped(calls);
        } catch (RuntimeException | Error e) { // such as no memory
            abandon();
        }
    }

    /** Returns the first of the calls that are left, which are all claimed then; the number of calls if there is none. */
    private int claimRest() {
        return Math.min((int) NEXT.getAndSet(this, frames.size()), frames.size());
    }

    /** Gives the connection up: a call of it cannot be answered. Throws nothing, not even for want of memory. */
    @SuppressWarnings("EmptyCatch") // the next check of the connection tries again
    void abandon() {
        try {
            connection.abandon();
        } catch (RuntimeException | Error e) {
            // What could be done here would throw as well.
        }
    }

    /**
     * Has the frames released once each was decoded, unless slices of them may be kept; those are the handler's then.
     *
     * @param calls how many more this thread has run or refused
     * @param mayKeep whether slices of their messages may be kept
     */
    void decoded(int calls, boolean mayKeep) {
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
            } finally { // to give an array back may take memory
                if (charged) {
                    memory.removeWaitingFrames(frames.retainedBytes(), droppable ? this : null);
                }
            }
        }
    }

    private void endUnanswered(int call) {
        if (isAdmitted(call)) {
            runners.admission().ended(1);
        }
        decoded(1, false);
    }

    /** The runner that may hold replies for this thread, or null. */
    private CallExecutor holding() {
        CallExecutor first = firstRunner;
        return first != null && first.isFree() ? first : runners.holding();
    }

    /** The runner of this thread. Null, and the connection is given up, if it has none and none can be made. */
    private CallExecutor runner() {
        CallExecutor first = firstRunner;
        if (first != null && first.isFree()) {
            return first;
        }
        try {
            CallExecutor runner = runners.current();
            if (first == null) {
                firstRunner = runner;
            }
            return runner;
        } catch (RuntimeException | Error e) {
            abandon();
            return null;
        }
    }
}
