package io.grizzlythrift.client.balance;

import java.util.List;
import java.util.concurrent.ThreadLocalRandom;

/**
 * Chooses the cheaper one of two servers that are drawn at random (M. Mitzenmacher, "The power of two choices in
 * randomized load balancing", 1996). As in Finagle's {@code PeakEwma} ({@code com.twitter.finagle.loadbalancer}), a
 * server costs its latency times the number of its calls, including this one; here divided by its weight. A server
 * whose latency is not known costs nothing while it has no call, and more than any other server once it has one. So at
 * first it gets one call at a time.
 *
 * <p>Immutable, and so are its pickers. A pick takes the same time for any number of servers.
 */
final class PeakEwmaBalancer implements Balancer {
    static final PeakEwmaBalancer INSTANCE = new PeakEwmaBalancer();

    /** The cost per call of a server whose latency is not known: that of a latency of about 3 hours. */
    static final double UNKNOWN = 1e13;

    private PeakEwmaBalancer() {}

    @Override
    public Picker picker(List<? extends BalancedEndpoint> endpoints) {
        BalancedEndpoint[] all = endpoints.toArray(BalancedEndpoint[]::new);
        return (call, avoided) -> pick(all, avoided);
    }

    private static int pick(BalancedEndpoint[] all, BalancedEndpoint avoided) {
        ThreadLocalRandom random = ThreadLocalRandom.current();
        int one = random.nextInt(all.length);
        int other = random.nextInt(all.length - 1);
        other += other >= one ? 1 : 0;
        if (all[one] == avoided) {
            return all.length == 2 ? other : second(all, other, one, random);
        }
        if (all[other] == avoided) {
            return all.length == 2 ? one : second(all, one, other, random);
        }
        return cheaper(all, one, other);
    }

    /** Draws another server instead of the avoided one, from three or more. */
    private static int second(BalancedEndpoint[] all, int drawn, int avoided, ThreadLocalRandom random) {
        int low = Math.min(drawn, avoided);
        int high = Math.max(drawn, avoided);
        int other = random.nextInt(all.length - 2);
        other += other >= low ? 1 : 0;
        other += other >= high ? 1 : 0;
        return cheaper(all, drawn, other);
    }

    private static int cheaper(BalancedEndpoint[] all, int one, int other) {
        double costOfOne = cost(all[one]);
        double costOfOther = cost(all[other]);
        if (costOfOne == costOfOther) { // for instance if both are new: prefer the larger weight
            return all[one].weight() >= all[other].weight() ? one : other;
        }
        return costOfOne < costOfOther ? one : other;
    }

    static double cost(BalancedEndpoint endpoint) {
        long nanos = endpoint.latencyNanos();
        int load = endpoint.load();
        double cost = nanos > 0 ? (double) nanos * (load + 1) : load > 0 ? UNKNOWN * load : 0;
        return cost / endpoint.weight();
    }

    @Override
    public String toString() {
        return "peakEwma";
    }
}
