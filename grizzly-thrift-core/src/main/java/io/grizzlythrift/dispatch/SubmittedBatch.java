package io.grizzlythrift.dispatch;

import io.grizzlythrift.frame.FrameBatch;
import io.grizzlythrift.message.OnewayDetector;
import io.grizzlythrift.peer.RejectedCall.Reason;
import io.grizzlythrift.reply.CopiedReplies;
import io.grizzlythrift.strategy.pace.MethodPace;
import io.grizzlythrift.strategy.spi.CallBatch;
import io.grizzlythrift.strategy.spi.CallFlow;
import io.grizzlythrift.thread.VarHandles;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.List;
import java.util.function.LongSupplier;
import java.util.function.Supplier;

/**
 * A {@link ReadBatch} as the strategy sees it: threads claim its calls and run each with their {@link CallExecutor}.
 *
 * <p>A call belongs to the thread that took its index from {@link #next}. The index only ever increases, atomically, so
 * no call is claimed twice, and once a thread finds it at the end, no call is unclaimed.
 */
public class SubmittedBatch extends ReadBatch implements CallBatch {
    private static final VarHandle NEXT =
            VarHandles.of(MethodHandles.lookup(), SubmittedBatch.class, "next", int.class);

    private final CallExecutorPool executors;
    private final CallRoute route;
    private final int priority;

    /** Null if the routes of all calls are known. Written before any other thread gets the batch. */
    private LateRouting lateRouting;

    /** The index of the first unclaimed call. */
    private volatile int next;

    /** Whether the connection is closed: of the unclaimed calls, only oneway calls still run. */
    private volatile boolean orphaned;

    /**
     * The executor of the first thread, usually the only one. A data race is harmless: {@link CallExecutor#isAvailable}
     * checks that the executor belongs to the calling thread.
     */
    private CallExecutor firstExecutor;

    /**
     * Adds the calls to the reply queue of their connection. None of them may run yet.
     *
     * @param arrival when they were read, as {@link System#nanoTime()}
     * @param route the route of all calls
     */
    public SubmittedBatch(
            CallOrigin origin, FrameBatch frames, CallExecutorPool executors, long arrival, CallRoute route) {
        this(origin, frames, executors, arrival, route, NORMAL_PRIORITY);
    }

    SubmittedBatch(
            CallOrigin origin,
            FrameBatch frames,
            CallExecutorPool executors,
            long arrival,
            CallRoute route,
            int priority) {
        super(origin, frames, arrival);
        this.executors = executors;
        this.route = route;
        this.priority = priority;
    }

    /**
     * Creates a batch of one admitted call that a thread has taken out of another batch. It leaves its
     * place for one of its new route; if there is none, the threads of that reject it.
     */
    private SubmittedBatch(SubmittedBatch of, int call, FrameBatch message, CallRoute route) {
        super(of.origin(), message, of.arrival(), of.numberOf(call));
        executors = of.executors;
        this.route = route;
        priority = of.priorityOf(call);
        AdmissionControl admission = executors.admission();
        admit(admission.admit(route, origin(), 1, priority, () -> origin().earlierCalls(1)));
        admission.ended(of.routeOf(call), origin(), 1);
    }

    /** Returns the priority of a call. */
    int priorityOf(int call) {
        return priority;
    }

    /** Sets what routes the calls whose method is not known yet. */
    void routeLate(LateRouting routing) {
        lateRouting = routing;
    }

    @Override
    public final boolean hasUnknownRoutes() {
        return lateRouting != null;
    }

    @Override
    public final boolean moveToRoute(int call, String method, Supplier<FrameBatch> message) {
        CallRoute found = lateRouting.routeOf(method);
        if (found.number() == routeOf(call).number()) {
            return false;
        }
        SubmittedBatch moved = new SubmittedBatch(this, call, message.get(), found);
        if (!moved.charge()) {
            moved.drop();
        } else {
            lateRouting.add(moved);
        }
        return true;
    }

    @Override
    public final void submitMoved() {
        if (lateRouting != null) {
            lateRouting.submit();
        }
    }

    /** Hands the calls to the threads of their route. */
    void execute() {
        route.execute(this);
    }

    @Override
    public CallRoute routeOf(int call) {
        return route;
    }

    /**
     * Admits as many calls as there is room for. Returns how many were admitted.
     *
     * @param ofConnection supplies the number of other calls that the connection has in flight
     */
    int admit(AdmissionControl admission, LongSupplier ofConnection) {
        int admitted = admission.admit(route, origin(), frames().size(), priority, ofConnection);
        admit(admitted);
        return admitted;
    }

    /** Returns whether all calls have the same route and priority as another batch. */
    final boolean runsWith(SubmittedBatch other) {
        return route == other.route && priority == other.priority;
    }

    @Override
    public final int priority() {
        return priority;
    }

    @Override
    public final CallFlow flow() {
        return route.flowOf(origin());
    }

    @Override
    public int claim() {
        if (!hasUnclaimed()) {
            return NONE;
        }
        int call = (int) NEXT.getAndAdd(this, 1);
        return call < frames().size() ? call : NONE;
    }

    @Override
    protected final boolean hasUnclaimed() {
        return nextUnclaimed() != NONE;
    }

    @Override
    public int nextUnclaimed() {
        int call = next;
        return call < frames().size() ? call : NONE;
    }

    @Override
    @SuppressWarnings("exports") // for the strategies
    public final MethodPace paceOf(int call) {
        return executors.paces().of(frames(), call);
    }

    @Override
    public int countOfSameMethod(int call, int max) {
        return MethodPaces.countSame(frames(), call, max);
    }

    @Override
    public int unclaimed() {
        return Math.max(0, frames().size() - next);
    }

    @Override
    public final void run(int call) {
        if (orphaned && !mayBeOneway(call)) {
            dropClaimed(call, 1, isAdmitted(call) ? 1 : 0);
            return;
        }
        CallExecutor executor = executor();
        if (executor != null) {
            executor.run(this, call);
        } else {
            endWithoutReply(call);
        }
    }

    @Override
    public final void flush() {
        submitMoved();
        CallExecutor executor = executorWithReplies();
        if (executor == null) {
            return;
        }
        try {
            executor.flush();
        } catch (Throwable t) {
            abandon();
        } finally {
            if (CallExecutorPool.isBorrowed(executor)) {
                executors.release(executor);
            }
        }
    }

    @Override
    public final void flushLater() {
        submitMoved();
        CallExecutor executor = executorWithReplies();
        if (executor != null && CallExecutorPool.isBorrowed(executor)) {
            flush();
        } else if (executor != null) {
            executor.flushLater();
        }
    }

    @Override
    public final void reject(String reason) {
        rejectOverload(this, reason);
    }

    /** Rejects all calls because none of them was admitted. */
    void rejectNotAdmitted() {
        reject(admission().inFlightMessage(route));
    }

    final AdmissionControl admission() {
        return executors.admission();
    }

    /** Rejects the unclaimed calls of a part of this batch, or of the whole batch. */
    final void rejectOverload(CallBatch part, String text) {
        rejectUnclaimed(part, Reason.OVERLOADED, text, text);
        flush();
    }

    final void reject(Reason reason, String text) {
        rejectUnclaimed(reason, text);
        flush();
    }

    /** Rejects the unclaimed calls; their replies leave with the next flush of the calling thread. */
    final void rejectUnclaimed(Reason reason, String text) {
        rejectUnclaimed(this, reason, text, text);
    }

    /**
     * Rejects the unclaimed calls of a part. If their connection is terminated meanwhile, drops the others. Returns how
     * many of them were admitted.
     */
    private int rejectUnclaimed(CallBatch part, Reason reason, String text, String textIfNotAdmitted) {
        CallExecutor executor = executor();
        int admitted = 0;
        for (int call = part.claim(); call != NONE; call = part.claim()) {
            boolean wasAdmitted = isAdmitted(call);
            admitted += wasAdmitted ? 1 : 0;
            if (!memory().isOpen()) {
                dropClaimed(call, 1, wasAdmitted ? 1 : 0);
            } else if (executor != null) {
                executor.reject(
                        this, call, wasAdmitted ? reason : notAdmitted(reason), wasAdmitted ? text : textIfNotAdmitted);
            } else {
                endWithoutReply(call);
            }
        }
        return admitted;
    }

    /** Returns the reason for a call that was not admitted: it waited for a place, not for a thread. */
    private static Reason notAdmitted(Reason reason) {
        return reason == Reason.QUEUE_TIMEOUT ? Reason.OVERLOADED : reason;
    }

    @Override
    protected void rejectOverdue(long now) {
        rejectIfOverdue(this, route, now);
    }

    /** Rejects the unclaimed calls of a part of this batch, or of the whole batch, if they have waited too long. */
    final void rejectIfOverdue(CallBatch part, CallRoute of, long now) {
        long waited = now - arrival();
        if (!of.isOverdue(origin(), waited)) {
            return;
        }
        AdmissionControl admission = admission();
        String reason = of.overdueMessage(waited);
        try {
            int calls = rejectUnclaimed(part, Reason.QUEUE_TIMEOUT, reason, admission.inFlightMessage(of));
            admission.countOverdue(of, calls, waited, reason);
        } finally {
            flush();
        }
    }

    @Override
    protected final void connectionClosed() {
        if (mayHaveUnclaimedOneway()) {
            orphaned = true;
        } else {
            drop();
        }
    }

    boolean mayHaveUnclaimedOneway() {
        for (int call = next; call < frames().size(); call++) {
            if (mayBeOneway(call)) {
                return true;
            }
        }
        return false;
    }

    /** Also returns true if another thread has claimed the call and released its array: that thread decides. */
    final boolean mayBeOneway(int call) {
        FrameBatch frames = frames();
        byte[] array = frames.array(call);
        return array == null || OnewayDetector.mayBeOneway(array, frames.offset(call), frames.length(call));
    }

    /** Ends every unclaimed call without decoding it: its connection was terminated. */
    @Override
    public void drop() {
        int from = claimRest();
        if (from < frames().size()) {
            int calls = frames().size() - from;
            dropClaimed(from, calls, admittedOf(from, calls));
        }
    }

    /**
     * Ends claimed calls of one route without decoding them.
     *
     * @param admitted the number of calls among them that were admitted
     */
    final void dropClaimed(int from, int calls, int admitted) {
        admission().ended(routeOf(from), origin(), admitted);
        try {
            decoded(calls, false);
            origin().replyQueue().deliver(List.of(CopiedReplies.withoutBytes(numberOf(from), calls)));
            executors.counters().countDropped(calls);
        } catch (RuntimeException | Error e) { // for example, no memory
            abandon();
        }
    }

    /** Claims all unclaimed calls. Returns the index of the first one, or the number of calls if there is none. */
    private int claimRest() {
        return Math.min((int) NEXT.getAndSet(this, frames().size()), frames().size());
    }

    private void endWithoutReply(int call) {
        if (isAdmitted(call)) {
            admission().ended(routeOf(call), origin(), 1);
        }
        decoded(1, false);
    }

    /** Returns the executor that may hold replies of the calling thread, or null. */
    private CallExecutor executorWithReplies() {
        CallExecutor first = firstExecutor;
        return first != null && first.isAvailable() ? first : executors.withReplies();
    }

    /** Returns the executor of the calling thread. If none can be created, abandons the connection and returns null. */
    private CallExecutor executor() {
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
}
