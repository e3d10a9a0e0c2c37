package io.grizzlythrift.client.endpoint;

import io.grizzlythrift.client.balance.BalancedEndpoint;
import io.grizzlythrift.client.connection.ConnectedEndpoint;
import io.grizzlythrift.client.connection.PooledConnection;
import io.grizzlythrift.client.context.ClientContext;
import io.grizzlythrift.client.health.EndpointHealth;
import io.grizzlythrift.client.health.PeakEwma;
import io.grizzlythrift.client.health.PipeliningHint;
import io.grizzlythrift.client.health.SlowMethods;
import io.grizzlythrift.client.io.Connector;
import io.grizzlythrift.client.metrics.EndpointMetrics;
import io.grizzlythrift.client.metrics.EndpointState;
import io.grizzlythrift.discovery.EndpointAddress;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * The connections to one server. One attempt to connect is made at a time as long as none is open, and after failures;
 * otherwise as many as there are open connections, up to {@value #MAX_CONNECTING}. A failed attempt is followed by a backoff
 * that grows with each failure. While no connection is open after a failure, attempts go on without calls. A connection
 * that ends without calls is no failure, and is not replaced before the next call.
 *
 * <p>A connection that is lost before a reply came over it counts as a failed attempt, so that a server that accepts
 * and closes is not flooded with attempts; unless it had no calls, and was open for longer than the backoff would be.
 *
 * <p>Thread-safe: the lock of this object guards all fields that change; callbacks and attempts run without it.
 */
public final class Endpoint implements BalancedEndpoint, ConnectedEndpoint {
    /** The largest number of connections that are being opened at the same time: {@value}. */
    public static final int MAX_CONNECTING = 16;

    /** With fewer connections than this, slow calls need all of them. */
    private static final int MIN_CONNECTIONS_WITH_RESERVE = 3;

    /** With this many calls more on all others, the reserve takes slow calls as well. */
    public static final int MAX_STACKED = 8;

    /** What an endpoint needs of the pool. */
    public interface Listener {
        /** Open connections, or what {@link #mayGrow()} returns, or the health changed. Called without a lock held. */
        void changed();

        /** An attempt to connect failed. Called without a lock held. */
        void connectFailed();
    }

    private final ClientContext context;
    private final Connector connector;
    private final SlowMethods slowMethods;
    private final Listener listener;
    private final String name;
    private volatile EndpointAddress address;
    private final EndpointHealth health;
    private final PipeliningHint pipelining;
    private final DownLog downLog;
    private final ServerDrain drain;
    private final OpenConnections open;

    /** Connections that take no further calls. */
    private final List<PooledConnection> retiring = new ArrayList<>();

    private final List<PooledConnection> connecting = new ArrayList<>();
    private final ReconnectBackoff backoff;
    private volatile long roundTripNanos = Long.MAX_VALUE / 2;
    private volatile boolean mayGrow = true;
    private boolean closed;

    /** Whether it is not among the servers any more. */
    private volatile boolean gone;

    /** Whether the last failure cost calls a connection, so that attempts go on by themselves. */
    private boolean wanted;

    /** The number of connections that were open and are not replaced yet. */
    private int missing;

    private String lastFailure = "";
    private long attempts;
    private long reconnects;

    /**
     * Makes an endpoint without connections.
     *
     * @param slowMethods what is known of the methods of all servers
     */
    Endpoint(
            ClientContext context,
            Connector connector,
            Listener listener,
            SlowMethods slowMethods,
            EndpointAddress address) {
        this.context = context;
        this.slowMethods = slowMethods;
        this.connector = connector;
        this.listener = listener;
        this.address = address;
        name = address.name();
        downLog = new DownLog(context.config().name(), name);
        drain = new ServerDrain(context);
        pipelining = new PipeliningHint(context.config().name(), name);
        backoff = new ReconnectBackoff(context, this::endBackoff);
        health = new EndpointHealth(
                context.config().name(),
                name,
                context.config().outlierDetection(),
                context.clock(),
                context.threads().timers(),
                context.config().callTimeout().toNanos(),
                this::healthChanged);
        open = new OpenConnections(
                Math.min(context.maxInFlight(), MAX_STACKED) - 1,
                context.config().connectionsPerEndpoint() >= MIN_CONNECTIONS_WITH_RESERVE);
    }

    @Override
    public String name() {
        return name;
    }

    /** {@return the endpoint of a connection that an endpoint has opened} */
    public static Endpoint of(PooledConnection connection) {
        return (Endpoint) connection.owner();
    }

    // ---- as a balancer sees it

    @Override
    public EndpointAddress address() {
        return address;
    }

    /** Replaces weight, zone and metadata. */
    void address(EndpointAddress changed) {
        address = changed;
    }

    @Override
    public int load() {
        return open.load();
    }

    @Override
    public long latencyNanos() {
        PeakEwma latency = health.latency();
        return latency.isKnown() ? latency.nanos() : 0;
    }

    @Override
    public double weight() {
        return address.weight() * health.weightFactor();
    }

    // ----

    /** Its connections are given up if the server was silent: a probe needs a new one. */
    private void healthChanged() {
        if (health.isSilent()) {
            leave(false);
        }
        listener.changed();
    }

    @Override
    public EndpointHealth health() {
        return health;
    }

    @Override
    public PipeliningHint pipelining() {
        return pipelining;
    }

    @Override
    public SlowMethods slowMethods() {
        return slowMethods;
    }

    @Override
    public long roundTripNanos() {
        return roundTripNanos;
    }

    /** {@return the open connections} */
    public OpenConnections open() {
        return open;
    }

    /** {@return whether another connection may be opened now; may be out of date for a moment} */
    public boolean mayGrow() {
        return mayGrow;
    }

    /** {@return whether another connection may be opened now} */
    public synchronized boolean canGrow() {
        return !closed
                && !gone
                && connecting.size() < maxConnecting()
                && open.size() + connecting.size() < context.config().connectionsPerEndpoint()
                && backoff.isOver();
    }

    private int maxConnecting() {
        return backoff.failures() > 0 ? 1 : Math.max(1, Math.min(MAX_CONNECTING, open.size()));
    }

    /** {@return whether another connection may be opened ahead of need: not if the last ones failed} */
    public synchronized boolean canGrowAhead() {
        return canGrow() && (backoff.failures() == 0 || Stream.of(open.all()).anyMatch(PooledConnection::isProven));
    }

    /** {@return whether it has no connection, neither open nor being opened, although one may be opened} */
    synchronized boolean isUnconnected() {
        return open.isEmpty() && connecting.isEmpty() && canGrow();
    }

    /**
     * Returns a connection that is being opened, after starting one if that is allowed; otherwise the open connection
     * with the fewest calls; empty during a backoff without connections.
     */
    public Optional<PooledConnection> connect() {
        return connect(false);
    }

    /**
     * Returns an open connection, if there is one meanwhile: a call that found none must not open a second one, which some
     * servers would not accept while they serve the first. Otherwise as {@link #connect()}.
     */
    public Optional<PooledConnection> firstConnection() {
        return connect(true);
    }

    private Optional<PooledConnection> connect(boolean onlyFirst) {
        PooledConnection begun;
        synchronized (this) {
            if (!canGrow() || (onlyFirst && !open.isEmpty())) {
                return Stream.concat(connecting.stream(), Stream.of(open.all()))
                        .min(Comparator.comparing((PooledConnection c) -> !connecting.contains(c))
                                .thenComparingInt(PooledConnection::load));
            }
            begun = new PooledConnection(context, this);
            connecting.add(begun);
            attempts++;
            mayGrow = canGrow();
        }
        try {
            listener.changed();
            context.completion().counters().countConnectAttempt();
            connector.connect(begun, address.host(), address.port());
        } catch (Throwable t) { // otherwise no attempt would ever follow
            begun.connectFailed(t);
        }
        return Optional.of(begun);
    }

    @Override
    public boolean opened(PooledConnection connection) {
        boolean again;
        boolean late;
        synchronized (this) {
            if (closed || !connecting.remove(connection)) {
                return false;
            }
            roundTripNanos = Math.min(roundTripNanos, connection.connectNanos());
            late = gone;
            again = !late && missing > 0;
            reconnects += again ? 1 : 0;
            missing = Math.max(0, missing - 1);
            downLog.up();
            if (late) {
                retiring.add(connection);
            } else {
                mayGrow = true; // before calls see the connection
                open.add(connection);
                mayGrow = canGrow();
            }
        }
        health.connected();
        listener.changed();
        context.completion().counters().countOpened(again);
        if (late) {
            connection.retireWhenUnused();
        }
        return true;
    }

    @Override
    public void retire(PooledConnection connection) {
        synchronized (this) {
            if (open.remove(connection)) {
                retiring.add(connection);
                downLog.left(open.isEmpty());
                mayGrow = canGrow();
            }
        }
        listener.changed();
    }

    /** Returns whether all connections have had only abandoned calls, without a byte, for this time. On the timer thread. */
    boolean isStalled(long nanos) {
        boolean stalled = !open.isEmpty();
        for (PooledConnection connection : open.all()) { // each has to see how the time passes
            stalled &= connection.stalledNanos() >= nanos;
        }
        return stalled;
    }

    /** The server is not among the servers any more, or not used by this client: its connections end with their calls. */
    void leave(boolean forEver) {
        List<PooledConnection> ending;
        synchronized (this) {
            gone |= forEver;
            mayGrow = canGrow();
            wanted = false;
            ending = new ArrayList<>(List.of(open.all()));
            ending.addAll(retiring); // they may wait for replies that never come
        }
        ending.forEach(PooledConnection::retireWhenUnused);
    }

    /** {@return whether no connection is left} */
    synchronized boolean isEmpty() {
        return open.isEmpty() && retiring.isEmpty() && connecting.isEmpty();
    }

    @Override
    public void closeRequested() {
        drain.requested();
        for (PooledConnection connection : open.all()) {
            connection.endIfNeverCalled();
        }
    }

    @Override
    public boolean keepsThroughDrain(long begunAt) {
        return drain.keeps(begunAt);
    }

    /** {@return whether calls should rather go to another server, because this one asked for the end of a connection} */
    public boolean isLeaving() {
        return drain.isRecent();
    }

    @Override
    public void lost(PooledConnection connection, String reason, String logged, boolean failed) {
        boolean again;
        boolean wasOpen;
        boolean inOrder;
        boolean late;
        synchronized (this) {
            if (retiring.remove(connection)) {
                context.completion().counters().countClosed();
                if (wasUseful(connection)) {
                    backoff.reset();
                }
                return;
            }
            mayGrow = true; // before calls see that it has gone
            wasOpen = open.remove(connection);
            if (wasOpen) {
                missing++;
                context.completion().counters().countClosed();
            } else {
                connecting.remove(connection);
            }
            inOrder = wasOpen && !failed && wasUseful(connection);
            if (inOrder) {
                backoff.reset();
                again = false;
            } else {
                lostByFailure(connection, reason, logged, failed);
                again = connection.isProven() && open.isEmpty() && !gone;
                wanted = failed && !gone;
            }
            mayGrow = canGrow();
            late = closed || gone;
        }
        if (!inOrder && !late) {
            health.connectionFailed(reason);
        }
        listener.changed();
        if (!wasOpen && !late) {
            listener.connectFailed();
        }
        if (again) {
            firstConnection();
        }
    }

    /** Returns whether the next attempt need not wait: the connection had a reply, or was open for long enough. */
    private boolean wasUseful(PooledConnection connection) {
        return connection.isProven() || connection.ageNanos() > backoff.longest();
    }

    private void lostByFailure(PooledConnection connection, String reason, String logged, boolean failed) {
        lastFailure = reason;
        if (open.isEmpty() && failed && !closed) {
            downLog.down(logged);
        }
        if (connection.isProven()) {
            backoff.reset();
        } else if (!closed) {
            backoff.begin();
        }
    }

    private void endBackoff() {
        boolean again;
        synchronized (this) {
            mayGrow = canGrow();
            again = wanted && open.isEmpty() && connecting.isEmpty();
        }
        listener.changed();
        if (again) {
            firstConnection();
        }
    }

    /** {@return why there is no connection, and when the next attempt will be} */
    public synchronized String unavailableReason() {
        long millis = Math.max(0, backoff.until() - context.now()) / 1_000_000;
        return lastFailure + "; the next attempt is in " + millis + " ms";
    }

    /** {@return when attempts to connect may be made} Guarded by the lock of this object. */
    ReconnectBackoff backoff() {
        return backoff;
    }

    public synchronized long backoffUntil() {
        return backoff.until();
    }

    /** {@return what its connections do now} */
    synchronized EndpointMetrics metrics() {
        List<PooledConnection> all = new ArrayList<>(List.of(open.all()));
        all.addAll(retiring);
        int inFlight = all.stream().mapToInt(PooledConnection::inFlight).sum();
        int waiting = Stream.concat(all.stream(), connecting.stream())
                .mapToInt(PooledConnection::waiting)
                .sum();
        return new EndpointMetrics(
                name,
                state(),
                all.size(),
                inFlight,
                waiting,
                inFlight + waiting,
                Duration.ofNanos(health.latency().nanos()),
                attempts,
                reconnects,
                health.ejections(),
                health.lastFailure());
    }

    private EndpointState state() {
        if (gone || (open.isEmpty() && isLeaving())) {
            return EndpointState.DRAINING;
        } else if (health.isProbing()) {
            return EndpointState.PROBING;
        } else if (health.isOut()) {
            return EndpointState.EJECTED;
        } else if (open.isEmpty()) {
            return EndpointState.DISCONNECTED;
        }
        return health.isWarming() ? EndpointState.WARMING : EndpointState.OPEN;
    }

    /** Stops opening connections. Returns all existing ones. */
    synchronized List<PooledConnection> close() {
        closed = true;
        mayGrow = false;
        health.close();
        List<PooledConnection> all = new ArrayList<>(List.of(open.all()));
        all.addAll(retiring);
        all.addAll(connecting);
        return all;
    }
}
