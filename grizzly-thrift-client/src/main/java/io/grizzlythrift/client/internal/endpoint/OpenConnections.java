package io.grizzlythrift.client.internal.endpoint;

import io.grizzlythrift.client.internal.call.CallConnection;
import io.grizzlythrift.client.internal.call.PendingCall;
import io.grizzlythrift.client.internal.connection.PooledConnection;
import java.util.concurrent.ThreadLocalRandom;

/**
 * The open connections of one endpoint, and which of them a call should use.
 *
 * <p>Of up to {@value #FEW} connections, the one with the fewest calls is found exactly. Of more, {@value #DRAWN} are drawn at
 * random, and the one of these with the fewest calls is taken: this takes constant time, and is rarely far from the minimum
 * (M. Mitzenmacher, "The power of two choices in randomized load balancing", 1996).
 *
 * <p>Thread-safe: calls read an immutable array, which is replaced under the lock of {@link EndpointConnections}.
 */
public final class OpenConnections {
    /** Up to this number of connections, all are examined: {@value}. */
    public static final int FEW = 8;

    /** The number of connections that are examined if there are more than {@link #FEW}: {@value}. */
    static final int DRAWN = 4;

    /** Added for a connection that is blocked: more than the number of calls of any connection. */
    private static final int BLOCKED = 1 << 18;

    /** Added for the endpoint at which the call failed before, and twice for the connection: exceeds the other costs. */
    public static final int PENALTY = 1 << 20;

    /** Exceeds all of these together; the load of a connection that has retired is higher still. */
    private static final int CLOSED = 1 << 24;

    private final int reserveMargin;
    private final int minForReserve;
    private volatile PooledConnection[] all = {};

    /** The newest connection if there are several, and enough of them are allowed; otherwise null. */
    private volatile PooledConnection reserve;

    /**
     * Creates an empty list.
     *
     * @param reserveMargin the reserve takes slow calls too once each other connection has more than this many calls more
     * @param withReserve whether the newest connection is kept free of slow calls
     */
    OpenConnections(int reserveMargin, boolean withReserve) {
        this.reserveMargin = reserveMargin;
        minForReserve = withReserve ? 2 : Integer.MAX_VALUE;
    }

    /** {@return the connections; callers must not modify the array} */
    public PooledConnection[] all() {
        return all;
    }

    public int size() {
        return all.length;
    }

    /** {@return whether no connection is open} */
    public boolean isEmpty() {
        return all.length == 0;
    }

    /** Adds a connection. Called with that lock held. */
    void add(PooledConnection connection) {
        PooledConnection[] more = new PooledConnection[all.length + 1];
        System.arraycopy(all, 0, more, 0, all.length);
        more[all.length] = connection;
        publish(more);
    }

    /** Removes a connection. Called with that lock held. Returns whether it was present. */
    boolean remove(PooledConnection connection) {
        PooledConnection[] before = all;
        for (int i = 0; i < before.length; i++) {
            if (before[i] == connection) {
                PooledConnection[] fewer = new PooledConnection[before.length - 1];
                System.arraycopy(before, 0, fewer, 0, i);
                System.arraycopy(before, i + 1, fewer, i, fewer.length - i);
                publish(fewer);
                return true;
            }
        }
        return false;
    }

    private void publish(PooledConnection[] connections) {
        reserve = connections.length >= minForReserve ? connections[connections.length - 1] : null;
        all = connections;
    }

    /** {@return whether this connection is kept free of calls that are expected to be slow} */
    public boolean isReserve(PooledConnection connection) {
        return connection == reserve;
    }

    /** Returns the number of calls on all connections, estimated from a sample if there are many. */
    int load() {
        PooledConnection[] connections = all;
        int counted = Math.min(FEW, connections.length);
        int places = connections.length - counted + 1;
        int first = places == 1 ? 0 : ThreadLocalRandom.current().nextInt(places);
        int load = 0;
        for (int i = 0; i < counted; i++) {
            int calls = connections[first + i].load();
            load += calls < CLOSED ? calls : 0;
        }
        return counted == connections.length ? load : (int) ((long) load * connections.length / counted);
    }

    /** Returns how many more calls all connections can take, if each takes this many. */
    long room(int maxInFlight) {
        long room = 0;
        for (PooledConnection connection : all) {
            room += Math.max(0, maxInFlight - connection.load());
        }
        return room;
    }

    /** Returns the open connection with the fewest calls, or with few if there are many connections; null if none is open. */
    public PooledConnection leastLoaded() {
        PooledConnection[] connections = all;
        if (connections.length <= FEW) {
            return leastOf(connections);
        }
        ThreadLocalRandom random = ThreadLocalRandom.current();
        PooledConnection best = null;
        int least = Integer.MAX_VALUE;
        for (int i = 0; i < DRAWN; i++) {
            PooledConnection connection = connections[random.nextInt(connections.length)];
            int load = connection.load();
            if (load < least && !connection.isClosed()) {
                best = connection;
                least = load;
            }
        }
        return best == null ? leastOf(connections) : best;
    }

    /** Returns the open connection with the fewest calls, however many there are; null if none is open. */
    public PooledConnection leastOfAll() {
        return leastOf(all);
    }

    private static PooledConnection leastOf(PooledConnection[] connections) {
        PooledConnection best = null;
        int least = Integer.MAX_VALUE;
        for (PooledConnection connection : connections) {
            int load = connection.load();
            if (load < least && !connection.isClosed()) {
                best = connection;
                least = load;
            }
        }
        return best;
    }

    /** Returns a connection that has room for a call: the one with the fewest calls, preferably not blocked; null for none. */
    public PooledConnection withRoom(PendingCall call) {
        PooledConnection best = null;
        int least = Integer.MAX_VALUE;
        for (PooledConnection connection : all) {
            int cost = connection.load() + (connection.isBlocked() ? BLOCKED : 0);
            if (cost < least && connection.hasRoomFor(call) && !connection.isClosed()) {
                best = connection;
                least = cost;
            }
        }
        return best;
    }

    /** Returns the open connection with the lowest {@link #cost} for a call; null if none is open. */
    public PooledConnection cheapest(PendingCall call, boolean slow) {
        PooledConnection best = null;
        int least = Integer.MAX_VALUE;
        for (PooledConnection connection : all) {
            int cost = cost(connection, call, slow);
            if (cost < least && !connection.isClosed()) {
                best = connection;
                least = cost;
            }
        }
        return best;
    }

    /** Returns the number of calls of a connection, plus penalties if this call should prefer another one. */
    public int cost(PooledConnection connection, PendingCall call, boolean slow) {
        int cost = connection.load();
        if (connection.isBlocked()) {
            cost += BLOCKED;
        }
        if (slow && isReserve(connection)) {
            cost += BLOCKED + reserveMargin;
        }
        CallConnection avoided = call.avoided();
        if (avoided != null && connection.endpoint().equals(avoided.endpoint())) {
            cost += connection == avoided ? 2 * PENALTY : PENALTY;
        }
        return cost;
    }
}
