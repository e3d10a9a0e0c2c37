package io.grizzlythrift.strategy;

import java.util.ArrayDeque;
import java.util.concurrent.locks.LockSupport;
import org.glassfish.grizzly.Grizzly;
import org.glassfish.grizzly.nio.SelectorRunner;
import org.glassfish.grizzly.threadpool.DefaultWorkerThread;

/** One thread of a {@link FollowerPool}: idle, leading a selector, or running calls. */
final class FollowerThread extends DefaultWorkerThread {
    private final FollowerPool pool;

    /** Batches that this thread read as a leader and has not run yet. Only this thread touches it. */
    private final ArrayDeque<CallBatch> setAside = new ArrayDeque<>();

    /** The selector that this thread leads, or null. Only this thread touches it. */
    private SelectorRunner leading;

    /**
     * Whether this thread is inside an event after which it can hand its selector over. Only this thread touches it.
     */
    private boolean inEvent;

    /** What another thread wants this idle thread to do next. */
    private volatile Runnable assigned;

    FollowerThread(FollowerPool pool, String name) {
        super(Grizzly.DEFAULT_ATTRIBUTE_BUILDER, name, null, null);
        this.pool = pool;
        setDaemon(true);
    }

    @Override
    public void run() {
        for (Runnable task = pool.next(this); task != null; task = pool.next(this)) {
            try {
                perform(task);
            } catch (Throwable t) {
                pool.uncaught().uncaughtException(this, t);
            }
        }
    }

    private void perform(Runnable task) {
        if (task instanceof SelectorRunner runner) {
            leading = runner;
            try {
                runner.run();
            } finally {
                leading = null;
            }
            for (CallBatch batch = setAside.poll(); batch != null; batch = setAside.poll()) {
                SharedWork.run(batch, pool::wakeHelper, pool::isShutdown);
            }
        } else {
            task.run();
        }
    }

    boolean belongsTo(FollowerPool owner) {
        return pool == owner;
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

    boolean hasSetAside() {
        return !setAside.isEmpty();
    }

    CallBatch takeSetAside() {
        return setAside.poll();
    }

    /** Ends the wait of an idle thread. Called by the one thread that took it off the idle stack. */
    void assign(Runnable task) {
        assigned = task;
        LockSupport.unpark(this);
    }

    /**
     * Waits until a task is assigned, or until the pool stops: null. An interrupt that a handler left behind is
     * cleared.
     */
    Runnable awaitAssignment() {
        while (assigned == null) {
            if (pool.isShutdown()) {
                return null;
            }
            LockSupport.park(pool);
            Thread.interrupted();
        }
        Runnable task = assigned;
        assigned = null;
        return task;
    }
}
