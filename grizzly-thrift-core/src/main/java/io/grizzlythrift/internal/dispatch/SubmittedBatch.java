package io.grizzlythrift.internal.dispatch;

import io.grizzlythrift.internal.call.RejectedCall.Reason;
import io.grizzlythrift.internal.frame.FrameBatch;
import io.grizzlythrift.internal.security.CallProof;
import io.grizzlythrift.limits.LimitType;
import io.grizzlythrift.strategy.internal.queue.MethodPace;
import io.grizzlythrift.strategy.internal.queue.PacedBatch;
import io.grizzlythrift.strategy.internal.util.VarHandles;
import io.grizzlythrift.strategy.spi.CallBatch;
import io.grizzlythrift.strategy.spi.CallFlow;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.function.LongSupplier;

/**
 * Calls of one read that have the same route and priority: what a strategy gets. Usually these are all calls of a {@link
 * ReceivedCalls}.
 *
 * <p>A call belongs to the thread that took its position from {@link #next}, which gets a {@link ServerCall} for it. The
 * position only ever increases, atomically, so no call is claimed twice, and once a thread finds it at the end, no call
 * is unclaimed.
 */
public final class SubmittedBatch implements CallBatch, PacedBatch {
    private static final VarHandle NEXT =
            VarHandles.of(MethodHandles.lookup(), SubmittedBatch.class, "next", int.class);

    private static final String UNPROVED = "its deadline had passed before it was known who makes it";

    private final ReceivedCalls read;
    private final CallRoute route;
    private final int priority;

    /** Which calls of the read these are, in its order; null if they are all of them. */
    private final int[] indexes;

    private final int size;

    /** What the only call waits for, before a thread can run it; null if it waits for a thread. */
    private final CallProof proof;

    /** How many calls are admitted, from the first on. Written before the batch is handed to a strategy. */
    private int admitted;

    /** The position of the first unclaimed call. */
    private volatile int next;

    /** The next batch of the same connection. Guarded by its {@link QueuedBatches}. */
    private SubmittedBatch nextQueued;

    /** @param indexes which calls of the read these are, at least one, in its order; null if they are all of them */
    SubmittedBatch(ReceivedCalls read, CallRoute route, int priority, int[] indexes) {
        this.read = read;
        this.route = route;
        this.priority = priority;
        this.indexes = indexes;
        size = indexes == null ? read.size() : indexes.length;
        proof = null;
    }

    /** Creates the batch of an admitted call that a thread has left, because it is not known yet who makes it. */
    SubmittedBatch(ServerCall waiting, CallProof proof) {
        read = waiting.read();
        route = waiting.route();
        priority = waiting.priority();
        indexes = new int[] {waiting.index()};
        size = 1;
        admitted = 1;
        this.proof = proof;
    }

    /** Lets the call wait until it is known who makes it, and then for a thread. Another thread may end it at once. */
    void runOnceProved() {
        origin().trackQueued(this);
        proof.whenDone(this::execute);
    }

    private void execute() {
        if (unclaimed() > 0) {
            try {
                route.execute(this);
            } catch (Throwable t) {
                reject(Dispatcher.NOT_TAKEN);
            }
        }
    }

    private boolean isProofPending() {
        return proof != null && proof.isPending();
    }

    ReceivedCalls read() {
        return read;
    }

    CallRoute route() {
        return route;
    }

    int size() {
        return size;
    }

    /** {@return whether all calls have the same route and priority as another batch} */
    boolean runsWith(SubmittedBatch other) {
        return route == other.route && priority == other.priority;
    }

    private int indexOf(int position) {
        return indexes == null ? position : indexes[position];
    }

    private CallOrigin origin() {
        return read.origin();
    }

    private AdmissionControl admission() {
        return read.executors().admission();
    }

    /**
     * Admits as many calls as there is room for; each of the others is rejected when a thread reaches it. Returns how
     * many were admitted.
     *
     * @param ofConnection supplies the number of other calls that the connection has in flight
     */
    int admit(LongSupplier ofConnection) {
        admitted = admission().admit(route, origin(), size, priority, ofConnection);
        return admitted;
    }

    /** Counts all calls as over the limit: those of a higher priority have taken all places. */
    void countNotAdmitted() {
        admission().reject(route, size);
    }

    /** Lets calls that wait for a thread be rejected in time, or end with their connection. */
    void trackIfQueued() {
        if (unclaimed() > 0) {
            origin().trackQueued(this);
        }
    }

    @Override
    public int priority() {
        return priority;
    }

    @Override
    public CallFlow flow() {
        return route.flowOf(origin());
    }

    @Override
    public ServerCall claim() {
        int position = next < size ? (int) NEXT.getAndAdd(this, 1) : size;
        return position < size ? claimed(position) : null;
    }

    @Override
    public ServerCall claimExclusively() {
        if (proof != null) { // the timeout monitor may claim it, too
            return claim();
        }
        int position = (int) NEXT.get(this);
        if (position >= size) {
            return null;
        }
        NEXT.set(this, position + 1);
        return claimed(position);
    }

    private ServerCall claimed(int position) {
        try {
            return new ServerCall(read, indexOf(position), route, priority, position < admitted);
        } catch (OutOfMemoryError e) {
            read.abandon();
            drop(position, position + 1);
            drop();
            return null;
        }
    }

    @Override
    public int unclaimed() {
        return Math.max(0, size - next);
    }

    @Override
    public MethodPace nextPace() {
        int position = next;
        FrameBatch frames = read.frames(); // null if another thread has just dropped the calls
        return position < size && frames != null ? read.executors().paces().of(frames, indexOf(position)) : null;
    }

    /** {@inheritDoc} 1 if these are not all calls of the read: the next call here is not necessarily the next one there. */
    @Override
    public int countOfSameMethod(int max) {
        int position = next;
        FrameBatch frames = read.frames(); // null if another thread has just dropped the calls
        return indexes == null && position < size && frames != null ? MethodPaces.countSame(frames, position, max) : 1;
    }

    /** Submits the calls that were moved to the threads of their methods. */
    void submitMoved() {
        read.submitMoved();
    }

    @Override
    public void flush() {
        read.submitMoved();
        CallExecutor executor = read.executorWithReplies();
        if (executor == null) {
            return;
        }
        try {
            executor.flush();
        } catch (Throwable t) {
            read.abandon();
        } finally {
            if (CallExecutorPool.isBorrowed(executor)) {
                read.executors().release(executor);
            }
        }
    }

    @Override
    public void flushLater() {
        read.submitMoved();
        CallExecutor executor = read.executorWithReplies();
        if (executor != null && CallExecutorPool.isBorrowed(executor)) {
            flush();
        } else if (executor != null) {
            executor.flushLater();
        }
    }

    @Override
    public void reject(String reason) {
        rejectUnclaimed(reason);
        flush();
    }

    /** Rejects the unclaimed calls because there is no room for them. Their replies leave with the next flush. */
    void rejectUnclaimed(String reason) {
        rejectUnclaimed(admission().noRoom(), reason, reason);
    }

    void reject(Reason reason, String text) {
        rejectUnclaimed(reason, text, text);
        flush();
    }

    /** Rejects all calls because none of them was admitted. */
    void rejectNotAdmitted() {
        reject(admission().inFlightMessage(route));
    }

    /**
     * Rejects the unclaimed calls; their replies leave with the next flush of the calling thread. If their connection is
     * terminated meanwhile, drops the others. Returns how many of them were admitted.
     */
    private int rejectUnclaimed(Reason reason, String text, String textIfNotAdmitted) {
        CallExecutor executor = read.executor();
        int rejected = 0;
        for (ServerCall call = claim(); call != null; call = claim()) {
            rejected += call.isAdmitted() ? 1 : 0;
            if (!read.memory().isOpen()) {
                call.drop();
            } else if (executor == null) {
                call.endWithoutReply();
            } else if (call.isAdmitted()) {
                executor.reject(call, reason, text);
            } else { // it waited for a place, not for a thread
                executor.reject(
                        call, reason == Reason.QUEUE_TIMEOUT ? admission().noRoom() : reason, textIfNotAdmitted);
            }
        }
        if (proof != null) {
            proof.cancel();
        }
        return rejected;
    }

    /** Rejects the unclaimed calls if they have waited too long. */
    void rejectOverdue(long now) {
        if (isProofPending()) {
            rejectUnproved(now);
            return;
        }
        long waited = now - (proof == null ? read.arrival() : proof.doneNanos());
        if (!route.isOverdue(origin(), waited)) {
            return;
        }
        String reason = route.overdueMessage(waited);
        try {
            int rejected =
                    rejectUnclaimed(Reason.QUEUE_TIMEOUT, reason, admission().inFlightMessage(route));
            admission().countOverdue(route, rejected, waited, reason);
        } finally {
            flush();
        }
    }

    private void rejectUnproved(long now) {
        if (proof.isOverdue(read.arrival(), now)) {
            try {
                int rejected = rejectUnclaimed(Reason.DEADLINE_EXCEEDED, UNPROVED, UNPROVED);
                if (rejected > 0) {
                    admission()
                            .limitReporter()
                            .reached(LimitType.CALL_TIMEOUT, rejected, () -> "a call is rejected: " + UNPROVED);
                }
            } finally {
                flush();
            }
        }
    }

    /** Rejects the call if it is not known who makes it, because the server stops. */
    void rejectIfUnproved(String reason) {
        if (isProofPending()) {
            reject(Reason.DRAINING, reason);
        }
    }

    /**
     * Ends the unclaimed calls without decoding them: no reply would arrive. Oneway calls still run, because they
     * expect no reply and a peer may send one and close its connection.
     */
    void connectionClosed() {
        if (!isProofPending() && mayHaveUnclaimedOneway()) {
            read.orphan();
        } else {
            drop();
        }
    }

    private boolean mayHaveUnclaimedOneway() {
        for (int position = next; position < size; position++) {
            if (read.mayBeOneway(indexOf(position))) {
                return true;
            }
        }
        return false;
    }

    /** Ends every unclaimed call without decoding it. Throws nothing. */
    void drop() {
        int from = (int) NEXT.getAndSet(this, size);
        if (from < size) {
            drop(from, size);
        }
        if (proof != null) {
            proof.cancel();
        }
    }

    /** Ends claimed calls without decoding them. */
    private void drop(int from, int to) {
        admission().ended(route, origin(), Math.max(0, Math.min(to, admitted) - from));
        int begin = from;
        for (int position = from + 1; position <= to; position++) {
            if (position == to || indexOf(position) != indexOf(position - 1) + 1) {
                read.dropClaimed(indexOf(begin), position - begin);
                begin = position;
            }
        }
    }

    // ---- for those who look

    /** {@return the position of the first unclaimed call; the size if there is none} Any thread. */
    int firstUnclaimed() {
        return Math.min(next, size);
    }

    /** {@return whether the only call waits until it is known who makes it} Any thread. */
    boolean isUnproved() {
        return isProofPending();
    }

    /** {@return how the caller of a call proves who it is; null if it has no credentials, or they are not read} Any thread. */
    CallProof proofAt(int position) {
        return read.proofOf(indexOf(position));
    }

    /**
     * Returns the name in the header of an unclaimed call, without decoding it. Any thread. The bytes may be released and used
     * again meanwhile, but only after the call was claimed; so the name counts if the call is still unclaimed once the bytes were
     * read, as in a sequence lock.
     *
     * @return an empty text if only a decoder can tell the name; null if the call was claimed meanwhile
     */
    String nameAt(int position) {
        FrameBatch frames = read.frames();
        if (frames == null) {
            return null;
        }
        String name = CallsInFlight.nameOf(frames, indexOf(position));
        VarHandle.loadLoadFence();
        return next <= position ? name : null;
    }

    SubmittedBatch nextQueued() {
        return nextQueued;
    }

    void nextQueued(SubmittedBatch batch) {
        nextQueued = batch;
    }
}
