package io.grizzlythrift.strategy.internal.threads;

import io.grizzlythrift.strategy.internal.util.UncaughtLog;
import io.grizzlythrift.strategy.spi.CallBatch;
import java.util.ArrayDeque;
import java.util.function.BooleanSupplier;
import org.glassfish.grizzly.nio.SelectorRunner;

/**
 * A thread of a {@link FollowerPool}: idle, leading a selector, or running calls. All fields that are not final are
 * confined to the thread itself.
 */
final class FollowerThread extends PoolThread {
    private final FollowerPool owner;

    /** Created in advance: a new leader must be able to read without allocating. */
    private final BooleanSupplier stillLeading = this::isLeading;

    /** Batches that this thread read as a leader and has neither run nor submitted yet. */
    private final ArrayDeque<CallBatch> deferred = new ArrayDeque<>();

    /** The selector that this thread leads, or null. */
    private SelectorRunner leading;

    /** The work that this thread runs after it has left its selector, or null. */
    private Work nextWork;

    /** Whether this thread is handling an event after which it can hand over its selector. */
    private boolean inEvent;

    FollowerThread(FollowerPool owner, CallThreadPool<?> threads, String name, UncaughtLog uncaught) {
        super(threads, name, uncaught);
        this.owner = owner;
    }

    /** Leads a selector until it is handed over or stopped, if the task is a selector runner. */
    @Override
    protected Work perform(Runnable task) {
        if (!(task instanceof SelectorRunner runner)) {
            return super.perform(task);
        }
        leading = runner;
        try {
            SelectorLoop.run(runner, stillLeading, uncaught());
        } finally {
            leading = null;
            inEvent = false;
            submitDeferred();
        }
        Work work = nextWork;
        nextWork = null;
        return work;
    }

    private boolean isLeading() {
        return leading != null;
    }

    boolean belongsTo(FollowerPool pool) {
        return owner == pool;
    }

    /** Returns the selector that this thread leads, or null. Called by the thread itself. */
    SelectorRunner leading() {
        return leading;
    }

    void setInEvent(boolean inside) {
        inEvent = inside;
    }

    boolean isInEvent() {
        return inEvent;
    }

    void defer(CallBatch batch) {
        deferred.add(batch);
    }

    /**
     * Hands over the selector, if a follower is idle, so that this thread can run the first deferred batch. Submits all
     * other deferred batches.
     *
     * @return whether this thread is still the leader
     */
    boolean keepsLeading() {
        CallBatch batch = deferred.peek();
        if (batch == null) {
            return true;
        }
        boolean handedOver = false;
        try {
            Work work = new Work(batch);
            handedOver = owner.handOver(leading, work);
            if (handedOver) {
                leading = null;
                nextWork = work;
                deferred.remove();
            }
        } catch (OutOfMemoryError e) { // the first batch is submitted like the others
            uncaught().log(e);
        }
        submitDeferred();
        return !handedOver;
    }

    /** Submits every deferred batch, even if one of them throws. */
    void submitDeferred() {
        for (CallBatch batch = deferred.poll(); batch != null; batch = deferred.poll()) {
            try {
                owner.submit(batch);
            } catch (Throwable t) {
                uncaught().log(t);
            }
        }
    }
}
