package io.grizzlythrift.client.pool;

import io.grizzlythrift.client.call.CallFailedException;
import io.grizzlythrift.client.call.CallTimeoutException;
import io.grizzlythrift.client.call.FailureCause;
import io.grizzlythrift.client.codec.CallCodec;
import io.grizzlythrift.client.connection.PooledConnection;
import io.grizzlythrift.client.context.ClientContext;
import io.grizzlythrift.client.endpoint.Endpoint;
import io.grizzlythrift.client.endpoint.EndpointSet;
import io.grizzlythrift.client.health.SlowMethods;
import io.grizzlythrift.client.inflight.CallConnection;
import io.grizzlythrift.client.inflight.PendingCall;
import io.grizzlythrift.client.io.Connector;
import io.grizzlythrift.client.metrics.EndpointMetrics;
import io.grizzlythrift.discovery.EndpointAddress;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * All connections of a client: starts calls, and closes everything. {@link ConnectionChooser} says which connection takes a
 * call, {@link EndpointSet} which servers there are. Thread-safe.
 */
public final class ConnectionPool {
    private final ClientContext context;
    private final SlowMethods slowMethods = new SlowMethods();
    private final HeldUpCheck heldUpCheck;
    private final EndpointSet endpoints;
    private final ConnectionChooser chooser;
    private final CallEncoder encoder;
    private final Optional<Pings> pings;
    private volatile Runnable connectFailureHook = () -> {};
    private volatile Supplier<String> reasonForNone = () -> "no server is known";
    private volatile boolean closed;

    /** Makes a pool without servers. */
    public ConnectionPool(ClientContext context, Connector connector) {
        this.context = context;
        heldUpCheck = new HeldUpCheck(context, this::checkHeldUp);
        encoder = new CallEncoder(context);
        endpoints = new EndpointSet(context, connector, slowMethods, new Changes());
        pings = context.config().pingIdle().map(idle -> new Pings(context, endpoints, encoder, idle));
        chooser = new ConnectionChooser(
                endpoints,
                pings.isPresent(),
                () -> reasonForNone.get(),
                (call, cause, reason) -> refuse(call, cause, reason, null));
        pings.ifPresent(Pings::start);
    }

    /**
     * Replaces the servers. Those with the same host and port stay in use, with the new weight and zone. New ones are connected
     * before they get calls, if others are connected. The others get no further calls, and are closed once their calls ended.
     *
     * @param servers in the order in which they are shown; may be empty
     */
    public void endpoints(List<EndpointAddress> servers) {
        endpoints.endpoints(servers);
    }

    /** Sets what runs after an attempt to connect failed. It must not block; on any thread, without a lock held. */
    public void onConnectFailure(Runnable hook) {
        connectFailureHook = hook;
    }

    /** Sets what says why there is no server, as long as there is none. */
    public void reasonForNone(Supplier<String> reason) {
        reasonForNone = reason;
    }

    /** {@return the number of servers} */
    public int endpointCount() {
        return endpoints.all().size();
    }

    /** {@return whether a connection is open to another endpoint than that of this one} */
    public boolean isOpenElsewhere(CallConnection than) {
        return endpoints.selection().isOpenElsewhere(than.endpoint());
    }

    /** Starts a call. The call ends through its own methods, even if it fails at once. */
    public void start(PendingCall call, CallCodec.Encoder encoder) {
        context.completion().counters().countCall();
        try {
            if (context.completion().interceptors().isEnabled() && !beginInterceptors(call)) {
                return;
            }
            if (call.inherited() != null && !mayStart(call)) {
                return;
            }
            PooledConnection connection = assign(call);
            if (connection != null && this.encoder.encode(call, encoder, connection)) {
                connection.send(call);
                if (call.inherited() != null) {
                    call.inherited().watch(call);
                }
            }
        } catch (Throwable t) {
            endBroken(call, t);
        }
    }

    /** Ends a call because something unexpected was thrown: no memory was left, for example. */
    private void endBroken(PendingCall call, Throwable thrown) {
        CallConnection taker = call.connection();
        if (taker != null) {
            taker.endBroken(call, thrown);
        } else if (call.abandon() == PendingCall.QUEUED) {
            context.completion().broken(call, false, thrown);
        }
    }

    /** Returns whether no interceptor rejects the call; otherwise it has failed. */
    private boolean beginInterceptors(PendingCall call) {
        try {
            context.completion().interceptors().begin(call);
            return true;
        } catch (Throwable t) {
            refuse(call, FailureCause.REFUSED, "an interceptor rejected it: " + t, t);
            return false;
        }
    }

    /** Returns whether the call whose handler makes this one still has a caller and time; otherwise this one has failed. */
    private boolean mayStart(PendingCall call) {
        if (call.inherited().isCancelled()) {
            refuse(call, FailureCause.CANCELLED, "the call whose handler made it was cancelled", null);
            return false;
        }
        if (call.timeoutNanos() <= 0) {
            String hint = "; the deadline of the call whose handler made it had passed";
            call.abandon();
            context.completion()
                    .failedHere(
                            call,
                            new CallTimeoutException(call.method(), endpoints.names(), false, call.timeout(), hint));
            return false;
        }
        return true;
    }

    /** Returns the connection that takes the call; null if none does, in which case the call has failed. */
    private PooledConnection assign(PendingCall call) {
        if (closed) {
            refuse(call, FailureCause.CLIENT_CLOSED, "the client is closed", null);
            return null;
        }
        SlowMethods.Expected expected =
                call.isOneway() ? SlowMethods.Expected.PROMPT : slowMethods.expect(call.method());
        if (expected != SlowMethods.Expected.PROMPT) {
            call.expectSlow();
        }
        PooledConnection taker = chooser.assign(call, expected == SlowMethods.Expected.SLOW);
        if (taker != null) {
            heldUpCheck.start();
        }
        return taker;
    }

    /** Looks for slow calls on all connections. Returns whether there are any calls. Runs on the timer thread. */
    private boolean checkHeldUp() {
        boolean inFlight = false;
        for (Endpoint endpoint : endpoints.all()) {
            for (PooledConnection connection : endpoint.open().all()) {
                connection.checkHeldUp();
                inFlight |= connection.load() > 0;
            }
        }
        chooser.growIfHeldUp();
        endpoints.check(context.now());
        return inFlight;
    }

    private void refuse(PendingCall call, FailureCause cause, String reason, Throwable thrown) {
        String all = endpoints.names();
        CallFailedException failure = new CallFailedException(cause, call.method(), all, false, reason, thrown);
        call.abandon();
        context.completion().failedHere(call, failure);
    }

    /** {@return what the connections to each endpoint do now, in the order of the configuration} */
    public List<EndpointMetrics> metrics() {
        return endpoints.metrics();
    }

    /** {@return host and port of each endpoint} */
    public String endpointNames() {
        return endpoints.names();
    }

    /** Follows changes of endpoints. */
    private final class Changes implements Endpoint.Listener {
        @Override
        public void changed() {
            endpoints.update();
            heldUpCheck.start(); // calls may have waited for a connection that is open now
            chooser.growIfHeldUp();
            pings.ifPresent(Pings::probe);
        }

        @Override
        public void connectFailed() {
            connectFailureHook.run();
        }
    }

    /** Rejects calls from now on. */
    public void refuseCalls() {
        closed = true;
    }

    /** Ends every connection, and with it the remaining calls. */
    public void close() {
        pings.ifPresent(Pings::close);
        for (PooledConnection connection : endpoints.close()) {
            connection.end(FailureCause.CLIENT_CLOSED, "the client was closed", null);
        }
    }
}
