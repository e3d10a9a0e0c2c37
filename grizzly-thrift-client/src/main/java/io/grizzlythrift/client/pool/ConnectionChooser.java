package io.grizzlythrift.client.pool;

import io.grizzlythrift.client.call.FailureCause;
import io.grizzlythrift.client.codec.CallCodec;
import io.grizzlythrift.client.codec.HeldMessage;
import io.grizzlythrift.client.connection.CallEncoder;
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
import java.util.function.Predicate;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import java.util.stream.Stream;

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

    /** How often another server is picked for a call that would have to wait at the first one. */
    private static final int OTHER_PICKS = 2;

    private final EndpointSet endpoints;
    private final boolean pings;
    private final CallEncoder encoder;
    private final Runnable connectOthers;
    private final Predicate<Endpoint> mayConnect;
    private final Supplier<String> reasonForNone;
    private final CallEncoder.Refusal refusal;

    /** A server to which a call has begun to connect, or was already connecting; null before. */
    private volatile Endpoint begun;

    /**
     * Creates a chooser.
     *
     * @param pings whether ejected servers are probed by pings instead of calls
     * @param encoder keeps the messages of calls that wait
     * @param connectOthers has servers connected that have no connection; runs for each call while there are many
     * @param mayConnect whether a call may connect to a server of many that has no connection
     * @param reasonForNone returns the reason why there is no server
     */
    ConnectionChooser(
            EndpointSet endpoints,
            boolean pings,
            CallEncoder encoder,
            Runnable connectOthers,
            Predicate<Endpoint> mayConnect,
            Supplier<String> reasonForNone,
            CallEncoder.Refusal refusal) {
        this.endpoints = endpoints;
        this.pings = pings;
        this.encoder = encoder;
        this.connectOthers = connectOthers;
        this.mayConnect = mayConnect;
        this.reasonForNone = reasonForNone;
        this.refusal = refusal;
    }

    /**
     * Returns the connection that took the call; null if none did, in which case the call has failed, or waits until one can:
     * {@link PendingCall#hasWaited}.
     */
    PooledConnection assign(PendingCall call, CallCodec.Encoder message, boolean slow) {
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
            Optional<PooledConnection> beginning = connect(selection, call);
            if (beginning.isEmpty()) {
                refusal.refuse(call, FailureCause.CONNECT_FAILED, unavailableReason(), null);
                return null;
            }
            Endpoint place = Endpoint.of(beginning.get());
            best = place.open().leastLoaded();
            if (best == null) {
                await(selection, place, call, message);
                return null;
            }
        } else if (Endpoint.of(best).mayGrow() && Endpoint.of(best).open().cost(best, call, slow) > 0) {
            best = grow(best);
        }
        Endpoint place = Endpoint.of(best);
        if (place.waiting() == 0 && best.take(call)) {
            if (place.mayGrow() && call.slowness() != PendingCall.NOT_SLOW) {
                growIfHeldUp();
            }
            return best;
        }
        return best.isRetiring() || best.isClosed()
                ? assign(call, message, slow)
                : assignOrAwait(selection, place, call, message);
    }

    /** Assigns a call to any connection that has room, unless its routing key binds it to this server; or else has it wait. */
    private PooledConnection assignOrAwait(
            EndpointSelection selection, Endpoint place, PendingCall call, CallCodec.Encoder message) {
        Endpoint next = place;
        for (int i = 0; i <= OTHER_PICKS && next != null; i++) {
            PooledConnection taker = next.waiting() == 0 ? next.open().withRoom(call) : null;
            if (taker != null && taker.take(call)) {
                return taker;
            }
            next = call.routingKey() == null ? selection.pick(call) : null;
        }
        await(selection, place, call, message);
        return null;
    }

    /** Has a call wait at a server or, if too many wait there, at another one; or else fails it. */
    private void await(EndpointSelection selection, Endpoint place, PendingCall call, CallCodec.Encoder message) {
        HeldMessage held = encoder.hold(call, message, refusal);
        if (held == null || place.await(call, held)) {
            return;
        }
        for (Endpoint other : some(List.of(selection.usable()))) {
            if (other != place && other.await(call, held)) {
                return;
            }
        }
        encoder.drop(held);
        String reason = "each connection has the maximum number of calls, and " + place.waiting() + " wait";
        refusal.refuse(call, FailureCause.NO_CAPACITY, reason, null);
    }

    /**
     * Returns another server to which a call that waits at this one is moved, but never the one that it avoids because of an
     * earlier attempt; empty if none is connected and not ejected. If this server was removed, also one that is yet to be
     * connected.
     */
    Optional<Endpoint> elsewhere(PendingCall call, Endpoint place) {
        EndpointSelection selection = endpoints.selection();
        Endpoint picked = selection.pick(call);
        if (picked != null && mayMove(call, picked, place)) {
            return Optional.of(picked);
        }
        Optional<Endpoint> connected = Stream.of(selection.usable())
                .limit(MAX_TRIED)
                .filter(other -> mayMove(call, other, place))
                .findFirst();
        return connected.isPresent() || !place.isGone()
                ? connected
                : connect(selection, call).map(Endpoint::of);
    }

    private static boolean mayMove(PendingCall call, Endpoint other, Endpoint place) {
        return other != place
                && other != Endpoint.of(call.avoided())
                && !other.open().isEmpty()
                && !other.health().isOut();
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
        PooledConnection best = null;
        for (Endpoint endpoint : some(endpoints.used())) {
            PooledConnection opened = endpoint.open().cheapest(call, slow);
            if (opened != null) {
                best = cheaper(best, opened, call);
            }
        }
        return best;
    }

    private static boolean isAvoided(PooledConnection connection, PendingCall call) {
        return call.avoided() != null && call.avoided().endpoint().equals(connection.endpoint());
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
    private Optional<PooledConnection> connect(EndpointSelection selection, PendingCall call) {
        List<Endpoint> used = endpoints.used();
        boolean few = used.size() <= FEW;
        List<Endpoint> tried = some(used);
        int mayBegin = few ? FEW : MAX_CONNECTED;
        PooledConnection best = null;
        for (Endpoint endpoint : tried) {
            if (mayBegin > 0 && (few || !endpoint.isUnconnected() || mayConnect.test(endpoint))) {
                Optional<PooledConnection> connection = endpoint.firstConnection();
                if (connection.isPresent()) {
                    best = cheaper(best, connection.get(), call);
                    mayBegin--;
                }
            }
        }
        if (!few) {
            connectOthers.run();
        }
        for (int i = 0; best == null && i < selection.connecting().length; i++) {
            best = selection.connecting()[i].firstConnection().orElse(null);
        }
        if (best == null) {
            best = lastResort(tried);
        }
        if (best != null) {
            begun = Endpoint.of(best);
        }
        return Optional.ofNullable(best);
    }

    /**
     * Returns a connection that is being opened or, if none is known, one to a server to which no attempt has failed, however
     * many connections have begun: without it, the call would fail.
     */
    private PooledConnection lastResort(List<Endpoint> tried) {
        Endpoint known = begun;
        if (known != null && !known.isUnconnected() && !known.isLeaving()) {
            return known.firstConnection().orElse(null);
        }
        return tried.stream()
                .filter(endpoint -> !endpoint.hasFailed())
                .flatMap(endpoint -> endpoint.firstConnection().stream())
                .findFirst()
                .orElse(null);
    }

    /** Returns the servers that a call tries while none is open: all if there are few, otherwise some, from any one on. */
    private static List<Endpoint> some(List<Endpoint> servers) {
        int size = servers.size();
        if (size <= FEW) {
            return servers;
        }
        int first = firstOf(size);
        return IntStream.range(0, Math.min(MAX_TRIED, size))
                .mapToObj(i -> servers.get((first + i) % size))
                .toList();
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
        int cost = endpoint.waiting() + endpoint.open().cost(connection, call, false);
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
