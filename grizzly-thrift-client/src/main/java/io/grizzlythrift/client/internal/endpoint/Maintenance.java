package io.grizzlythrift.client.internal.endpoint;

import io.grizzlythrift.strategy.internal.util.DaemonLoop;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.function.IntSupplier;
import java.util.function.LongSupplier;

/**
 * What a pool does on its maintenance thread, so that no call has to do it: after changes of its servers, updates what calls
 * choose from; and opens connections that no call waits for.
 *
 * <p>Both take time in proportion to the number of servers, and in a fleet there is always a server that changes. So changes
 * are coalesced: an update that took some time is followed by a pause of {@value #PAUSE_FACTOR} times as long, at most 50 ms.
 * Every 10 ms, at most {@value #CONNECTS} connections are begun, of which at most {@value #RECONNECTS} are to servers to which
 * the last attempt failed: with the backoff alone, a thousand of these would cost a third of a core. A process may have many
 * clients: once there were no calls for some time, a client connects to one of these at a time only, every half second.
 *
 * <p>Thread-safe: requests may come from any thread; the lock of this object guards the servers to connect, and how many may
 * be.
 */
final class Maintenance {
    /** The maximum number of connections that are begun at a time: {@value}. */
    static final int CONNECTS = 20;

    /** The maximum number of these to servers to which the last attempt failed: {@value}. */
    static final int RECONNECTS = 2;

    /**
     * No connection is begun while this many are under way: servers that do not respond, of which a resolver may name thousands
     * at a time, hold a socket each until the connect timeout.
     */
    static final int MAX_UNDER_WAY = 1_000;

    /** The time between two groups of connections that are begun. */
    static final long CONNECT_NANOS = TimeUnit.MILLISECONDS.toNanos(10);

    /** The time without calls after which a client is idle. */
    static final long IDLE_NANOS = TimeUnit.SECONDS.toNanos(5);

    /** The time between two connections that an idle client begins to servers to which the last attempt failed. */
    static final long IDLE_RECONNECT_NANOS = TimeUnit.MILLISECONDS.toNanos(500);

    private static final int PAUSE_FACTOR = 19;
    private static final long MAX_PAUSE_NANOS = TimeUnit.MILLISECONDS.toNanos(50);

    private final LongSupplier clock;
    private final LongSupplier calls;
    private final IntSupplier underWay;
    private final Runnable update;
    private final Set<Endpoint> toConnect = new LinkedHashSet<>();
    private final Set<Endpoint> toReconnect = new LinkedHashSet<>();
    private DaemonLoop loop;
    private volatile boolean changed;

    /** Only for the maintenance thread. */
    private long nextUpdate;

    // Guarded by the lock.
    private long nextConnects;
    private int connects;
    private int reconnects;
    private long nextIdleReconnect;

    /** The number of calls when they were last counted, and when that had changed. */
    private long callsBefore;

    private long calledAt;

    /**
     * Creates what runs once {@link #runBy} has set the thread.
     *
     * @param clock returns nanoseconds
     * @param calls returns the number of calls so far
     * @param underWay returns the number of connections that are being opened
     * @param update runs on the maintenance thread after changes
     */
    Maintenance(LongSupplier clock, LongSupplier calls, IntSupplier underWay, Runnable update) {
        this.clock = clock;
        this.calls = calls;
        this.underWay = underWay;
        this.update = update;
        nextUpdate = clock.getAsLong();
        nextConnects = nextUpdate;
        nextIdleReconnect = nextUpdate;
        calledAt = nextUpdate;
    }

    /** Sets the loop whose step is {@link #step}. Called once, before any request. */
    void runBy(DaemonLoop maintenanceLoop) {
        loop = maintenanceLoop;
    }

    /** Requests an update. Allocates nothing, and is cheap while one is pending. */
    void changed() {
        if (!changed) {
            changed = true;
            loop.wake();
        }
    }

    /** Requests a connection to a server that has none. */
    void connect(Endpoint endpoint) {
        boolean added;
        synchronized (this) {
            added = (endpoint.connections().hasFailed() ? toReconnect : toConnect).add(endpoint);
        }
        if (added) {
            loop.wake();
        }
    }

    /** Does what is due. Returns how long to wait until the next step. */
    long step() {
        long now = clock.getAsLong();
        long untilConnects;
        try {
            if (changed && now - nextUpdate >= 0) {
                update(now);
                now = clock.getAsLong();
            }
        } finally {
            untilConnects = connectDue(now);
        }
        long untilUpdate = changed ? Math.max(1, nextUpdate - now) : DaemonLoop.UNTIL_WOKEN;
        return Math.min(untilConnects, untilUpdate);
    }

    /** Runs the update. If it throws, a later step runs it again. */
    private void update(long begin) {
        changed = false; // first, because a change during the update may need another one
        try {
            update.run();
        } catch (Throwable t) {
            changed = true;
            throw t;
        } finally {
            long end = clock.getAsLong();
            nextUpdate = end + Math.min(MAX_PAUSE_NANOS, PAUSE_FACTOR * (end - begin));
        }
    }

    /**
     * Returns whether a call may begin to connect to a server that has no connection: calls share the number of connections
     * that may begin, because during an outage of many servers each call could connect to others.
     */
    synchronized boolean mayConnect(Endpoint endpoint) {
        renew(clock.getAsLong());
        boolean again = endpoint.connections().hasFailed();
        if (connects >= CONNECTS || (again && reconnects >= RECONNECTS) || underWay.getAsInt() >= MAX_UNDER_WAY) {
            return false;
        }
        connects++;
        reconnects += again ? 1 : 0;
        return true;
    }

    private void renew(long now) {
        if (now - nextConnects >= 0) {
            connects = 0;
            reconnects = 0;
            nextConnects = now + CONNECT_NANOS;
        }
    }

    /** Returns whether there were no calls for some time. */
    private boolean isIdle(long now) {
        long made = calls.getAsLong();
        if (made != callsBefore) {
            callsBefore = made;
            calledAt = now;
        }
        return now - calledAt >= IDLE_NANOS;
    }

    /** Opens the connections that are due. Returns how long to wait for the next ones. */
    private long connectDue(long now) {
        List<Endpoint> due;
        long wait;
        synchronized (this) {
            renew(now);
            boolean idle = isIdle(now);
            int most = idle ? (now - nextIdleReconnect >= 0 ? 1 : 0) : RECONNECTS - reconnects;
            int free = Math.min(CONNECTS - connects, MAX_UNDER_WAY - underWay.getAsInt());
            List<Endpoint> again = take(toReconnect, Math.min(most, free));
            if (!again.isEmpty()) {
                nextIdleReconnect = now + IDLE_RECONNECT_NANOS;
            }
            reconnects += again.size();
            connects += again.size();
            due = take(toConnect, free - again.size());
            connects += due.size();
            due.addAll(again);
            wait = untilNext(idle, now);
        }
        due.forEach(Endpoint::firstConnection);
        return wait;
    }

    private long untilNext(boolean idle, long now) {
        if (!toConnect.isEmpty() || (!toReconnect.isEmpty() && !idle)) {
            return Math.max(1, nextConnects - now);
        }
        return toReconnect.isEmpty() ? DaemonLoop.UNTIL_WOKEN : Math.max(1, nextIdleReconnect - now);
    }

    /** Takes servers that still need a connection. The others were removed, for instance, or are connected by now. */
    private static List<Endpoint> take(Set<Endpoint> endpoints, int most) {
        List<Endpoint> taken = new ArrayList<>();
        for (Iterator<Endpoint> each = endpoints.iterator(); each.hasNext() && taken.size() < most; ) {
            Endpoint next = each.next();
            each.remove();
            if (next.connections().isUnconnected() && !next.isLeaving()) {
                taken.add(next);
            }
        }
        return taken;
    }
}
