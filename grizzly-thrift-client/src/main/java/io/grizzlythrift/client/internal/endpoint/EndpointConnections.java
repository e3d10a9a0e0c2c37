package io.grizzlythrift.client.internal.endpoint;

import io.grizzlythrift.client.call.FailureCause;
import io.grizzlythrift.client.internal.call.LiveCounters;
import io.grizzlythrift.client.internal.connection.ClientContext;
import io.grizzlythrift.client.internal.connection.EndReason;
import io.grizzlythrift.client.internal.connection.EndpointHealth;
import io.grizzlythrift.client.internal.connection.PooledConnection;
import io.grizzlythrift.client.metrics.EndpointMetrics;
import io.grizzlythrift.client.metrics.EndpointState;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import java.util.stream.Stream;

/**
 * The connections of an endpoint: those being opened, open ones, and those that take no further calls. Decides whether there
 * may be another one, and what follows from a change; {@link Endpoint} acts on the decision.
 *
 * <p>Thread-safe: the lock of this object guards all mutable fields. No method calls a listener or another endpoint.
 */
public final class EndpointConnections {
    /** With a lower {@code connectionsPerEndpoint}, slow calls need all connections. */
    private static final int MIN_CONNECTIONS_WITH_RESERVE = 3;

    /**
     * No further connection is opened while this multiple of {@code connectionsPerEndpoint} takes no further calls: a server
     * could ask to close each connection at once, and not reply.
     */
    static final int MAX_RETIRING_FACTOR = 16;

    /**
     * A connection for a call that finds none.
     *
     * @param connection empty during a backoff without connections
     * @param begun whether it is a new one, which the caller must open
     */
    record Attempt(Optional<PooledConnection> connection, boolean begun) {}

    /** Whether an endpoint has connections. */
    enum Phase {
        /** A connection is open. */
        OPEN,
        /** None is open, but one is being opened. */
        CONNECTING,
        /** None is open, but one may be opened now. */
        UNCONNECTED,
        /** None may be opened now, as during a backoff. */
        UNAVAILABLE
    }

    /** How an endpoint handles a connection that has just opened. */
    enum Opening {
        /** The connection is too late, and must be closed. */
        REFUSED,
        /** The connection is a new one. */
        FIRST,
        /** The connection replaces another one. */
        AGAIN,
        /** The endpoint was removed meanwhile: the connection must be retired. */
        LATE
    }

    /**
     * How an endpoint handles a connection that has ended.
     *
     * @param failed whether the end is a failure of the server
     * @param connectFailed whether the connection could not be opened
     * @param connectAgain whether to reconnect immediately
     */
    record Loss(boolean failed, boolean connectFailed, boolean connectAgain) {}

    private final ClientContext context;
    private final DownLog downLog;
    private final OpenConnections open;

    /** Connections that take no further calls. */
    private final List<PooledConnection> retiring = new ArrayList<>();

    private final List<PooledConnection> connecting = new ArrayList<>();
    private final ReconnectBackoff backoff;
    private volatile long roundTripNanos = Long.MAX_VALUE / 2;
    private volatile boolean mayGrow = true;
    private boolean closed;

    /** Whether the endpoint was removed from the servers. */
    private volatile boolean gone;

    /** Whether the last failure affected calls, or was one to connect: then attempts continue even without calls. */
    private boolean wanted;

    /** The number of lost connections that have not been replaced yet. */
    private int missing;

    private String lastFailure = "";
    private FailureCause lastCause = FailureCause.CONNECT_FAILED;
    private long attempts;
    private long reconnects;

    /** @param onBackoffEnd runs on the timer thread after each backoff */
    EndpointConnections(ClientContext context, String endpoint, Runnable onBackoffEnd) {
        this.context = context;
        downLog = new DownLog(context, endpoint);
        backoff = new ReconnectBackoff(context, onBackoffEnd);
        open = new OpenConnections(
                Math.min(context.maxInFlight(), Endpoint.MAX_STACKED) - 1,
                context.config().connectionsPerEndpoint() >= MIN_CONNECTIONS_WITH_RESERVE);
    }

    /** {@return the open connections} */
    OpenConnections open() {
        return open;
    }

    long roundTripNanos() {
        return roundTripNanos;
    }

    /** {@return whether the endpoint was removed from the servers} */
    public boolean isGone() {
        return gone;
    }

    // ---- whether another connection is allowed

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
                && !tooManyRetire()
                && backoff.isOver();
    }

    /**
     * {@return whether too many connections wait for the end of their calls to open another} The first one may be opened if
     * any of them has brought a reply: long calls may outlast many connections of a server that ages them.
     */
    synchronized boolean tooManyRetire() {
        return retiring.size() >= MAX_RETIRING_FACTOR * context.config().connectionsPerEndpoint()
                && !(open.isEmpty() && retiring.stream().anyMatch(PooledConnection::isProven));
    }

    private int maxConnecting() {
        return backoff.failures() > 0 ? 1 : Math.max(1, Math.min(Endpoint.MAX_CONNECTING, open.size()));
    }

    /** {@return whether another connection may be opened ahead of need: not if the last ones failed} */
    public synchronized boolean canGrowAhead() {
        return canGrow() && (backoff.failures() == 0 || Stream.of(open.all()).anyMatch(PooledConnection::isProven));
    }

    /** {@return whether no connection is open or being opened, although one may be opened} */
    public boolean isUnconnected() {
        return phase() == Phase.UNCONNECTED;
    }

    Phase phase() {
        if (!open.isEmpty()) {
            return Phase.OPEN;
        }
        synchronized (this) {
            if (!connecting.isEmpty()) {
                return Phase.CONNECTING;
            }
            return canGrow() ? Phase.UNCONNECTED : Phase.UNAVAILABLE;
        }
    }

    synchronized boolean isEmpty() {
        return open.isEmpty() && retiring.isEmpty() && connecting.isEmpty();
    }

    /** {@return whether the last attempt to connect failed} */
    public synchronized boolean hasFailed() {
        return backoff.failures() > 0;
    }

    /** {@return when the next attempt to connect may be made} */
    public synchronized long backoffUntil() {
        return backoff.until();
    }

    /** {@return whether this many calls that wait need another connection, besides those that are being opened} */
    synchronized boolean wantsMore(int waiting) {
        return waiting > (long) connecting.size() * context.maxInFlight() && canGrow();
    }

    /** {@return whether no further connection can be opened now, and none is being opened, while some are open} */
    synchronized boolean isFull() {
        return !open.isEmpty() && connecting.isEmpty() && !canGrow();
    }

    /**
     * Returns whether another call may wait beside this many. There may be as many as connections have room for, and others. Only
     * once as many wait as there may be others, the connections are looked at.
     */
    boolean mayWait(int waiting) {
        int others = context.config().maxWaitingPerEndpoint();
        return waiting < others || waiting < others + room();
    }

    /** Returns how many calls fit into open connections, such as one that has just opened, and those that may still be opened. */
    private synchronized long room() {
        boolean grows = canGrow() || !connecting.isEmpty();
        long unopened = grows ? context.config().connectionsPerEndpoint() - open.size() : 0;
        return open.room(context.maxInFlight()) + unopened * context.maxInFlight();
    }

    /** {@return why no connection is open, and when the next attempt may be made} */
    public synchronized EndReason unavailableReason() {
        if (tooManyRetire()) {
            return new EndReason(
                    FailureCause.CONNECT_FAILED,
                    retiring.size() + " connections that take no further calls still have calls in flight");
        }
        long millis = Math.max(0, backoff.until() - context.now()) / 1_000_000;
        return new EndReason(lastCause, lastFailure + "; the next attempt is in " + millis + " ms");
    }

    // ---- changes

    /**
     * Adds a connection to be opened, if another one is allowed.
     *
     * @param onlyFirst whether none may be added while one is open
     * @param maker creates the connection
     * @return the new connection; otherwise one that is being opened or, failing that, an open one, in each case the one with
     *     the fewest calls
     */
    synchronized Attempt begin(boolean onlyFirst, Supplier<PooledConnection> maker) {
        if (!canGrow() || (onlyFirst && !open.isEmpty())) {
            return new Attempt(leastLoaded(), false);
        }
        PooledConnection begun = maker.get();
        Attempt attempt = new Attempt(Optional.of(begun), true); // if that throws, nothing has begun
        connecting.add(begun);
        attempts++;
        mayGrow = canGrow();
        return attempt;
    }

    private Optional<PooledConnection> leastLoaded() {
        return Stream.concat(connecting.stream(), Stream.of(open.all()))
                .min(Comparator.comparing((PooledConnection c) -> !connecting.contains(c))
                        .thenComparingInt(PooledConnection::load));
    }

    /** A connection is open. */
    synchronized Opening opened(PooledConnection connection) {
        if (closed || !connecting.contains(connection)) {
            return Opening.REFUSED;
        }
        roundTripNanos = Math.min(roundTripNanos, connection.connectNanos());
        boolean again = !gone && missing > 0;
        reconnects += again ? 1 : 0;
        missing = Math.max(0, missing - 1);
        downLog.up();
        if (gone) {
            retiring.add(connection);
            connecting.remove(connection);
            return Opening.LATE;
        }
        mayGrow = true; // before calls see the connection
        open.add(connection);
        connecting.remove(connection); // last: what throws before is a failure to connect
        mayGrow = canGrow();
        return again ? Opening.AGAIN : Opening.FIRST;
    }

    /** An open connection takes no further calls. */
    synchronized void retire(PooledConnection connection) {
        if (open.remove(connection)) {
            retiring.add(connection);
            downLog.left(open.isEmpty());
            mayGrow = canGrow();
        }
    }

    /** The connections that were retired were given up by the client: a failure to connect is news. */
    synchronized void expectFailures() {
        downLog.left(false);
    }

    /** The server is no longer used. Returns the connections that must end with their calls. */
    synchronized List<PooledConnection> leave(boolean forEver) {
        gone |= forEver;
        mayGrow = canGrow();
        wanted = false;
        List<PooledConnection> ending = new ArrayList<>(List.of(open.all()));
        ending.addAll(retiring); // they may wait for replies that never come
        return ending;
    }

    /**
     * A connection ended, or could not be opened. Returns empty if it was retiring, or its end was reported before: the thread
     * that ends it repeats what threw.
     *
     * @param logged the reason without any text from the peer
     * @param failed whether the connection could not be opened, or still had calls
     */
    synchronized Optional<Loss> lost(PooledConnection connection, String reason, String logged, boolean failed) {
        if (retiring.remove(connection)) {
            context.completion().counters().count(LiveCounters.Event.CLOSED);
            if (wasUseful(connection)) {
                backoff.reset();
            }
            mayGrow = canGrow();
            return Optional.empty();
        }
        mayGrow = true; // before calls see that it is gone
        boolean wasOpen = open.remove(connection);
        if (wasOpen) {
            missing++;
            context.completion().counters().count(LiveCounters.Event.CLOSED);
        } else if (!connecting.remove(connection)) {
            mayGrow = canGrow();
            return Optional.empty();
        }
        boolean inOrder = wasOpen && !failed && wasUseful(connection);
        boolean again = false;
        if (inOrder) {
            backoff.reset();
        } else {
            lostByFailure(connection, reason, logged, failed);
            again = connection.isProven() && open.isEmpty() && !gone;
            wanted = failed && !gone;
        }
        mayGrow = canGrow();
        boolean late = closed || gone;
        return Optional.of(new Loss(!inOrder && !late, !wasOpen && !late, again));
    }

    /** Returns whether the next attempt need not wait: the connection carried a reply, or was open for long enough. */
    private boolean wasUseful(PooledConnection connection) {
        return connection.isProven() || connection.ageNanos() > backoff.longest();
    }

    private void lostByFailure(PooledConnection connection, String reason, String logged, boolean failed) {
        lastFailure = reason;
        lastCause = connection.isUnauthenticated() ? FailureCause.AUTHENTICATION_FAILED : FailureCause.CONNECT_FAILED;
        if (open.isEmpty() && failed && !closed) {
            downLog.down(logged);
        }
        if (connection.isProven()) {
            backoff.reset();
        } else if (!closed) {
            backoff.begin();
        }
    }

    /** A backoff is over. Returns whether to connect without a call. */
    synchronized boolean endBackoff() {
        mayGrow = canGrow();
        return wanted && open.isEmpty() && connecting.isEmpty();
    }

    /** No connection may be opened any more. Returns all existing ones. */
    synchronized List<PooledConnection> close() {
        closed = true;
        mayGrow = false;
        List<PooledConnection> all = new ArrayList<>(List.of(open.all()));
        all.addAll(retiring);
        all.addAll(connecting);
        return all;
    }

    // ---- metrics

    /**
     * Returns the current metrics.
     *
     * @param waitingCalls the number of calls that no connection has taken
     * @param state called with the lock held, so that it is consistent with the numbers
     */
    synchronized EndpointMetrics metrics(
            String name, EndpointHealth health, Supplier<EndpointState> state, int waitingCalls) {
        List<PooledConnection> all = new ArrayList<>(List.of(open.all()));
        all.addAll(retiring);
        int inFlight = all.stream().mapToInt(PooledConnection::inFlight).sum();
        int waiting =
                waitingCalls + all.stream().mapToInt(PooledConnection::waiting).sum();
        return new EndpointMetrics(
                name,
                state.get(),
                all.size(),
                inFlight,
                waiting,
                inFlight + waiting,
                Duration.ofNanos(health.latency().nanos()),
                attempts,
                reconnects,
                health.ejection().ejections(),
                health.ejection().lastFailure());
    }
}
