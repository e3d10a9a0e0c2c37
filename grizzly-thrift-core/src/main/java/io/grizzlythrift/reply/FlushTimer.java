package io.grizzlythrift.reply;

import io.grizzlythrift.log.FailureLog;
import java.lang.ref.Reference;
import java.lang.ref.ReferenceQueue;
import java.lang.ref.WeakReference;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.slf4j.LoggerFactory;

/**
 * Sends finished replies that a thread holds back while it runs the handler of a later call. Without it a reply could
 * wait for as long as that handler takes. A reply waits two ticks at most, {@value #TICK_MILLIS} ms each.
 *
 * <p>One daemon thread per server. It is parked while no thread runs a handler with replies held, which is so whenever
 * reads bring one call each.
 */
public final class FlushTimer implements AutoCloseable {
    static final long TICK_MILLIS = 1;

    /** Ticks without anything to do before the thread parks for good. */
    private static final int IDLE_TICKS = 100;

    private final FailureLog failureLog =
            new FailureLog(LoggerFactory.getLogger(FlushTimer.class), "replies could not be swept");
    private final Set<Registration> registered = ConcurrentHashMap.newKeySet();

    /** Of replies that were collected together with their thread. */
    private final ReferenceQueue<ReplyBuffer> collected = new ReferenceQueue<>();

    private final Thread thread;
    private volatile boolean watching;

    /** {@link #ticks}, for the thread that counts. */
    private int count;

    private volatile int ticks;
    private volatile boolean closed;

    public FlushTimer(String serverName) {
        thread = new Thread(this::run, serverName + "-sweeper");
        thread.setDaemon(true);
        thread.start();
    }

    /** That replies are swept. */
    static final class Registration extends WeakReference<ReplyBuffer> {
        private Registration(ReplyBuffer replies, ReferenceQueue<ReplyBuffer> collected) {
            super(replies, collected);
        }
    }

    /** Makes the replies of a thread known to this sweeper, until they are collected or forgotten. */
    public void register(ReplyBuffer replies) {
        for (Reference<?> gone = collected.poll(); gone != null; gone = collected.poll()) {
            registered.remove(gone);
        }
        Registration registration = new Registration(replies, collected);
        registered.add(registration);
        replies.registeredAs(registration);
    }

    /** Forgets replies that no thread will use any more. */
    public void forget(ReplyBuffer replies) {
        registered.remove(replies.registration());
    }

    /** How many are registered. */
    public int registered() {
        return registered.size();
    }

    /** Has the thread look at held replies from now on. Called when some are left open. */
    void watch() {
        if (!watching) {
            watching = true;
            LockSupport.unpark(thread);
        }
    }

    /** How often it has ticked, modulo 2^32. */
    public int ticks() {
        return ticks;
    }

    /** Whatever a tick throws, the next one follows: replies behind slow calls would never leave otherwise. */
    private void run() {
        int idleTicks = 0;
        while (!closed) {
            ticks = ++count;
            failureLog.logPending();
            if (sweepSafely()) {
                watching = true;
                idleTicks = 0;
            } else if (++idleTicks >= IDLE_TICKS) {
                if (watching) {
                    watching = false; // whoever opens its replies from now on unparks; one more tick for who just did
                } else {
                    LockSupport.park(this);
                    idleTicks = 0;
                }
            }
            LockSupport.parkNanos(this, TimeUnit.MILLISECONDS.toNanos(TICK_MILLIS));
        }
    }

    private boolean sweepSafely() {
        try {
            return sweepAll();
        } catch (Throwable t) {
            failureLog.record(t);
            return true;
        }
    }

    /** One tick. Returns whether any thread holds replies behind a running handler. */
    boolean sweepAll() {
        boolean more = false;
        for (Registration registration : registered) {
            ReplyBuffer replies = registration.get();
            if (replies != null) {
                more |= sweep(replies);
            }
        }
        return more;
    }

    /** One thread's replies that cannot be swept do not hold up those of other threads. */
    private boolean sweep(ReplyBuffer replies) {
        try {
            return replies.sweep();
        } catch (Throwable t) {
            failureLog.record(t);
            return true;
        }
    }

    /** Ends the thread. ReplyRuns that are still held leave with their batch. */
    @Override
    public void close() {
        closed = true;
        LockSupport.unpark(thread);
    }

    public Thread thread() {
        return thread;
    }
}
