package io.grizzlythrift.client.balance;

import java.util.List;

/**
 * Chooses the server of each call. Must be thread-safe: several clients may use one balancer.
 *
 * <p>A balancer sees only servers that may take calls now: those that are ejected, or that have no open connection while
 * others have one, are left out.
 */
@FunctionalInterface
public interface Balancer {
    /** The smallest load factor of {@link #rendezvous(double)}: {@value}. */
    double MIN_LOAD_FACTOR = 1.0;

    /** The largest load factor of {@link #rendezvous(double)}: {@value}. */
    double MAX_LOAD_FACTOR = 1_000.0;

    /**
     * Returns the default: of two servers drawn at random, the one whose {@linkplain BalancedEndpoint#latencyNanos() latency}
     * times the number of its calls, divided by its weight, is less. So a slow server gets fewer calls, and a pick costs the
     * same for any number of servers. Finagle's {@code PeakEwma} does the same.
     *
     * @return an immutable balancer
     */
    static Balancer peakEwma() {
        return PeakEwmaBalancer.INSTANCE;
    }

    /**
     * Returns a balancer that gives calls to all servers in turn, in proportion to their weights, however slow they are.
     *
     * @return an immutable balancer
     */
    static Balancer roundRobin() {
        return RoundRobinBalancer.INSTANCE;
    }

    /**
     * Returns a balancer by {@linkplain BalancedCall#routingKey() routing key}: calls of one key go to one server, unless it has
     * more than {@code loadFactor} times its share of the calls in flight. When a server comes or goes, only its keys move.
     * Calls without a key are balanced as {@link #peakEwma()} does. A pick looks at each server.
     *
     * @param loadFactor {@value #MIN_LOAD_FACTOR} to {@value #MAX_LOAD_FACTOR}; 1.25 keeps most calls with their server, and
     *     the largest keeps almost all there
     * @return an immutable balancer
     * @throws IllegalArgumentException if out of bounds
     */
    static Balancer rendezvous(double loadFactor) {
        return new RendezvousBalancer(
                FractionBounds.requireBetween("loadFactor", loadFactor, MIN_LOAD_FACTOR, MAX_LOAD_FACTOR));
    }

    /**
     * Makes the picker that chooses among these servers. Called again whenever the list or an address in it changes, while
     * calls still use the picker made before; an endpoint is the same object as long as its server is in use. It must be
     * quick: connections that open or close wait for it. If this or its picker throws, that is logged, and {@link
     * #peakEwma()} chooses.
     *
     * @param endpoints at least two; unmodifiable
     * @return thread-safe
     */
    Picker picker(List<? extends BalancedEndpoint> endpoints);

    /** Chooses among the servers of one list. */
    @FunctionalInterface
    interface Picker {
        /**
         * Chooses the server of a call. On the calling thread: it must be quick, and should allocate nothing.
         *
         * @param call the call
         * @param avoided where the call failed before, to be chosen only if there is no other; null for none
         * @return the index of the server in the list
         */
        int pick(BalancedCall call, BalancedEndpoint avoided);
    }
}
