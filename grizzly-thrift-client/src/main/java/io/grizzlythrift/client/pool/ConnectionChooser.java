package io.grizzlythrift.client.pool;

import io.grizzlythrift.client.call.FailureCause;
import io.grizzlythrift.client.connection.PooledConnection;
import io.grizzlythrift.client.endpoint.Endpoint;
import io.grizzlythrift.client.endpoint.EndpointSelection;
import io.grizzlythrift.client.endpoint.EndpointSet;
import io.grizzlythrift.client.endpoint.OpenConnections;
import io.grizzlythrift.client.inflight.PendingCall;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ThreadLocalRandom;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.function.Supplier;

/**
 * Assigns calls to connections. First the balancer picks the server, unless only one may take calls. Then the connection of
 * that server with the fewest calls is chosen, preferably one that no slow call holds up. If that connection has calls, another
 * one is opened, up to the maximum. Another one is also opened as soon as slow calls hold up all connections, so that the next
 * call finds a free one. Calls that are expected to be slow leave the reserve of each endpoint to others.
 *
 * <p>A call that would be held up, or whose picked server is one where it failed before, goes to the best connection of all
 * servers. While no connection is open, a call waits for one that is being opened.
 *
 * <p>Thread-safe, without a lock as long as connections are open.
 */
final class ConnectionChooser {
    /** The maximum number of servers that a call tries while none of them is open: {@value}. */
    private static final int MAX_TRIED = 64;

    /** Up to this number of servers without a connection, calls connect to all: {@value}. */
    private static final int FEW = 32;

    /** The maximum number of servers to which such a call begins to connect if there are more: {@value}. */
    private static final int MAX_CONNECTED = 4;

    /** Fails a call that no connection can take. */
    @FunctionalInterface
    interface Refusal {
        void refuse(PendingCall call, FailureCause cause, String reason);
    }

    private final EndpointSet endpoints;
    private final boolean pings;
    private final Runnable connectOthers;
    private final Predicate<Endpoint> mayConnect;
    private final Supplier<String> reasonForNone;
    private final Refusal refusal;

    /**
     * Creates a chooser.
     *
     * @param pings whether ejected servers are probed by pings instead of calls
     * @param connectOthers has servers connected that have no connection; runs for each call while there are many
     * @param mayConnect whether a call may connect to a server of many that has no connection
     * @param reasonForNone returns the reason why there is no server
     */
    ConnectionChooser(
            EndpointSet endpoints,
            boolean pings,
            Runnable connectOthers,
            Predicate<Endpoint> mayConnect,
            Supplier<String> reasonForNone,
            Refusal refusal) {
        this.endpoints = endpoints;
        this.pings = pings;
        this.connectOthers = connectOthers;
        this.mayConnect = mayConnect;
        this.reasonForNone = reasonForNone;
        this.refusal = refusal;
    }

    /** Returns the connection that took the call; null if none did, in which case the call has failed. */
    PooledConnection assign(PendingCall call, boolean slow) {
        EndpointSelection selection = endpoints.selection();
        Endpoint endpoint = selection.hasChores() ? probed(selection, call) : null;
        if (endpoint == null) {
            endpoint = selection.pick(call);
        }
        PooledConnection best = endpoint == null ? null : endpoint.open().leastLoaded();
        if (best == null || slow || call.avoided() != null || best.isHeldUp()) {
            best = cheapest(selection, endpoint, call, slow);
        }
        if (best == null) {
            best = openedSince(call, slow);
        }
        if (best == null) {
            Optional<PooledConnection> beginning = connect(selection, call, Endpoint::firstConnection);
            if (beginning.isEmpty()) {
                refusal.refuse(call, FailureCause.CONNECT_FAILED, unavailableReason());
                return null;
            }
            best = beginning.get();
        } else if (Endpoint.of(best).mayGrow() && Endpoint.of(best).open().cost(best, call, slow) > 0) {
            best = grow(best);
        }
        if (best.take(call)) {
            if (Endpoint.of(best).mayGrow() && call.slowness() != PendingCall.NOT_SLOW) {
                growIfHeldUp();
            }
            return best;
        }
        return best.isRetiring() || best.isClosed() ? assign(call, slow) : assignElsewhere(call, slow, best);
    }

    /**
     * Connects servers that have no connection, or has them connected if there are many. Returns the server that this call
     * must probe; null if there is none.
     */
    private Endpoint probed(EndpointSelection selection, PendingCall call) {
        if (selection.unconnected().length > FEW) {
            connectOthers.run();
        } else { // here, because later they may have been connected, and closed again when they were not needed
            for (Endpoint endpoint : selection.unconnected()) {
                if (!endpoint.isLeaving()) {
                    endpoint.firstConnection();
                }
            }
        }
        if (pings || call.avoided() != null) {
            return null;
        }
        for (Endpoint endpoint : selection.probing()) {
            if (!endpoint.open().isEmpty() && endpoint.health().takeProbe(call.isOneway())) {
                return endpoint;
            }
        }
        return null;
    }

    /**
     * Returns the connection with the lowest cost for a call: one of the picked server, unless that is held up or avoided and
     * another server has a better one. Null if none is open.
     */
    private static PooledConnection cheapest(
            EndpointSelection selection, Endpoint picked, PendingCall call, boolean slow) {
        PooledConnection best = picked == null ? null : picked.open().cheapest(call, slow);
        if (best != null && !best.isHeldUp() && !isAvoided(best, call)) {
            return best;
        }
        int least = best == null ? Integer.MAX_VALUE : Endpoint.of(best).open().cost(best, call, slow);
        Endpoint[] usable = selection.usable();
        int next = firstOf(usable.length);
        for (int tried = 0; tried < usable.length && (tried < MAX_TRIED || best == null); tried++) {
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

    /** Returns the best connection that was opened since the selection was made, or null. */
    private PooledConnection openedSince(PendingCall call, boolean slow) {
        List<Endpoint> used = endpoints.used();
        PooledConnection best = null;
        int next = firstOf(used.size());
        for (int tried = 0; tried < Math.min(MAX_TRIED, used.size()); tried++) {
            PooledConnection opened = used.get(next).open().cheapest(call, slow);
            if (opened != null) {
                best = cheaper(best, opened, call);
            }
            next = next + 1 < used.size() ? next + 1 : 0;
        }
        return best;
    }

    private static boolean isAvoided(PooledConnection connection, PendingCall call) {
        return call.avoided() instanceof PooledConnection before && before.owner() == connection.owner();
    }

    /** Opens another connection, unless one of many has no calls. Returns that one, or otherwise the given one. */
    private static PooledConnection grow(PooledConnection best) {
        Endpoint endpoint = Endpoint.of(best);
        if (endpoint.open().size() > OpenConnections.FEW) {
            PooledConnection least = endpoint.open().leastOfAll();
            if (least != null && least.load() == 0 && !least.isHeldUp()) {
                return least;
            }
        }
        if (endpoint.canGrow() && !endpoint.isLeaving()) {
            endpoint.connect();
        }
        return best;
    }

    /** Assigns a call to another connection, because this one has no room. */
    private PooledConnection assignElsewhere(PendingCall call, boolean slow, PooledConnection full) {
        EndpointSelection selection = endpoints.selection();
        Endpoint[] usable = selection.usable();
        int next = firstOf(usable.length);
        for (int tried = 0; tried < Math.min(MAX_TRIED, usable.length); tried++) {
            PooledConnection other = usable[next].open().cheapest(call, slow);
            if (other != null && other != full && other.take(call)) {
                return other;
            }
            next = next + 1 < usable.length ? next + 1 : 0;
        }
        Optional<PooledConnection> other =
                connect(selection, call, Endpoint::connect); // one that is being opened may have room
        if (other.isEmpty() || !other.get().take(call)) {
            String reason = "each connection has the maximum number of calls, " + full.load();
            refusal.refuse(call, FailureCause.NO_CAPACITY, reason);
            return null;
        }
        return other.get();
    }

    /**
     * Opens another connection if all are held up. The reserve does not count as free: the next slow call needs a
     * connection too.
     */
    void growIfHeldUp() {
        boolean any = false;
        for (Endpoint endpoint : endpoints.used()) {
            for (PooledConnection connection : endpoint.open().all()) {
                if (!connection.isHeldUp() && !endpoint.open().isReserve(connection)) {
                    return;
                }
                any = true;
            }
        }
        if (any) {
            connectOne(Endpoint::canGrowAhead);
        }
    }

    /** Opens another connection to the endpoint with the fewest open ones among those that meet the condition. */
    private void connectOne(Predicate<Endpoint> condition) {
        endpoints.used().stream()
                .filter(endpoint -> condition.test(endpoint) && !endpoint.isLeaving())
                .min(Comparator.comparingInt(endpoint -> endpoint.open().size()))
                .ifPresent(Endpoint::connect);
    }

    /**
     * Starts to connect to servers in use, where that is allowed: to all if there are few, otherwise to some. Returns the
     * connection with the fewest calls, open or not, preferably to a server that is neither ejected nor asks to close its
     * connections; empty if there is none.
     */
    private Optional<PooledConnection> connect(
            EndpointSelection selection, PendingCall call, Function<Endpoint, Optional<PooledConnection>> connectTo) {
        List<Endpoint> used = endpoints.used();
        PooledConnection best = null;
        boolean few = used.size() <= FEW;
        int most = few ? FEW : MAX_CONNECTED;
        int found = 0;
        int next = firstOf(used.size());
        for (int tried = 0; tried < Math.min(MAX_TRIED, used.size()) && found < most; tried++) {
            Endpoint endpoint = used.get(next);
            if (few || !endpoint.isUnconnected() || mayConnect.test(endpoint)) {
                Optional<PooledConnection> connection = connectTo.apply(endpoint);
                if (connection.isPresent()) {
                    best = cheaper(best, connection.get(), call);
                    found++;
                }
            }
            next = next + 1 < used.size() ? next + 1 : 0;
        }
        if (!few) {
            connectOthers.run();
        }
        for (int i = 0; best == null && i < selection.connecting().length; i++) {
            best = connectTo.apply(selection.connecting()[i]).orElse(null);
        }
        return Optional.ofNullable(best);
    }

    /** Returns where to begin in a list: at the first one if it is short, otherwise at any. */
    private static int firstOf(int size) {
        return size <= FEW ? 0 : ThreadLocalRandom.current().nextInt(size);
    }

    private static PooledConnection cheaper(PooledConnection one, PooledConnection other, PendingCall call) {
        return one == null || costUnopened(other, call) < costUnopened(one, call) ? other : one;
    }

    private static int costUnopened(PooledConnection connection, PendingCall call) {
        Endpoint endpoint = Endpoint.of(connection);
        int cost = endpoint.open().cost(connection, call, false);
        return cost + (endpoint.isLeaving() || endpoint.health().isOut() ? OpenConnections.PENALTY : 0);
    }

    private String unavailableReason() {
        return endpoints.used().stream()
                .limit(MAX_TRIED)
                .min(Comparator.comparingLong(Endpoint::backoffUntil))
                .map(Endpoint::unavailableReason)
                .orElseGet(reasonForNone);
    }
}
