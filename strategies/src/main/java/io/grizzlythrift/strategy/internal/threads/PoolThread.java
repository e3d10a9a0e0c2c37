package io.grizzlythrift.strategy.internal.threads;

import io.grizzlythrift.strategy.internal.queue.FlowQueue;
import io.grizzlythrift.strategy.internal.util.UncaughtLog;
import io.grizzlythrift.strategy.spi.Call;
import java.util.concurrent.locks.LockSupport;
import org.glassfish.grizzly.Grizzly;
import org.glassfish.grizzly.threadpool.DefaultWorkerThread;

/**
 * A thread of {@link CallThreadPool}: runs the work that the pool assigns until the pool stops. No exception ends it.
 *
 * <p>Extends Grizzly's worker thread, which holds Grizzly's per-thread caches, but has no Grizzly memory pool.
 *
 * <p>An idle thread is handed work through {@link #assigned}. Only the thread that removed it from the idle stack, under the
 * pool's lock, calls {@link #assign}, so there is one writer at a time. The volatile write orders everything the assigning
 * thread did before it ahead of the task. {@link #isTaken} is set under the lock, before the pool can stop without this thread
 * on its stack, so a thread that is not taken when it sees that the pool has stopped will never be assigned anything and may
 * end.
 */
public class PoolThread extends DefaultWorkerThread {
    private final CallThreadPool<?> pool;
    private final UncaughtLog uncaught;
    private final ClaimLoop claimLoop;

    /** Whether another thread has removed this one from the idle stack and will assign it a task. */
    private volatile boolean isTaken;

    /** The next task of this idle thread: a {@link Work} or a {@link Runnable}. */
    private volatile Object assigned;

    /** Creates a thread that has not been started. */
    @SuppressWarnings("this-escape") // the loop runs only once the thread is started
    public PoolThread(CallThreadPool<?> pool, String name, UncaughtLog uncaught) {
        super(Grizzly.DEFAULT_ATTRIBUTE_BUILDER, name, null, null);
        this.pool = pool;
        this.uncaught = uncaught;
        claimLoop = new ClaimLoop(CallThreadPool.SLICE_NANOS, System::nanoTime, uncaught) {
            @Override
            protected boolean othersWait(FlowQueue queue) {
                return pool.othersWait(queue);
            }

            @Override
            protected void wakeHelper(Work work) {
                pool.wakeHelper(work);
            }

            @Override
            protected boolean isStopped() {
                return pool.isStopped();
            }

            @Override
            protected void runCall(Call call) {
                PoolThread.this.runCall(call);
            }
        };
        setDaemon(true);
    }

    /** {@return the log for exceptions that nothing else caught} */
    protected final UncaughtLog uncaught() {
        return uncaught;
    }

    @Override
    public final void run() {
        Work done = null;
        boolean hasMore = false;
        while (true) {
            try {
                Work ended = done;
                done = null;
                Object next = pool.next(this, ended, hasMore);
                if (next == null) {
                    return;
                }
                Work work = next instanceof Work own ? own : perform((Runnable) next);
                if (work != null) {
                    hasMore = claimLoop.run(work.batch(), work);
                    claimLoop.flush(work.batch());
                    done = work;
                }
            } catch (Throwable t) {
                uncaught.log(t);
            }
        }
    }

    /** Runs one call that this thread has claimed. */
    protected void runCall(Call call) {
        call.run();
    }

    /** Runs an urgent task. Returns work that this thread started during the task and must run next, or null. */
    protected Work perform(Runnable task) {
        task.run();
        return null;
    }

    final void setTaken() {
        isTaken = true;
    }

    /** Ends the wait of an idle thread. Called by the thread that removed it from the idle stack, once. */
    public final void assign(Object task) {
        assigned = task;
        LockSupport.unpark(this);
    }

    /**
     * Waits until a task is assigned, and returns it; returns null when the pool stops. Clears an interrupt that a handler
     * left behind.
     */
    final Object awaitAssignment() {
        while (assigned == null) {
            // The order matters: once the pool has stopped, no thread is removed from the idle stack.
            if (pool.isStopped() && !isTaken) {
                return null;
            }
            LockSupport.park(pool);
            Thread.interrupted();
        }
        Object task = assigned;
        isTaken = false;
        assigned = null;
        return task;
    }
}
