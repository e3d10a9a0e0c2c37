package io.grizzlythrift.strategy.internal.threads;

import io.grizzlythrift.strategy.internal.queue.RunDelay;
import io.grizzlythrift.strategy.internal.util.DaemonLoop;
import io.grizzlythrift.strategy.internal.util.FailureLog;
import java.util.Iterator;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import org.slf4j.LoggerFactory;

/**
 * Checks every 10 ms whether a call holds a selector thread for too long. The time for which that thread waits for a core or for
 * the garbage collector does not count. While no selector thread runs calls, it checks once a second.
 */
public final class SelectorMonitor implements AutoCloseable {
    static final long PERIOD_NANOS = TimeUnit.MILLISECONDS.toNanos(10);
    static final long IDLE_PERIOD_NANOS = TimeUnit.SECONDS.toNanos(1);

    /** The number of checks without a running call after which the period is longer. */
    static final int CHECKS_UNTIL_IDLE = 100;

    private final FailureLog failureLog =
            new FailureLog(LoggerFactory.getLogger(SelectorMonitor.class), "selector threads could not be checked");

    private final long limitNanos;
    private final LongSupplier clock;
    private final Overrun overrun;
    private final List<Checked> leases = new CopyOnWriteArrayList<>();
    private final DaemonLoop loop;
    private volatile boolean idle;

    /** Confined to the thread of the loop, like {@link #quietChecks}. */
    private long lastCheck;

    private int quietChecks;

    /** Is notified of calls that hold a selector thread for too long. */
    public interface Overrun {
        /**
         * Has another thread {@linkplain SelectorLease#take take} the lease. Called again at the next check while the calls run.
         *
         * @param running as {@link SelectorLease#running}
         * @param nanos for how long they have run, at least
         */
        void takeOver(SelectorLease lease, long running, long nanos);
    }

    /**
     * Creates a monitor that is not started.
     *
     * @param limitNanos how long calls may hold a selector thread
     */
    public SelectorMonitor(String serverName, long limitNanos, LongSupplier clock, Overrun overrun) {
        this.limitNanos = limitNanos;
        this.clock = clock;
        this.overrun = overrun;
        lastCheck = clock.getAsLong();
        loop = new DaemonLoop(serverName + "-selector-monitor", this::check, IDLE_PERIOD_NANOS, failureLog);
    }

    /** Starts the thread that checks. */
    public void start() {
        loop.start();
    }

    /**
     * Adds the lease of a selector thread. Called by that thread.
     *
     * @param runDelay of that thread; used by the monitor from now on, and closed by it
     */
    public void add(SelectorLease lease, RunDelay runDelay) {
        leases.add(new Checked(lease, runDelay));
    }

    /** Shortens the period again. Called by a selector thread before it runs calls. */
    public void callsBegin() {
        if (idle) {
            loop.wake();
        }
    }

    /** Returns how long to wait for the next check. */
    long check() {
        long now = clock.getAsLong();
        // A check that comes late has itself waited, for a core or for the garbage collector.
        long passed = Math.min(now - lastCheck, 2 * PERIOD_NANOS);
        lastCheck = now;
        boolean active = false;
        for (Checked checked : leases) {
            active |= checked.check(now, passed);
        }
        quietChecks = active ? 0 : Math.min(CHECKS_UNTIL_IDLE, quietChecks + 1);
        idle = quietChecks == CHECKS_UNTIL_IDLE;
        return idle ? IDLE_PERIOD_NANOS : PERIOD_NANOS;
    }

    /** One lease, and what the last check found. Confined to the thread of the loop. */
    private final class Checked {
        private final SelectorLease lease;
        private final RunDelay runDelay;
        private long lastRunning;
        private long nanos;

        Checked(SelectorLease lease, RunDelay runDelay) {
            this.lease = lease;
            this.runDelay = runDelay;
        }

        /** Returns whether the selector thread has run calls since the last check. */
        boolean check(long now, long passed) {
            if (lease.isTaken()) {
                leases.remove(this);
                runDelay.close();
                return true;
            }
            long running = lease.running();
            if (running != lastRunning) {
                lastRunning = running;
                nanos = 0;
                runDelay.since(now); // begins to count
                return true;
            }
            if (running <= 0) {
                return false;
            }
            nanos += Math.max(0, passed - runDelay.since(now));
            if (nanos >= limitNanos) {
                overrun.takeOver(lease, running, nanos);
            }
            return true;
        }
    }

    @Override
    public void close() {
        loop.close();
        for (Iterator<Checked> all = leases.iterator(); all.hasNext(); ) {
            all.next().runDelay.close();
        }
        leases.clear();
    }
}
