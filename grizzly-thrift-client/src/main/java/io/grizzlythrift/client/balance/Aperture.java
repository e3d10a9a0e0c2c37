package io.grizzlythrift.client.balance;

import io.grizzlythrift.strategy.internal.util.Bounds;
import java.util.Optional;

/**
 * Limits a client to a subset of its servers, for fleets of hundreds of servers: each client connects to some servers,
 * and each server has connections from some clients.
 *
 * <p>Once a second while there are calls, the subset grows by an eighth, and by at least one server, if its servers
 * have more than {@link #withMaxLoad maxLoad} calls each on average. It shrinks by one server if they have less than a
 * quarter of that. Servers that are ejected are replaced by others, as long as at most the {@linkplain
 * OutlierDetection#withPanicThreshold panic threshold} of the subset is. If more are, they are used nevertheless, so that
 * an outage of all servers does not make each client connect to all. Immutable.
 */
public final class Aperture {
    /** The largest number of servers, and of clients: {@value}. */
    public static final int MAX_SIZE = 10_000;

    /** The maximum of {@link #withMaxLoad}: {@value} calls. */
    public static final int MAX_LOAD = 1_000_000;

    private static final int DEFAULT_MAX_LOAD = 64;

    private final int servers;
    private final Optional<Position> position;
    private final int maxLoad;

    private record Position(int client, int clients) {}

    private Aperture(int servers, Optional<Position> position, int maxLoad) {
        this.servers = servers;
        this.position = position;
        this.maxLoad = maxLoad;
    }

    /**
     * Returns an aperture of servers that each client chooses at random. With many clients, some servers get up to
     * twice as many clients as others.
     *
     * @param servers the smallest number of servers, 1 to {@value #MAX_SIZE}; 12 or more leave room for failures
     * @return a new aperture
     * @throws IllegalArgumentException if out of bounds
     */
    public static Aperture random(int servers) {
        return new Aperture(requireServers(servers), Optional.empty(), DEFAULT_MAX_LOAD);
    }

    /**
     * Returns an aperture of servers that are consecutive in the order of their names. Each client starts at a
     * different position, so that all servers have about the same number of clients. Each client must know its own
     * number, such as the ordinal of a Kubernetes StatefulSet.
     *
     * @param servers the smallest number of servers, 1 to {@value #MAX_SIZE}
     * @param client the number of this client, 0 to {@code clients - 1}
     * @param clients the number of clients, 1 to {@value #MAX_SIZE}
     * @return a new aperture
     * @throws IllegalArgumentException if out of bounds
     */
    public static Aperture deterministic(int servers, int client, int clients) {
        Bounds.requireBetween("clients", clients, 1, MAX_SIZE);
        Bounds.requireBetween("client", client, 0, clients - 1);
        return new Aperture(requireServers(servers), Optional.of(new Position(client, clients)), DEFAULT_MAX_LOAD);
    }

    private static int requireServers(int servers) {
        return Bounds.requireBetween("servers", servers, 1, MAX_SIZE);
    }

    /**
     * Returns this aperture with another load above which it grows. Default: 64 calls.
     *
     * @param calls the average number of calls in flight and waiting per server, 1 to {@value #MAX_LOAD}
     * @return a new aperture
     * @throws IllegalArgumentException if out of bounds
     */
    public Aperture withMaxLoad(int calls) {
        return new Aperture(servers, position, Bounds.requireBetween("maxLoad", calls, 1, MAX_LOAD));
    }

    /** {@return the smallest number of servers} */
    public int servers() {
        return servers;
    }

    /** {@return the average number of calls per server above which the aperture grows} */
    public int maxLoad() {
        return maxLoad;
    }

    /** {@return whether servers are chosen at random} */
    public boolean isRandom() {
        return position.isEmpty();
    }

    /**
     * Returns the position of the first server of this client.
     *
     * @param all the number of all servers
     * @return the index of the server in the order of the names; 0 if servers are chosen at random
     */
    public int firstOf(int all) {
        return position.map(at -> (int) ((long) at.client * all / at.clients)).orElse(0);
    }

    @Override
    public String toString() {
        return "Aperture[servers=" + servers + ", "
                + position.map(at -> "client " + at.client + " of " + at.clients)
                        .orElse("random") + ", maxLoad=" + maxLoad
                + "]";
    }
}
