package io.grizzlythrift.server;

import io.grizzlythrift.frame.LogLimiter;
import java.lang.ref.WeakReference;
import java.util.Iterator;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Sends finished replies that a thread holds back while it runs the handler of a later call. Without it a reply could
 * wait for as long as that handler takes. A reply waits two ticks at most, {@value #TICK_MILLIS} ms each.
 *
 * <p>One daemon thread per server. It is parked while no thread runs a handler with replies held, which is so whenever
 * reads bring one call each.
 */
final class ReplySweeper implements AutoCloseable {
    static final long TICK_MILLIS = 1;

    /** Ticks without anything to do before the thread parks for good. */
    private static final int IDLE_TICKS = 100;

    private static final Logger LOG = LoggerFactory.getLogger(ThriftServer.class);

    private final LogLimiter failureLog = new LogLimiter(System::nanoTime);
    private final Queue<WeakReference<HeldReplies>> threads = new ConcurrentLinkedQueue<>();
    private final Thread thread;
    private volatile boolean watching;

    /** {@link #ticks}, for the thread that counts. */
    private int count;

    private volatile int ticks;
    private volatile boolean closed;

    ReplySweeper(String serverName) {
        thread = new Thread(this::run, serverName + "-sweeper");
        thread.setDaemon(true);
        thread.start();
    }

    /** Makes the replies of a thread known to this sweeper, for as long as they are in use. */
    void register(HeldReplies replies) {
        threads.add(new WeakReference<>(replies));
    }

    /** Has the thread look at held replies from now on. Called when some are left open. */
    void watch() {
        if (!watching) {
            watching = true;
            LockSupport.unpark(thread);
        }
    }

    /** How often it has ticked, modulo 2^32. */
    int ticks() {
        return ticks;
    }

    private void run() {
        int idleTicks = 0;
        while (!closed) {
            ticks = ++count;
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
        } catch (RuntimeException | Error e) {
            failureLog.log(suppressed -> LOG.error("replies could not be swept{}", LogLimiter.suffix(suppressed), e));
            return true;
        }
    }

    /** One tick. Returns whether any thread holds replies behind a running handler. */
    boolean sweepAll() {
        boolean more = false;
        for (Iterator<WeakReference<HeldReplies>> all = threads.iterator(); all.hasNext(); ) {
            HeldReplies replies = all.next().get();
            if (replies == null) {
                all.remove();
            } else {
                more |= replies.sweep();
            }
        }
        return more;
    }

    /** Ends the thread. Replies that are still held leave with their batch. */
    @Override
    public void close() {
        closed = true;
        LockSupport.unpark(thread);
    }

    Thread thread() {
        return thread;
    }
}
