package io.grizzlythrift.client.internal.endpoint;

import io.grizzlythrift.client.call.FailureCause;
import io.grizzlythrift.client.internal.call.PendingCall;
import io.grizzlythrift.client.internal.connection.EndReason;
import io.grizzlythrift.client.internal.connection.PooledConnection;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ThreadLocalRandom;
import java.util.function.Predicate;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * Opens connections for calls: the first ones of servers, and further ones as the load grows or slow calls hold up all that
 * there are. Thread-safe.
 */
final class ConnectionOpener {
    /** The maximum number of servers that a call tries while none of them is open: {@value}. */
    static final int MAX_TRIED = 64;

    /** Up to this number of servers without a connection, calls connect to all: {@value}. */
    private static final int FEW = 32;

    /** The maximum number of servers to which such a call begins to connect if there are more: {@value}. */
    private static final int MAX_CONNECTED = 4;

    private final EndpointSet endpoints;
    private final Runnable connectOthers;
    private final Predicate<Endpoint> mayConnect;
    private final Supplier<String> reasonForNone;

    /** A server to which a call has begun to connect, or was already connecting; null before. */
    private volatile Endpoint begun;

    /**
     * Creates an opener.
     *
     * @param connectOthers has servers connected that have no connection; runs for each call while there are many
     * @param mayConnect whether a call may connect to a server of many that has no connection
     * @param reasonForNone returns the reason why there is no server
     */
    ConnectionOpener(
            EndpointSet endpoints,
            Runnable connectOthers,
            Predicate<Endpoint> mayConnect,
            Supplier<String> reasonForNone) {
        this.endpoints = endpoints;
        this.connectOthers = connectOthers;
        this.mayConnect = mayConnect;
        this.reasonForNone = reasonForNone;
    }

    // ---- first connections

    /** Connects servers that have no connection, or has them connected if there are many. */
    void connectUnconnected(EndpointSelection selection) {
        if (selection.unconnected().length > FEW) {
            connectOthers.run();
            return;
        }
        // here, because later they may have been connected, and closed again when they were not needed
        for (Endpoint endpoint : selection.unconnected()) {
            if (!endpoint.isLeaving()) {
                endpoint.firstConnection();
            }
        }
    }

    /**
     * Starts to connect to servers in use, where that is allowed: to all if there are few, otherwise to some. Returns the
     * connection with the fewest calls, open or not, preferably to a server that is neither ejected nor asks to close its
     * connections; empty if there is none.
     */
    Optional<PooledConnection> connect(EndpointSelection selection, PendingCall call) {
        List<Endpoint> used = endpoints.used();
        boolean few = used.size() <= FEW;
        List<Endpoint> tried = some(used);
        int mayBegin = few ? FEW : MAX_CONNECTED;
        PooledConnection best = null;
        for (Endpoint endpoint : tried) {
            if (mayBegin > 0 && (few || !endpoint.connections().isUnconnected() || mayConnect.test(endpoint))) {
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
        Stream<Endpoint> known = Stream.ofNullable(begun)
                .filter(endpoint -> !endpoint.connections().isGone())
                .filter(endpoint -> !endpoint.connections().isUnconnected() && !endpoint.isLeaving());
        Stream<Endpoint> untried =
                tried.stream().filter(endpoint -> !endpoint.connections().hasFailed());
        return Stream.concat(known, untried)
                .flatMap(endpoint -> endpoint.firstConnection().stream())
                .findFirst()
                .orElse(null);
    }

    /**
     * Returns a server to which no attempt to connect has failed, for a call that waits in vain for another one: preferably one
     * that is being connected, otherwise one to which it begins to connect. Empty if there is none among some servers.
     */
    Optional<Endpoint> untried(Predicate<Endpoint> mayTake) {
        List<Endpoint> untried = Stream.concat(Stream.ofNullable(begun), some(endpoints.used()).stream())
                .filter(endpoint -> !endpoint.connections().isGone()
                        && !endpoint.connections().hasFailed())
                .filter(mayTake)
                .toList();
        for (Endpoint endpoint : untried) {
            if (endpoint.connections().phase() == EndpointConnections.Phase.CONNECTING) {
                return Optional.of(endpoint);
            }
        }
        for (Endpoint endpoint : untried) {
            if (!endpoint.isLeaving() && endpoint.firstConnection().isPresent()) {
                begun = endpoint; // for the other calls that wait with this one
                return Optional.of(endpoint);
            }
        }
        return Optional.empty();
    }

    /** Returns the best connection that was opened since the selection was made, or null. */
    PooledConnection openedSince(PendingCall call, boolean slow) {
        PooledConnection best = null;
        for (Endpoint endpoint : some(endpoints.used())) {
            PooledConnection opened = endpoint.open().cheapest(call, slow);
            if (opened != null) {
                best = cheaper(best, opened, call);
            }
        }
        return best;
    }

    private static PooledConnection cheaper(PooledConnection one, PooledConnection other, PendingCall call) {
        return one == null || costUnopened(other, call) < costUnopened(one, call) ? other : one;
    }

    private static int costUnopened(PooledConnection connection, PendingCall call) {
        Endpoint endpoint = Endpoint.of(connection);
        int cost = endpoint.waiting() + endpoint.open().cost(connection, call, false);
        return cost + (endpoint.isLeaving() || endpoint.ejection().isOut() ? OpenConnections.PENALTY : 0);
    }

    /** Returns the servers that a call tries while none is open: all if there are few, otherwise some, from any one on. */
    static List<Endpoint> some(List<Endpoint> servers) {
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
    static int firstOf(int size) {
        return size <= FEW ? 0 : ThreadLocalRandom.current().nextInt(size);
    }

    /** {@return why no connection can be opened} */
    EndReason unavailableReason() {
        return endpoints.used().stream()
                .limit(MAX_TRIED)
                .min(Comparator.comparingLong(endpoint -> endpoint.connections().backoffUntil()))
                .map(endpoint -> endpoint.connections().unavailableReason())
                .orElseGet(() -> new EndReason(FailureCause.CONNECT_FAILED, reasonForNone.get()));
    }

    // ---- further connections

    /** Opens another connection, unless one of many has no calls. Returns that one, or otherwise the given one. */
    static PooledConnection grow(PooledConnection best) {
        Endpoint endpoint = Endpoint.of(best);
        if (endpoint.open().size() > OpenConnections.FEW) {
            PooledConnection least = endpoint.open().leastOfAll();
            if (least != null && least.load() == 0 && !least.isBlocked()) {
                return least;
            }
        }
        if (endpoint.connections().canGrow() && !endpoint.isLeaving()) {
            endpoint.connect();
        }
        return best;
    }

    /**
     * Opens another connection if all are blocked. The reserve does not count as free: the next slow call needs a
     * connection too.
     */
    void growIfBlocked() {
        boolean any = false;
        for (Endpoint endpoint : endpoints.used()) {
            for (PooledConnection connection : endpoint.open().all()) {
                if (!connection.isBlocked() && !endpoint.open().isReserve(connection)) {
                    return;
                }
                any = true;
            }
        }
        if (any) { // at the endpoint with the fewest open ones
            endpoints.used().stream()
                    .filter(endpoint -> endpoint.connections().canGrowAhead() && !endpoint.isLeaving())
                    .min(Comparator.comparingInt(endpoint -> endpoint.open().size()))
                    .ifPresent(Endpoint::connect);
        }
    }
}
