package io.grizzlythrift.client.internal.endpoint;

import io.grizzlythrift.client.call.CallFailedException;
import io.grizzlythrift.client.call.CallTimeoutException;
import io.grizzlythrift.client.call.FailureCause;
import io.grizzlythrift.client.internal.call.CallCodec;
import io.grizzlythrift.client.internal.call.CallConnection;
import io.grizzlythrift.client.internal.call.PendingCall;
import io.grizzlythrift.client.internal.connection.ClientContext;
import io.grizzlythrift.client.internal.connection.EndReason;
import io.grizzlythrift.client.internal.connection.PooledConnection;
import io.grizzlythrift.client.internal.connection.SlowMethods;
import io.grizzlythrift.client.internal.io.Connector;
import io.grizzlythrift.client.metrics.EndpointMetrics;
import io.grizzlythrift.discovery.EndpointAddress;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * The connections of a client: starts calls on them, and closes them. {@link ConnectionChooser} chooses the connection of a
 * call, {@link EndpointSet} knows the servers. Thread-safe.
 */
public final class ConnectionPool {
    private static final EndReason CLOSED = new EndReason(FailureCause.CLIENT_CLOSED, "the client is closed");

    private final ClientContext context;
    private final Maintenance maintenance;
    private final HeadOfLineCheck headOfLineCheck;
    private final EndpointSet endpoints;
    private final ConnectionOpener opener;
    private final ConnectionChooser chooser;
    private final Runnable onConnectFailure;
    private final Optional<Pings> pings;
    private volatile boolean connectOthers;
    private volatile boolean checkWaiting;
    private volatile boolean closed;

    /**
     * Creates a pool without servers.
     *
     * @param onConnectFailure runs after each failed attempt to connect, on any thread, without a lock held; must not block
     * @param reasonForNone returns the reason why there is no server; called only while there is none
     */
    public ConnectionPool(
            ClientContext context, Connector connector, Runnable onConnectFailure, Supplier<String> reasonForNone) {
        this.context = context;
        this.onConnectFailure = onConnectFailure;
        maintenance = new Maintenance(
                context.clock(), context.completion().counters()::calls, connector::underWay, this::update);
        headOfLineCheck = new HeadOfLineCheck(context, this::checkHeadOfLine);
        endpoints = new EndpointSet(context, connector, new Changes());
        pings = context.config().pingIdle().map(idle -> new Pings(context, endpoints, maintenance::connect, idle));
        opener = new ConnectionOpener(endpoints, this::connectOthers, maintenance::mayConnect, reasonForNone);
        chooser = new ConnectionChooser(context, endpoints, opener, pings.isPresent(), this::refuse);
        maintenance.runBy(context.threads().startMaintenance(maintenance::step));
        pings.ifPresent(Pings::start);
    }

    /** Runs on the maintenance thread after changes. */
    private void update() {
        endpoints.update();
        if (connectOthers) {
            connectOthers = false;
            for (Endpoint endpoint : endpoints.selection().unconnected()) {
                maintenance.connect(endpoint);
            }
        }
        if (checkWaiting) {
            checkWaiting = false;
            endpoints.all().forEach(Endpoint::checkWaiting);
        }
        headOfLineCheck.start(); // calls may have waited for a connection that is open now
        opener.growIfBlocked();
        pings.ifPresent(Pings::probe);
    }

    /** Has servers connected that have no connection, because there are calls. Runs for each call while there are any. */
    private void connectOthers() {
        if (!connectOthers) {
            connectOthers = true;
            maintenance.changed();
        }
    }

    /**
     * Replaces the servers. Those with the same host and port stay in use, with the new weight, zone and metadata. If others
     * are connected, new ones get no calls until they are connected too. Removed ones get no further calls, and their
     * connections are closed once their calls have ended.
     *
     * @param servers in the order of the metrics; may be empty
     */
    public void endpoints(List<EndpointAddress> servers) {
        endpoints.endpoints(servers);
    }

    /** {@return the number of servers} */
    public int endpointCount() {
        return endpoints.all().size();
    }

    /** {@return whether a server other than that of this connection may take calls and has an open connection} */
    public boolean isOpenElsewhere(CallConnection than) {
        return endpoints.selection().isOpenElsewhere(than.endpoint());
    }

    /** Starts a call. The call ends through its own methods, even if it fails immediately. */
    public void start(PendingCall call, CallCodec.Encoder message) {
        context.completion().counters().countCall();
        try {
            if (call.headers() != null && call.headers().areComputed() && !computeHeaders(call)) {
                return;
            }
            if (context.completion().interceptors().isEnabled() && !beginInterceptors(call)) {
                return;
            }
            if (call.inherited() != null && !mayStart(call)) {
                return;
            }
            PooledConnection connection = assign(call, message);
            boolean begun = connection == null ? call.hasWaited() : connection.send(call, message);
            if (begun && call.inherited() != null) {
                call.inherited().watch(call);
            }
        } catch (Throwable t) {
            endBroken(call, t);
        }
    }

    /** Ends a call because something unexpected was thrown, such as an OutOfMemoryError. */
    private void endBroken(PendingCall call, Throwable thrown) {
        CallConnection taker = call.connection();
        if (taker != null) {
            taker.endBroken(call, thrown);
        } else if (call.abandon() == PendingCall.NEW) {
            context.completion().broken(call, false, thrown);
        }
    }

    /** Computes headers. Returns false if that fails, in which case the call has failed. */
    private boolean computeHeaders(PendingCall call) {
        try {
            call.headers().compute();
            return true;
        } catch (Throwable t) {
            refuse(call, new EndReason(FailureCause.REFUSED, "a header could not be computed: " + t, t));
            return false;
        }
    }

    /** Begins the interceptors. Returns false if one rejects the call, in which case the call has failed. */
    private boolean beginInterceptors(PendingCall call) {
        try {
            context.completion().interceptors().begin(call);
            return true;
        } catch (Throwable t) {
            refuse(call, new EndReason(FailureCause.REFUSED, "an interceptor rejected it: " + t, t));
            return false;
        }
    }

    /** Returns false if the call whose handler makes this one was cancelled or is overdue: then this one has failed. */
    private boolean mayStart(PendingCall call) {
        if (call.inherited().isCancelled()) {
            refuse(call, EndReason.PARENT_CANCELLED);
            return false;
        }
        if (call.timeoutNanos() <= 0) {
            String hint = "; the deadline of the call whose handler made it had passed";
            refuse(call, new CallTimeoutException(call.method(), endpoints.names(), false, call.timeout(), hint));
            return false;
        }
        return true;
    }

    /** Returns the connection that takes the call; null if none does, in which case the call waits or has failed. */
    private PooledConnection assign(PendingCall call, CallCodec.Encoder message) {
        if (closed) {
            refuse(call, CLOSED);
            return null;
        }
        SlowMethods.Expected expected = call.isOneway()
                ? SlowMethods.Expected.PROMPT
                : context.slowMethods().expect(call.method());
        if (expected != SlowMethods.Expected.PROMPT) {
            call.expectSlow();
        }
        PooledConnection taker = chooser.assign(call, message, expected == SlowMethods.Expected.SLOW);
        if (taker != null || call.hasWaited()) {
            headOfLineCheck.start();
        }
        return taker;
    }

    /** Looks for slow calls, and checks the servers. Returns whether there are calls. Runs on the timer thread. */
    private boolean checkHeadOfLine() {
        boolean inFlight = false;
        boolean waiting = false;
        for (Endpoint endpoint : endpoints.all()) {
            for (PooledConnection connection : endpoint.open().all()) {
                connection.checkHeadOfLine();
                inFlight |= connection.load() > 0;
            }
            waiting |= endpoint.waiting() > 0;
        }
        if (waiting) {
            checkWaiting = true;
            maintenance.changed();
        }
        opener.growIfBlocked();
        endpoints.check(context.now());
        return inFlight || waiting;
    }

    private void refuse(PendingCall call, EndReason why) {
        boolean late = closed && why.cause() == FailureCause.NO_CAPACITY; // it was closed meanwhile
        refuse(call, (late ? CLOSED : why).failure(call, endpoints.names(), false));
    }

    private void refuse(PendingCall call, CallFailedException failure) {
        call.abandon();
        context.completion().failedHere(call, failure);
    }

    /** {@return the current metrics of each endpoint, in the order of the servers, followed by removed ones} */
    public List<EndpointMetrics> metrics() {
        return endpoints.metrics();
    }

    /** {@return the current metrics of one endpoint, by the name of its server; empty if there is none} */
    public Optional<EndpointMetrics> metrics(String server) {
        return endpoints.metrics(server);
    }

    /** Reacts to changes of endpoints. */
    private final class Changes implements Endpoint.Listener {
        @Override
        public void changed() {
            maintenance.changed();
        }

        @Override
        public void connectionWanted(Endpoint endpoint) {
            maintenance.connect(endpoint);
        }

        @Override
        public void connectFailed() {
            onConnectFailure.run();
        }

        @Override
        public long leastReplyNanos() {
            return endpoints.leastReplyNanos();
        }

        @Override
        public void moveWaiting(Endpoint endpoint) {
            endpoint.moveWaiting(call -> chooser.elsewhere(call, endpoint));
        }
    }

    /** Rejects calls from now on. */
    public void refuseCalls() {
        closed = true;
    }

    /** Ends every connection and the remaining calls. */
    public void close() {
        pings.ifPresent(Pings::close);
        for (PooledConnection connection : endpoints.close()) {
            connection.end(EndReason.CLIENT_CLOSED);
        }
    }
}
