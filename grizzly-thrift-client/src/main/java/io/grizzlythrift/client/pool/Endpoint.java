package io.grizzlythrift.client.pool;

import io.grizzlythrift.client.io.Connector;
import io.grizzlythrift.client.io.TimerThread;
import io.grizzlythrift.client.metrics.EndpointMetrics;
import io.grizzlythrift.log.LogLimiter;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ThreadLocalRandom;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.slf4j.event.Level;

/**
 * The connections to one server. One attempt to connect is made at a time. A failed attempt is followed by a backoff
 * that grows with each failure. While no connection is open after a failure, attempts go on without calls. A connection
 * that ends without calls is no failure, and is not replaced before the next call.
 *
 * <p>A connection that is lost before a reply came over it counts as a failed attempt, so that a server that accepts
 * and closes is not flooded with attempts; unless it had no calls, and was open for longer than the backoff would be.
 *
 * <p>Thread-safe: the lock of this object guards all fields that change; callbacks and attempts run without it.
 */
final class Endpoint {
    private static final Logger LOG = LoggerFactory.getLogger(Endpoint.class);

    /** With fewer connections than this, slow calls need all of them. */
    private static final int MIN_CONNECTIONS_WITH_RESERVE = 3;

    private final ClientContext context;
    private final Connector connector;
    private final SlowMethods slowMethods;
    private final Runnable onChange;
    private final Runnable onConnectFailure;
    private final String host;
    private final int port;

    private final PipeliningHint pipelining;
    private final LogLimiter downLog = new LogLimiter(System::nanoTime);
    private final List<PooledConnection> open = new ArrayList<>();

    /** Connections that take no further calls. */
    private final List<PooledConnection> retiring = new ArrayList<>();

    /** The newest of several open connections, if there may be enough of them; or null. */
    private volatile PooledConnection reserve;

    private volatile long roundTripNanos = Long.MAX_VALUE / 2;
    private PooledConnection connecting;
    private boolean closed;

    /** Whether the loss of the last connection was logged. */
    private boolean down;

    /** Whether the last failure cost calls a connection, so that attempts go on by themselves. */
    private boolean wanted;

    /** Whether the server asked for the end of the last connection. */
    private boolean left;

    /** When the server last asked for the end of a connection. */
    private volatile long closeRequestedAt;

    private long backoffUntil;
    private final TimerThread.Timer backoffTimer;
    private int failures;

    /** The number of connections that were open and are not replaced yet. */
    private int missing;

    private String lastFailure = "";
    private long attempts;
    private long reconnects;

    /**
     * Makes an endpoint without connections.
     *
     * @param onChange runs after {@link #open()} or {@link #canGrow()} changed, without a lock held
     * @param onConnectFailure runs after an attempt to connect failed, without a lock held
     * @param slowMethods what is known of the methods of all servers
     */
    Endpoint(
            ClientContext context,
            Connector connector,
            Runnable onChange,
            Runnable onConnectFailure,
            SlowMethods slowMethods,
            String host,
            int port) {
        this.context = context;
        this.slowMethods = slowMethods;
        this.connector = connector;
        this.onChange = onChange;
        this.onConnectFailure = onConnectFailure;
        this.host = host;
        this.port = port;
        closeRequestedAt =
                context.now() - context.config().initialReconnectBackoff().toNanos();
        pipelining = new PipeliningHint(context.config().name(), name());
        backoffTimer = context.threads().timers().timer(this::endBackoff);
    }

    /** {@return host and port} */
    String name() {
        return host + ":" + port;
    }

    /** {@return what was observed of how the server handles pipelined calls} */
    PipeliningHint pipelining() {
        return pipelining;
    }

    /** {@return what is known of the methods of the servers} */
    SlowMethods slowMethods() {
        return slowMethods;
    }

    /** {@return the shortest time that connecting took, in nanoseconds; at least one round trip over the network} */
    long roundTripNanos() {
        return roundTripNanos;
    }

    /** {@return whether this connection is kept free of calls that are expected to be slow} */
    boolean isReserve(PooledConnection connection) {
        return connection == reserve;
    }

    /** {@return the open connections} */
    synchronized List<PooledConnection> open() {
        return List.copyOf(open);
    }

    /** {@return whether another connection may be opened now} */
    synchronized boolean canGrow() {
        return !closed
                && connecting == null
                && open.size() < context.config().connectionsPerEndpoint()
                && context.now() >= backoffUntil;
    }

    /** {@return whether another connection may be opened ahead of need: not if the last ones failed} */
    synchronized boolean canGrowAhead() {
        return canGrow() && (failures == 0 || open.stream().anyMatch(PooledConnection::isProven));
    }

    /**
     * Returns the connection that is being opened, after starting one if that is allowed; otherwise the open connection
     * with the fewest calls; empty during a backoff without connections.
     */
    Optional<PooledConnection> connect() {
        PooledConnection begun;
        synchronized (this) {
            if (connecting != null) {
                return Optional.of(connecting);
            }
            if (!canGrow()) {
                return open.stream().min(Comparator.comparingInt(PooledConnection::load));
            }
            begun = new PooledConnection(context, this);
            connecting = begun;
            attempts++;
        }
        try {
            onChange.run();
            context.completion().counters().countConnectAttempt();
            connector.connect(begun, host, port);
        } catch (Throwable t) { // otherwise no attempt would ever follow
            begun.connectFailed(t);
        }
        return Optional.of(begun);
    }

    /** A connection is open. Returns false if it is too late for it. */
    boolean opened(PooledConnection connection) {
        boolean again;
        synchronized (this) {
            if (closed || connecting != connection) {
                return false;
            }
            open.add(connection);
            chooseReserve();
            roundTripNanos = Math.min(roundTripNanos, connection.connectNanos());
            connecting = null;
            again = missing > 0;
            reconnects += again ? 1 : 0;
            missing = Math.max(0, missing - 1);
            down = false;
            left = false;
        }
        onChange.run();
        context.completion().counters().countOpened(again);
        return true;
    }

    /** An open connection takes no further calls: the server asks for its end. */
    void retire(PooledConnection connection) {
        synchronized (this) {
            if (open.remove(connection)) {
                chooseReserve();
                retiring.add(connection);
                left = open.isEmpty();
            }
        }
        onChange.run();
    }

    /** The server asks for the end of a connection. It cannot ask on connections that never had a call. */
    void closeRequested() {
        closeRequestedAt = context.now();
        open().forEach(PooledConnection::endIfNeverCalled);
    }

    /**
     * Returns whether a connection that began at this time stays, although its server asks for its end: the server asks
     * on each of its connections, and each call would otherwise need a new one.
     */
    boolean keeps(long begunAt) {
        return isLeaving() && begunAt - closeRequestedAt > 0;
    }

    /** {@return whether calls should rather go to another server, because this one asked for the end of a connection} */
    boolean isLeaving() {
        return context.now() - closeRequestedAt
                < context.config().initialReconnectBackoff().toNanos();
    }

    /**
     * A connection ended, or could not be opened. Called once for each, and again if it throws.
     *
     * @param logged the reason without text of the peer
     * @param failed whether it could not be opened, or had calls: without calls its end is no failure
     */
    void lost(PooledConnection connection, String reason, String logged, boolean failed) {
        boolean again;
        boolean notConnected;
        synchronized (this) {
            notConnected = connecting == connection;
            if (retiring.remove(connection)) {
                context.completion().counters().countClosed();
                failures = wasUseful(connection) ? 0 : failures;
                return;
            }
            boolean wasOpen = open.remove(connection);
            if (wasOpen) {
                chooseReserve();
                missing++;
                context.completion().counters().countClosed();
            } else if (connecting == connection) {
                connecting = null;
            }
            if (wasOpen && !failed && wasUseful(connection)) {
                failures = 0;
                again = false;
            } else {
                lostByFailure(connection, reason, logged, failed);
                again = connection.isProven() && open.isEmpty();
                wanted = failed;
            }
        }
        onChange.run();
        if (notConnected) {
            onConnectFailure.run();
        }
        if (again) {
            connect();
        }
    }

    /** Returns whether the next attempt need not wait: the connection had a reply, or was open for long enough. */
    private boolean wasUseful(PooledConnection connection) {
        return connection.isProven() || connection.ageNanos() > backoffNanos(failures, 0);
    }

    private void chooseReserve() {
        int connections = open.size();
        boolean enough = connections > 1 && context.config().connectionsPerEndpoint() >= MIN_CONNECTIONS_WITH_RESERVE;
        reserve = enough ? open.get(connections - 1) : null;
    }

    private void lostByFailure(PooledConnection connection, String reason, String logged, boolean failed) {
        lastFailure = reason;
        if (open.isEmpty() && failed && !down && !closed) {
            down = true;
            Level level = left ? Level.DEBUG : Level.WARN; // its server said that it closes
            downLog.log(suppressed -> LOG.atLevel(level)
                    .log(
                            "client '{}': no connection to {}: {}{}",
                            context.config().name(),
                            name(),
                            logged,
                            LogLimiter.suffix(suppressed)));
        }
        if (connection.isProven()) {
            failures = 0;
        } else {
            pause();
        }
    }

    private void endBackoff() {
        boolean again;
        synchronized (this) {
            again = wanted && open.isEmpty() && connecting == null;
        }
        onChange.run();
        if (again) {
            connect();
        }
    }

    private void pause() {
        if (closed) {
            return;
        }
        backoffUntil = context.now()
                + backoffNanos(failures, ThreadLocalRandom.current().nextDouble());
        failures++;
        backoffTimer.set(backoffUntil);
    }

    /**
     * Returns the backoff after a number of failures in a row: it doubles with each failure, and is shortened at random
     * by up to a half.
     */
    long backoffNanos(int failuresBefore, double random) {
        long first = context.config().initialReconnectBackoff().toNanos();
        long largest = context.config().maxReconnectBackoff().toNanos();
        int doublings = Math.min(failuresBefore, Long.SIZE - 1);
        long pause = first > largest >> doublings ? largest : first << doublings;
        return pause - (long) (pause * random / 2);
    }

    /** {@return why there is no connection, and when the next attempt will be} */
    synchronized String unavailableReason() {
        long millis = Math.max(0, backoffUntil - context.now()) / 1_000_000;
        return lastFailure + "; the next attempt is in " + millis + " ms";
    }

    synchronized long backoffUntil() {
        return backoffUntil;
    }

    /** {@return what its connections do now} */
    synchronized EndpointMetrics metrics() {
        List<PooledConnection> all = new ArrayList<>(open);
        all.addAll(retiring);
        int inFlight = all.stream().mapToInt(PooledConnection::inFlight).sum();
        int waiting = all.stream().mapToInt(PooledConnection::waiting).sum()
                + (connecting == null ? 0 : connecting.waiting());
        return new EndpointMetrics(name(), all.size(), inFlight, waiting, attempts, reconnects);
    }

    /** Stops opening connections. Returns all existing ones. */
    synchronized List<PooledConnection> close() {
        closed = true;
        List<PooledConnection> all = new ArrayList<>(open);
        all.addAll(retiring);
        if (connecting != null) {
            all.add(connecting);
        }
        return all;
    }
}
