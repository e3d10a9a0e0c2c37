package io.grizzlythrift.client.internal.endpoint;

import io.grizzlythrift.client.balance.BalancedEndpoint;
import io.grizzlythrift.client.call.CallFailedException;
import io.grizzlythrift.client.call.FailureCause;
import io.grizzlythrift.client.internal.call.CallConnection;
import io.grizzlythrift.client.internal.call.LiveCounters;
import io.grizzlythrift.client.internal.call.PendingCall;
import io.grizzlythrift.client.internal.connection.ClientContext;
import io.grizzlythrift.client.internal.connection.ConnectedEndpoint;
import io.grizzlythrift.client.internal.connection.Ejection;
import io.grizzlythrift.client.internal.connection.EndReason;
import io.grizzlythrift.client.internal.connection.EndpointHealth;
import io.grizzlythrift.client.internal.connection.HeldMessage;
import io.grizzlythrift.client.internal.connection.PeakEwma;
import io.grizzlythrift.client.internal.connection.PipeliningHint;
import io.grizzlythrift.client.internal.connection.PooledConnection;
import io.grizzlythrift.client.internal.io.Connector;
import io.grizzlythrift.client.metrics.EndpointMetrics;
import io.grizzlythrift.client.metrics.EndpointState;
import io.grizzlythrift.discovery.EndpointAddress;
import io.grizzlythrift.strategy.internal.util.LogLimiter;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The connections to one server. While none is open, and after failures, one attempt to connect is made at a time;
 * otherwise as many as there are open connections, up to {@value #MAX_CONNECTING}. A failed attempt is followed by a backoff
 * that grows with each failure. While no connection is open after a failure, attempts continue even without calls. A
 * connection that ends without calls is not a failure, and is not replaced before the next call.
 *
 * <p>A connection that is lost before it carried a reply counts as a failed attempt, so that a server that accepts
 * connections and closes them is not flooded with attempts. The exception is a connection that had no calls and was open
 * for longer than the backoff would be.
 *
 * <p>Thread-safe: {@link EndpointConnections} guards the mutable state; callbacks and attempts run without its lock.
 */
public final class Endpoint implements BalancedEndpoint, ConnectedEndpoint {
    /** The maximum number of connections that are being opened at the same time: {@value}. */
    public static final int MAX_CONNECTING = 16;

    /** The reserve takes slow calls too once each other connection has this many more calls than it: {@value}. */
    public static final int MAX_STACKED = 8;

    /** Notified of changes. */
    public interface Listener {
        /**
         * The open connections, the result of {@link EndpointConnections#mayGrow()} or the health changed. Called without a lock held, often by
         * calls, so it must be quick.
         */
        void changed();

        /**
         * A connection should be opened soon, although no call waits for it: the listener calls {@link #firstConnection}.
         * Called without a lock held.
         */
        void connectionWanted(Endpoint endpoint);

        /** An attempt to connect failed. Called without a lock held. */
        void connectFailed();

        /** {@return how long the fastest server takes to reply, in nanoseconds; {@link Long#MAX_VALUE} if none has replied} */
        long leastReplyNanos();

        /** Calls wait at this endpoint, which cannot send them soon: moves them to others that can, if there are any. */
        void moveWaiting(Endpoint endpoint);
    }

    private static final Logger LOG = LoggerFactory.getLogger(Endpoint.class);

    private final ClientContext context;
    private final Connector connector;
    private final Listener listener;
    private final String name;
    private volatile EndpointAddress address;
    private final EndpointHealth health;
    private final Ejection ejection;
    private final PipeliningHint pipelining;
    private final ServerDrain drain;
    private final EndpointConnections connections;
    private final WaitingCalls waiting;

    /** Why the last connection ended or could not be opened; null before. Not the connection, which is large. */
    private volatile EndReason lastEnd;

    /** Creates an endpoint without connections. */
    Endpoint(ClientContext context, Connector connector, Listener listener, EndpointAddress address) {
        this.context = context;
        this.connector = connector;
        this.listener = listener;
        this.address = address;
        name = address.name();
        drain = new ServerDrain(context);
        pipelining = new PipeliningHint(context.config().name(), name);
        health = new EndpointHealth(
                context.config().name(),
                name,
                context.logLimits(),
                context.config().outlierDetection(),
                context.clock(),
                context.threads().timers(),
                context.config().callTimeout().toNanos(),
                listener::leastReplyNanos,
                this::healthChanged);
        ejection = health.ejection();
        connections = new EndpointConnections(context, name, this::endBackoff);
        waiting = new WaitingCalls(context, this);
    }

    @Override
    public String name() {
        return name;
    }

    /** {@return the endpoint of a connection that was opened by an {@code Endpoint}} */
    public static Endpoint of(PooledConnection connection) {
        return (Endpoint) connection.owner();
    }

    /** {@return the endpoint of the connection of a call, or at which the call waits; null for another connection or none} */
    public static Endpoint of(CallConnection connection) {
        if (connection instanceof PlaceholderConnection placeholder) {
            return placeholder.owner();
        }
        return connection instanceof PooledConnection taker ? of(taker) : null;
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
        return connections.open().load() + waiting.size();
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

    @Override
    public double successRate() {
        return health.successRate();
    }

    // ---- as its connections see it

    /** Abandons the connections of a server that was ejected for silence: a probe needs a new one. */
    private void healthChanged() {
        if (ejection.isSilent()) {
            leave(false);
        }
        listener.changed();
    }

    @Override
    public EndpointHealth health() {
        return health;
    }

    /** {@return whether the server gets calls} */
    public Ejection ejection() {
        return ejection;
    }

    @Override
    public PipeliningHint pipelining() {
        return pipelining;
    }

    @Override
    public long roundTripNanos() {
        return connections.roundTripNanos();
    }

    /** {@return the open connections} */
    public OpenConnections open() {
        return connections.open();
    }

    /** {@return its connections, open or not} */
    public EndpointConnections connections() {
        return connections;
    }

    /**
     * Starts to open a connection and returns it. If another one is not allowed, returns one that is being opened or, failing
     * that, an open one, in each case the one with the fewest calls. Empty if there is none, as during a backoff.
     */
    public Optional<PooledConnection> connect() {
        return connect(false).connection();
    }

    /**
     * Does what {@link #connect()} does, but opens no connection if one is open by now: a call that found none must not open
     * a second one, which some servers would not accept while they serve the first.
     */
    public Optional<PooledConnection> firstConnection() {
        return connect(true).connection();
    }

    private EndpointConnections.Attempt connect(boolean onlyFirst) {
        EndpointConnections.Attempt attempt = connections.begin(onlyFirst, () -> new PooledConnection(context, this));
        if (attempt.begun()) {
            open(attempt.connection().orElseThrow());
        }
        return attempt;
    }

    private void open(PooledConnection begun) {
        try {
            listener.changed();
            context.completion().counters().count(LiveCounters.Event.CONNECT_ATTEMPT);
            connector.connect(begun, address.host(), address.port());
        } catch (Throwable t) { // otherwise no attempt would ever follow
            begun.connectFailed(t);
        }
    }

    // ---- calls that wait for a connection

    /** {@return the number of calls that wait until a connection can send them} */
    public int waiting() {
        return waiting.size();
    }

    /**
     * Queues a call until a connection can send it, or sends it at once if one can.
     *
     * @return false if too many calls wait, or the client was closed
     */
    public boolean enqueue(PendingCall call, HeldMessage message) {
        boolean added = waiting.add(call, message, connections::mayWait);
        if (added) {
            keepWaiting();
        }
        return added;
    }

    @Override
    public void roomMade() {
        if (waiting.size() > 0) {
            sendWaiting();
        }
    }

    /** Sends the calls for which there is room, and opens connections for the others. */
    private void sendWaiting() {
        waiting.send();
        while (connections.mayGrow() && !(isLeaving() && !open().isEmpty()) && connections.wantsMore(waiting.size())) {
            if (!connect(false).begun()) {
                return;
            }
        }
    }

    /** Ensures that waiting calls are sent, here or elsewhere. Called periodically while there are any. */
    public void checkWaiting() {
        if (waiting.size() > 0 && (open().isEmpty() || ejection.isOut())) {
            listener.moveWaiting(this);
        }
        keepWaiting();
    }

    /** Moves waiting calls to other endpoints; those for which there is none stay. */
    public void moveWaiting(Function<PendingCall, Optional<Endpoint>> others) {
        waiting.moveTo(call -> others.apply(call).map(other -> other.waiting).orElse(waiting));
    }

    /** Sends waiting calls, opens a connection for them, or fails them. */
    private void keepWaiting() {
        if (waiting.size() == 0) {
            return;
        }
        if (!open().isEmpty()) {
            sendWaiting();
            return;
        }
        if (connections.isGone()) { // even if a connection is being opened
            listener.moveWaiting(this);
        }
        if (firstConnection().isEmpty()) {
            listener.moveWaiting(this);
            waiting.failAll(this::unavailable);
        }
    }

    private CallFailedException unavailable(PendingCall call) {
        EndReason lost = lastEnd;
        if (lost != null && !connections.isGone() && !connections.tooManyRetire()) {
            return lost.failureOfCall(call, name, false);
        }
        EndReason reason = connections.isGone()
                ? new EndReason(FailureCause.CONNECT_FAILED, "the server was removed")
                : connections.unavailableReason();
        return reason.failure(call, name, false);
    }

    // ---- changes of its connections

    @Override
    public boolean opened(PooledConnection connection) {
        EndpointConnections.Opening opening = connections.opened(connection);
        if (opening == EndpointConnections.Opening.REFUSED) {
            return false;
        }
        ejection.connected();
        listener.changed();
        LiveCounters counters = context.completion().counters();
        counters.count(LiveCounters.Event.OPENED);
        if (opening == EndpointConnections.Opening.AGAIN) {
            counters.count(LiveCounters.Event.RECONNECT);
        }
        if (opening == EndpointConnections.Opening.LATE) {
            connection.ending().retireUnused();
        }
        roomMade();
        return true;
    }

    @Override
    public void retire(PooledConnection connection) {
        connections.retire(connection);
        if (connection.ending().isUnused() && !ejection.isOut()) {
            connections.expectFailures();
        }
        listener.changed();
        keepWaiting();
    }

    /** Returns whether each open connection {@linkplain PooledConnection#isStalled is stalled}. Runs on the timer thread. */
    boolean isStalled(long nanos) {
        boolean stalled = !open().isEmpty();
        for (PooledConnection connection : open().all()) { // each must be checked periodically
            stalled &= connection.isStalled(nanos);
        }
        return stalled;
    }

    /** All connections are {@linkplain #isStalled stalled}: further calls get new ones. */
    void replaceSilent() {
        int silent = open().size();
        context.completion().counters().count(LiveCounters.Event.SILENT_CONNECTION, silent);
        context.logLimits()
                .silent()
                .log(suppressed -> LOG.info(
                        "client '{}': replaces {} connections to {}: they have calls without a reply, and no byte has arrived{}",
                        context.config().name(),
                        silent,
                        name(),
                        LogLimiter.suffix(suppressed)));
        leave(false);
    }

    /**
     * The server was removed, or this client no longer uses it: its connections end with their last calls that still have
     * callers.
     *
     * @param forEver whether the server was removed
     */
    void leave(boolean forEver) {
        connections.leave(forEver).forEach(connection -> connection.ending().retireUnused());
        if (forEver) {
            ejection.close(); // its timer would keep this object for as long as an ejection may last
        }
        keepWaiting();
    }

    /** {@return whether neither a connection nor a call is left} */
    boolean isEmpty() {
        return connections.isEmpty() && waiting.size() == 0;
    }

    @Override
    public void closeRequested() {
        drain.closeRequested();
        endNeverCalled();
    }

    @Override
    public void drainAnnounced() {
        if (drain.announced()) {
            endNeverCalled();
        }
    }

    private void endNeverCalled() {
        for (PooledConnection connection : open().all()) {
            connection.ending().retireIfNeverCalled();
        }
    }

    @Override
    public boolean keepsThroughDrain(long begunAt) {
        return drain.keeps(begunAt);
    }

    /** {@return whether calls should prefer another server, because this one recently asked to close a connection} */
    public boolean isLeaving() {
        return drain.isRecent();
    }

    @Override
    public void lost(PooledConnection connection, String reason, String logged, boolean failed) {
        lastEnd = connection.endReason(); // before calls find that none can be opened
        try {
            connections
                    .lost(connection, reason, logged, failed)
                    .ifPresentOrElse(loss -> follow(loss, reason), listener::changed);
        } finally {
            keepWaiting();
        }
    }

    private void follow(EndpointConnections.Loss loss, String reason) {
        if (loss.connectFailed()) {
            ejection.connectFailed(reason);
        } else if (loss.failed()) {
            ejection.connectionLost(reason);
        } else {
            ejection.connectionClosed(reason);
        }
        listener.changed();
        if (loss.connectFailed()) {
            listener.connectFailed();
        }
        if (loss.connectAgain()) {
            listener.connectionWanted(this);
        }
    }

    private void endBackoff() {
        boolean again = connections.endBackoff();
        listener.changed();
        if (again) {
            listener.connectionWanted(this);
        }
    }

    /** {@return the current metrics of its connections} */
    EndpointMetrics metrics() {
        return connections.metrics(name, health, this::state, waiting.size());
    }

    private EndpointState state() {
        if (connections.isGone() || (open().isEmpty() && isLeaving())) {
            return EndpointState.DRAINING;
        } else if (ejection.isProbing()) {
            return EndpointState.PROBING;
        } else if (ejection.isOut()) {
            return EndpointState.EJECTED;
        } else if (open().isEmpty()) {
            return EndpointState.DISCONNECTED;
        }
        return health.isWarming() ? EndpointState.WARMING : EndpointState.OPEN;
    }

    /** Stops opening connections. Returns all existing ones. */
    List<PooledConnection> close() {
        List<PooledConnection> all = connections.close();
        ejection.close();
        waiting.close();
        return all;
    }
}
