package io.grizzlythrift.strategy;

import io.grizzlythrift.selector.SelectorLoop;
import java.util.ArrayDeque;
import java.util.function.BooleanSupplier;
import org.glassfish.grizzly.nio.SelectorRunner;

/** One thread of a {@link FollowerPool}: idle, leading a selector, or running calls. */
final class FollowerThread extends CallThread {
    private final FollowerPool owner;

    /** Batches that this thread read as a leader and has not run yet. Only this thread touches it. */
    private final ArrayDeque<CallBatch> setAside = new ArrayDeque<>();

    /** The selector that this thread leads, or null. Only this thread touches it. */
    private SelectorRunner leading;

    /** What this thread does when it has left its selector. Only this thread touches it. */
    private Work afterwards;

    /**
     * Whether this thread is inside an event after which it can hand its selector over. Only this thread touches it.
     */
    private boolean inEvent;

    FollowerThread(FollowerPool owner, CallThreads<?> threads, String name, Uncaught uncaught) {
        super(threads, name, uncaught);
        this.owner = owner;
    }

    /** Made once: a thread that has just become leader must not need memory before it reads. */
    private final BooleanSupplier stillLeading = this::isLeading;

    /** Leads a selector until it is handed over or stopped. */
    @Override
    Work perform(Runnable task) {
        if (!(task instanceof SelectorRunner runner)) {
            return super.perform(task);
        }
        leading = runner;
        try {
            SelectorLoop.run(runner, stillLeading, uncaught());
        } finally {
            leading = null;
            inEvent = false;
            submitSetAside();
        }
        Work work = afterwards;
        afterwards = null;
        return work;
    }

    private boolean isLeading() {
        return leading != null;
    }

    boolean belongsTo(FollowerPool pool) {
        return owner == pool;
    }

    /** The selector that this thread reads now, or null. Only for the thread itself. */
    SelectorRunner leading() {
        return leading;
    }

    void setInEvent(boolean inside) {
        inEvent = inside;
    }

    boolean isInEvent() {
        return inEvent;
    }

    void setAside(CallBatch batch) {
        setAside.add(batch);
    }

    /**
     * Hands the selector over, if that is possible, so that this thread can run a batch that it set aside. All others are
     * submitted.
     *
     * @return whether this thread leads on
     */
    boolean leadsOn() {
        CallBatch batch = setAside.peek();
        if (batch == null) {
            return true;
        }
        boolean handedOver = false;
        try {
            Work work = new Work(batch);
            handedOver = owner.handOver(leading, work);
            if (handedOver) {
                leading = null;
                afterwards = work;
                setAside.remove();
            }
        } catch (OutOfMemoryError e) { // the batch is submitted like the others
            uncaught().survived(e);
        }
        submitSetAside();
        return !handedOver;
    }

    /** Submits every batch that is set aside, whatever one of them throws. */
    void submitSetAside() {
        for (CallBatch batch = setAside.poll(); batch != null; batch = setAside.poll()) {
            try {
                owner.submit(batch);
            } catch (Throwable t) {
                uncaught().survived(t);
            }
        }
    }
}
