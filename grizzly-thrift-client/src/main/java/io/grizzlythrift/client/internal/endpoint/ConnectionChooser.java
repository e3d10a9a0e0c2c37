package io.grizzlythrift.client.internal.endpoint;

import io.grizzlythrift.client.internal.call.CallCodec;
import io.grizzlythrift.client.internal.call.PendingCall;
import io.grizzlythrift.client.internal.connection.ClientContext;
import io.grizzlythrift.client.internal.connection.EndReason;
import io.grizzlythrift.client.internal.connection.HeldMessage;
import io.grizzlythrift.client.internal.connection.PooledConnection;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Assigns calls to connections. First the balancer picks the server, unless only one may take calls. Then the connection of
 * that server with the fewest calls is chosen, preferably one that no slow call holds up. If that connection has calls, another
 * one is opened, up to the maximum. Another one is also opened as soon as slow calls hold up all connections, so that the next
 * call finds a free one. Calls that are expected to be slow leave the reserve of each endpoint to others.
 *
 * <p>A call that would be blocked, or whose picked server is one where it failed before, goes to the best connection of all
 * servers. While no connection is open, a call waits for one that is being opened.
 *
 * <p>Thread-safe, without a lock as long as connections are open.
 */
final class ConnectionChooser {
    /** How often another server is picked for a call that would have to wait at the first one. */
    private static final int OTHER_PICKS = 2;

    /** How often a connection is chosen for a call, in case the thread that ends the chosen one has yet to remove it. */
    private static final int MAX_TRIES = 16;

    private final ClientContext context;
    private final EndpointSet endpoints;
    private final ConnectionOpener opener;
    private final boolean pings;
    private final HeldMessage.Refusal refusal;

    /** @param pings whether ejected servers are probed by pings, except those that only a call can probe */
    ConnectionChooser(
            ClientContext context,
            EndpointSet endpoints,
            ConnectionOpener opener,
            boolean pings,
            HeldMessage.Refusal refusal) {
        this.context = context;
        this.endpoints = endpoints;
        this.opener = opener;
        this.pings = pings;
        this.refusal = refusal;
    }

    /**
     * Returns the connection that took the call; null if none did, in which case the call has failed, or waits until one can:
     * {@link PendingCall#hasWaited}.
     */
    PooledConnection assign(PendingCall call, CallCodec.Encoder message, boolean slow) {
        for (int tries = 1; ; tries++) {
            EndpointSelection selection = endpoints.selection();
            PooledConnection best = choose(selection, call, message, slow);
            if (best == null) {
                return null;
            }
            Endpoint endpoint = Endpoint.of(best);
            if (endpoint.waiting() == 0 && best.take(call)) {
                if (endpoint.connections().mayGrow() && call.slowness() != PendingCall.NOT_SLOW) {
                    opener.growIfBlocked();
                }
                return best;
            }
            if (tries == MAX_TRIES || !(best.isRetiring() || best.isClosed())) {
                return assignOrEnqueue(selection, endpoint, call, message);
            }
        }
    }

    /** Returns the best connection for a call; null if none is open, in which case the call waits or has failed. */
    private PooledConnection choose(
            EndpointSelection selection, PendingCall call, CallCodec.Encoder message, boolean slow) {
        Endpoint endpoint = selection.hasChores() ? probed(selection, call) : null;
        if (endpoint == null) {
            endpoint = selection.pick(call);
        }
        PooledConnection best = endpoint == null ? null : endpoint.open().leastLoaded();
        if (best == null || slow || call.avoided() != null || best.isBlocked()) {
            best = cheapest(selection, endpoint, call, slow);
        }
        if (best == null) {
            best = opener.openedSince(call, slow);
        }
        if (best == null) {
            return connect(selection, call, message);
        }
        Endpoint chosen = Endpoint.of(best);
        return chosen.connections().mayGrow() && chosen.open().cost(best, call, slow) > 0
                ? ConnectionOpener.grow(best)
                : best;
    }

    /** Begins to connect. Returns a connection that is open by now; null if the call waits for one or has failed. */
    private PooledConnection connect(EndpointSelection selection, PendingCall call, CallCodec.Encoder message) {
        Optional<PooledConnection> beginning = opener.connect(selection, call);
        if (beginning.isEmpty()) {
            refusal.refuse(call, opener.unavailableReason());
            return null;
        }
        Endpoint endpoint = Endpoint.of(beginning.get());
        PooledConnection open = endpoint.open().leastLoaded();
        if (open == null) {
            enqueue(selection, endpoint, call, message);
        }
        return open;
    }

    /** Assigns a call to any connection that has room, unless its routing key binds it to this server; otherwise queues it. */
    private PooledConnection assignOrEnqueue(
            EndpointSelection selection, Endpoint endpoint, PendingCall call, CallCodec.Encoder message) {
        Endpoint next = endpoint;
        for (int i = 0; i <= OTHER_PICKS && next != null; i++) {
            PooledConnection taker = next.waiting() == 0 ? next.open().withRoom(call) : null;
            if (taker != null && taker.take(call)) {
                return taker;
            }
            next = call.routingKey() == null ? selection.pick(call) : null;
        }
        enqueue(selection, endpoint, call, message);
        return null;
    }

    /** Queues a call at a server or, if too many wait there, at another one; otherwise fails it. */
    private void enqueue(EndpointSelection selection, Endpoint endpoint, PendingCall call, CallCodec.Encoder message) {
        HeldMessage held = HeldMessage.of(context, call, message, refusal);
        if (held == null) {
            return;
        }
        try {
            if (endpoint.enqueue(call, held)) {
                return;
            }
            for (Endpoint other : ConnectionOpener.some(List.of(selection.usable()))) {
                if (other != endpoint && other.enqueue(call, held)) {
                    return;
                }
            }
        } catch (Throwable t) {
            if (!call.hasWaited()) {
                held.drop(context);
            }
            throw t;
        }
        held.drop(context);
        String reason = "each connection has the maximum number of calls, and " + endpoint.waiting() + " wait";
        refusal.refuse(call, EndReason.noCapacity(reason));
    }

    /**
     * Returns another server to which a call that waits at this one is moved, but never one that has, or had, another
     * attempt at it; empty if none is connected and not ejected. If this server was removed, also one that is yet to be
     * connected. If it cannot be connected now, also one that is being connected or may be connected, unless an attempt to connect
     * to that one has failed: in an outage of many servers, there is always one that is being connected again.
     */
    Optional<Endpoint> elsewhere(PendingCall call, Endpoint endpoint) {
        EndpointSelection selection = endpoints.selection();
        Endpoint picked = selection.pick(call);
        if (picked != null && mayMove(call, picked, endpoint)) {
            return Optional.of(picked);
        }
        Optional<Endpoint> connected = Stream.of(selection.usable())
                .limit(ConnectionOpener.MAX_TRIED)
                .filter(other -> mayMove(call, other, endpoint))
                .findFirst();
        if (connected.isPresent()) {
            return connected;
        } else if (endpoint.connections().isGone()) {
            return opener.connect(selection, call).map(Endpoint::of);
        } else if (endpoint.connections().phase() != EndpointConnections.Phase.UNAVAILABLE) {
            return Optional.empty();
        }
        return opener.untried(other -> mayWaitAt(call, other, endpoint));
    }

    private static boolean mayMove(PendingCall call, Endpoint other, Endpoint endpoint) {
        return !other.open().isEmpty() && mayWaitAt(call, other, endpoint);
    }

    private static boolean mayWaitAt(PendingCall call, Endpoint other, Endpoint endpoint) {
        return other != endpoint
                && other != Endpoint.of(call.avoided())
                && !call.runsBesideAt(other.name())
                && !other.ejection().isOut();
    }

    /** Connects servers that have no connection. Returns the server that this call must probe; null if there is none. */
    private Endpoint probed(EndpointSelection selection, PendingCall call) {
        opener.connectUnconnected(selection);
        if (call.avoided() != null) {
            return null;
        }
        for (Endpoint endpoint : selection.probing()) {
            if ((!pings || endpoint.ejection().needsCall())
                    && !endpoint.open().isEmpty()
                    && endpoint.ejection().takeProbe(call.isOneway())) {
                return endpoint;
            }
        }
        return null;
    }

    /**
     * Returns the connection with the lowest cost for a call: one of the picked server, unless that is blocked or avoided and
     * another server has a better one. Null if none is open.
     */
    private static PooledConnection cheapest(
            EndpointSelection selection, Endpoint picked, PendingCall call, boolean slow) {
        PooledConnection best = picked == null ? null : picked.open().cheapest(call, slow);
        if (best != null && !best.isBlocked() && !isAvoided(best, call)) {
            return best;
        }
        int least = best == null ? Integer.MAX_VALUE : Endpoint.of(best).open().cost(best, call, slow);
        Endpoint[] usable = selection.usable();
        int next = ConnectionOpener.firstOf(usable.length);
        for (int tried = 0; tried < usable.length && (tried < ConnectionOpener.MAX_TRIED || best == null); tried++) {
            Endpoint endpoint = usable[next];
            PooledConnection other = endpoint == picked ? null : endpoint.open().cheapest(call, slow);
            if (other != null && endpoint.open().cost(other, call, slow) < least) {
                best = other;
                least = endpoint.open().cost(other, call, slow);
            }
            next = next + 1 < usable.length ? next + 1 : 0;
        }
        return best;
    }

    private static boolean isAvoided(PooledConnection connection, PendingCall call) {
        return call.avoided() != null && call.avoided().endpoint().equals(connection.endpoint());
    }
}
