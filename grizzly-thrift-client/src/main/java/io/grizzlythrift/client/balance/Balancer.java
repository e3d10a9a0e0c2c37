package io.grizzlythrift.client.balance;

import io.grizzlythrift.strategy.internal.util.Bounds;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Chooses the server of each call. Must be thread-safe: several clients may use one balancer.
 *
 * <p>A balancer sees only servers that may get calls now. Servers that are ejected are left out, and so are servers
 * without an open connection while others have one.
 */
@FunctionalInterface
public interface Balancer {
    /** The smallest load factor of {@link #rendezvous(double)}: {@value}. */
    double MIN_LOAD_FACTOR = 1.0;

    /** The largest load factor of {@link #rendezvous(double)}: {@value}. */
    double MAX_LOAD_FACTOR = 1_000.0;

    /**
     * Returns the default balancer. It draws two servers at random, in proportion to their weights, and chooses the
     * first one unless the second one has a lower cost: its {@linkplain BalancedEndpoint#latencyNanos() latency} times
     * the number of its calls, divided by its weight and by the square of its {@linkplain BalancedEndpoint#successRate()
     * success rate}. So a server that is slow or fails gets fewer calls, others get calls in proportion to their
     * weights, and a pick costs the same for any number of servers.
     *
     * @return an immutable balancer
     */
    static Balancer peakEwma() {
        return PeakEwmaBalancer.INSTANCE;
    }

    /**
     * Returns a balancer that sends calls to all servers in turn, in proportion to their weights, regardless of their
     * latency.
     *
     * @return an immutable balancer
     */
    static Balancer roundRobin() {
        return RoundRobinBalancer.INSTANCE;
    }

    /**
     * Returns a balancer by {@linkplain BalancedCall#routingKey() routing key}: calls with the same key go to the same
     * server, unless it has more than {@code loadFactor} times its share of the calls in flight. When a server is added
     * or removed, only its keys move. Calls without a key are balanced by {@link #peakEwma()}. A pick reads each
     * server.
     *
     * @param loadFactor {@value #MIN_LOAD_FACTOR} to {@value #MAX_LOAD_FACTOR}; with 1.25, most calls go to the server
     *     of their key; with the maximum, almost all do
     * @return an immutable balancer
     * @throws IllegalArgumentException if out of bounds
     */
    static Balancer rendezvous(double loadFactor) {
        return new RendezvousBalancer(
                Bounds.requireBetween("loadFactor", loadFactor, MIN_LOAD_FACTOR, MAX_LOAD_FACTOR));
    }

    /**
     * Creates the picker that chooses among these servers. Called again whenever the list or an address in it changes,
     * while calls may still use the previous picker. An endpoint remains the same object while its server is in use.
     * This method must be quick: changes of servers take effect after it returns. If it throws, or the picker does, this is
     * logged, and {@link #peakEwma()} chooses.
     *
     * @param endpoints at least two; unmodifiable
     * @return a thread-safe picker
     */
    Picker picker(List<? extends BalancedEndpoint> endpoints);

    /** Chooses among the servers of one list. */
    @FunctionalInterface
    interface Picker {
        /**
         * Chooses the server of a call. Runs on the calling thread, so it must be quick, and should allocate nothing.
         *
         * @param call the call
         * @param avoided the server at which the call failed before, to be chosen only if there is no other; null for
         *     none
         * @return the index of the server in the list
         */
        @SuppressWarnings("exports") // JSpecify is optional at run time
        int pick(BalancedCall call, @Nullable BalancedEndpoint avoided);
    }
}
