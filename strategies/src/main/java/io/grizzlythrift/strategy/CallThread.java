package io.grizzlythrift.strategy;

import java.util.concurrent.locks.LockSupport;
import org.glassfish.grizzly.Grizzly;
import org.glassfish.grizzly.threadpool.DefaultWorkerThread;

/**
 * One of some {@link CallThreads}. Nothing that it does ends it, except the end of them all.
 *
 * <p>It is one of Grizzly's threads, which have caches of their own, without a Grizzly memory pool.
 */
class CallThread extends DefaultWorkerThread {
    private final CallThreads<?> pool;
    private final Uncaught uncaught;
    private final Slices slices;

    /** Whether another thread has taken this one off the idle stack and will assign it something. */
    private volatile boolean taken;

    /** What another thread wants this idle thread to do next. */
    private volatile Object assigned;

    CallThread(CallThreads<?> pool, String name, Uncaught uncaught) {
        super(Grizzly.DEFAULT_ATTRIBUTE_BUILDER, name, null, null);
        this.pool = pool;
        this.uncaught = uncaught;
        slices = new Slices(CallThreads.SLICE_NANOS, System::nanoTime, uncaught) {
            @Override
            boolean othersWait(CallFlow flow) {
                return pool.othersWait(flow);
            }

            @Override
            void wakeHelper(Work work) {
                pool.wakeHelper(work);
            }

            @Override
            boolean isStopped() {
                return pool.isStopped();
            }
        };
        setDaemon(true);
    }

    final Uncaught uncaught() {
        return uncaught;
    }

    @Override
    public final void run() {
        Work done = null;
        boolean left = false;
        while (true) {
            try {
                Work ended = done;
                done = null;
                Object next = pool.next(this, ended, left);
                if (next == null) {
                    return;
                }
                Work work = next instanceof Work own ? own : perform((Runnable) next);
                if (work != null) {
                    left = slices.run(work.batch, work);
                    if (!left) {
                        work.isEnding = true;
                    }
                    slices.flush(work.batch);
                    done = work;
                }
            } catch (Throwable t) {
                uncaught.survived(t);
            }
        }
    }

    /** Does something urgent. Returns work that this thread has begun meanwhile and runs next, or null. */
    Work perform(Runnable task) {
        task.run();
        return null;
    }

    final void setTaken() {
        taken = true;
    }

    /** Ends the wait of an idle thread. Called by the one thread that took it off the idle stack. */
    final void assign(Object task) {
        assigned = task;
        LockSupport.unpark(this);
    }

    /**
     * Waits until a task is assigned, or until the pool stops: null. An interrupt that a handler left behind is cleared.
     */
    final Object awaitAssignment() {
        while (assigned == null) {
            // In this order: nobody takes this thread off the stack once the pool has stopped.
            if (pool.isStopped() && !taken) {
                return null;
            }
            LockSupport.park(pool);
            Thread.interrupted();
        }
        Object task = assigned;
        taken = false;
        assigned = null;
        return task;
    }
}
