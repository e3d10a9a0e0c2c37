package io.grizzlythrift.client.balance;

import java.util.List;
import java.util.concurrent.ThreadLocalRandom;
import org.jspecify.annotations.Nullable;

/**
 * Draws two servers at random, each in proportion to its weight, and chooses the first one unless the second one, with
 * this call, is no more expensive (after M. Mitzenmacher, "The power of two choices in randomized load balancing", 1996).
 * As in Finagle's {@code PeakEwma} ({@code com.twitter.finagle.loadbalancer}), a server costs its latency times the number
 * of its calls, here
 *
 * <pre>
 *   latency / success rate^2 * (calls / relative weight + 1)
 * </pre>
 *
 * <p>So idle servers get calls in proportion to their weights as long as their latencies do not differ by more than a
 * factor of about two, and busy ones have calls in flight in that proportion. A server that fails at once has little load
 * and, as only good replies count, the latency that it had before: its success rate makes it expensive.
 *
 * <p>A server whose latency is not known is taken to be as fast as the other one while it has no call, and costs more than
 * any other server once it has one. So at first it gets one call at a time.
 *
 * <p>Immutable, and so are its pickers. A pick takes the same time for any number of servers.
 */
final class PeakEwmaBalancer implements Balancer {
    static final PeakEwmaBalancer INSTANCE = new PeakEwmaBalancer();

    /** The latency of a server that has a call, while its latency is not known: about 3 hours. */
    static final double UNKNOWN = 1e13;

    /** The number of draws before any server is taken. */
    private static final int DRAWS = 8;

    private PeakEwmaBalancer() {}

    @Override
    public Picker picker(List<? extends BalancedEndpoint> endpoints) {
        return new TwoChoices(endpoints.toArray(BalancedEndpoint[]::new));
    }

    private static final class TwoChoices implements Picker {
        private final BalancedEndpoint[] all;
        private final WeightedDraw draw;
        private final double meanWeight;

        TwoChoices(BalancedEndpoint[] all) {
            this.all = all;
            double[] weights = new double[all.length];
            double sum = 0;
            for (int i = 0; i < all.length; i++) {
                weights[i] = all[i].address().weight();
                sum += weights[i];
            }
            draw = new WeightedDraw(weights);
            meanWeight = sum / all.length;
        }

        @Override
        public int pick(BalancedCall call, @Nullable BalancedEndpoint avoided) {
            ThreadLocalRandom random = ThreadLocalRandom.current();
            int first = draw(random, avoided, -1);
            int second = draw(random, avoided, first);
            return second < 0 || isCheaper(all[first], all[second]) ? first : second;
        }

        /** Returns a server other than these; -1 if there is none. A server in its slow start is drawn less often. */
        private int draw(ThreadLocalRandom random, @Nullable BalancedEndpoint avoided, int taken) {
            for (int draws = 0; draws < DRAWS; draws++) {
                int drawn = draw.next(random);
                BalancedEndpoint endpoint = all[drawn];
                if (drawn == taken || endpoint == avoided) {
                    continue;
                }
                double full = endpoint.address().weight();
                double weight = endpoint.weight();
                if (weight >= full || random.nextDouble() * full < weight) {
                    return drawn;
                }
            }
            int from = random.nextInt(all.length);
            for (int i = 0; i < all.length; i++) {
                int any = (from + i) % all.length;
                if (any != taken && all[any] != avoided) {
                    return any;
                }
            }
            return -1;
        }

        private boolean isCheaper(BalancedEndpoint first, BalancedEndpoint second) {
            int loadOfFirst = first.load();
            int loadOfSecond = second.load();
            double latencyOfFirst = latency(first, loadOfFirst);
            double latencyOfSecond = latency(second, loadOfSecond);
            return cost(first, latencyOfFirst > 0 ? latencyOfFirst : latencyOfSecond, loadOfFirst)
                    < cost(second, latencyOfSecond > 0 ? latencyOfSecond : latencyOfFirst, loadOfSecond + 1);
        }

        /** Returns the latency; 0 if it may be taken to be that of any other server. */
        private static double latency(BalancedEndpoint endpoint, int load) {
            long nanos = endpoint.latencyNanos();
            return nanos > 0 ? nanos : load > 0 ? UNKNOWN : 0;
        }

        /** @param latency 0 if neither is known */
        private double cost(BalancedEndpoint endpoint, double latency, int load) {
            double rate = endpoint.successRate();
            double slowness = (latency > 0 ? latency : 1) / (rate * rate);
            return slowness * (load * meanWeight / endpoint.weight() + 1);
        }
    }

    @Override
    public String toString() {
        return "peakEwma";
    }
}
