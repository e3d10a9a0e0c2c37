package io.grizzlythrift.strategy.internal.threads;

import io.grizzlythrift.strategy.internal.queue.MethodPace;
import io.grizzlythrift.strategy.internal.util.VarHandles;
import io.grizzlythrift.strategy.spi.CallBatch;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.ArrayDeque;
import org.glassfish.grizzly.nio.SelectorRunner;

/**
 * The right of one thread to run one selector. It ends when another thread takes the selector over because a call holds this
 * one for too long.
 *
 * <p>The owner stores a new number in {@link #state} when it begins to run calls, with release semantics, and negates it with a
 * compare-and-set when they have ended. Another thread takes the lease with a compare-and-set from that number. So exactly one
 * of them succeeds, and the other one must not touch the selector or the fields of this object any more. A thread that has taken
 * the lease sees everything that its owner did before it began to run those calls, which includes its work on the selector.
 */
public final class SelectorLease {
    private static final VarHandle STATE =
            VarHandles.of(MethodHandles.lookup(), SelectorLease.class, "state", long.class);

    private static final long TAKEN = Long.MIN_VALUE;

    private final SelectorRunner runner;

    /** Batches of the event that the owner handles. Those of the owner, or of the thread that has taken the lease. */
    private final ArrayDeque<CallBatch> deferred = new ArrayDeque<>();

    /** The number of the calls that run now; if none do, the negated number of the last ones, or {@link #TAKEN}. */
    private volatile long state;

    /** The number of the last calls. Confined to the owner. */
    private long begun;

    /** What runs, written before {@link #state}. */
    private CallBatch batch;

    private MethodPace pace;

    /** Runs the deferred batches after the event that the owner handles; null if it handles none. Confined to the owner. */
    private InlineIoStrategy.Server inEvent;

    /** Whether a monitor checks this lease. Confined to the owner. */
    private boolean monitored;

    /** Creates the lease of the current thread. */
    SelectorLease(SelectorRunner runner) {
        this.runner = runner;
    }

    SelectorRunner runner() {
        return runner;
    }

    /** {@return whether a monitor checks this lease} Called by the owner. */
    public boolean isMonitored() {
        return monitored;
    }

    /** Records that a monitor checks this lease. Called by the owner. */
    public void setMonitored() {
        monitored = true;
    }

    /** Called by the owner when it begins to handle an event, and, with null, when it has finished. */
    void setInEvent(InlineIoStrategy.Server server) {
        inEvent = server;
    }

    /**
     * Keeps a batch until the event that the owner handles has ended.
     *
     * @param server runs the batch; a method may have other threads than those of the selector
     * @return false if no such event is handled, or if the owner runs calls: another thread may take the deferred batches at any
     *     time
     */
    public boolean defer(InlineIoStrategy.Server server, CallBatch read) {
        return inEvent == server && state <= 0 && !isTaken() && deferred.add(read);
    }

    /** Returns the next deferred batch, or null. Called by the owner while it runs no calls, or by the thread that has taken the lease. */
    CallBatch nextDeferred() {
        return deferred.poll();
    }

    /** Records that the owner begins to run calls of one method. */
    void begin(CallBatch of, MethodPace paceOfMethod) {
        batch = of;
        pace = paceOfMethod;
        STATE.setRelease(this, ++begun);
    }

    /** Records that the calls have ended. Returns false if the lease was taken meanwhile. */
    boolean end() {
        return STATE.compareAndSet(this, begun, -begun);
    }

    /** {@return whether another thread has taken the lease} */
    public boolean isTaken() {
        return state == TAKEN;
    }

    /** {@return the number of the calls that run now, above 0; if none do, a number that changes when some have run} Any thread. */
    long running() {
        return (long) STATE.getAcquire(this);
    }

    /** Takes the lease if these calls still run. Any thread. */
    boolean take(long running) {
        return STATE.compareAndSet(this, running, TAKEN);
    }

    /** {@return the batch of the calls that run} Called by the thread that has taken the lease. */
    CallBatch batch() {
        return batch;
    }

    /** {@return the pace of their method} Called by the thread that has taken the lease. */
    MethodPace pace() {
        return pace;
    }
}
