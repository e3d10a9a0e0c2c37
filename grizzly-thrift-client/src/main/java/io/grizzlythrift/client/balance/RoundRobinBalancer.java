package io.grizzlythrift.client.balance;

import java.util.List;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/**
 * Sends calls to each server in turn, in proportion to its weight and evenly spread. It schedules with static strides,
 * as gRPC's weighted round robin does (gRPC proposal A58): a counter goes round all servers, and a server is skipped in
 * those rounds in which its weight, summed up over the rounds, does not pass a multiple of the largest weight. So there
 * is neither a lock nor a queue. With equal weights, a pick costs one increment; the more the weights differ, the more
 * servers it skips, each for another increment, in at most two rounds.
 *
 * <p>Immutable; each picker has its own counter.
 */
final class RoundRobinBalancer implements Balancer {
    static final RoundRobinBalancer INSTANCE = new RoundRobinBalancer();

    /** The integer to which the largest weight of a list is scaled. */
    private static final long FULL = 1 << 20;

    private RoundRobinBalancer() {}

    @Override
    public Picker picker(List<? extends BalancedEndpoint> endpoints) {
        return new Turns(endpoints.toArray(BalancedEndpoint[]::new));
    }

    private static final class Turns implements Picker {
        private final BalancedEndpoint[] all;

        private final AtomicLong next;

        /** The largest weight, as of the current or the previous round: all may be in their slow start. */
        private volatile double largest;

        Turns(BalancedEndpoint[] all) {
            this.all = all;
            updateLargest();
            next = new AtomicLong(anyTurn());
        }

        /**
         * Returns a turn of any server, in any round, mostly one in which it is not skipped: a picker is made whenever the
         * servers or their weights change, which may be more often than they are called, and light servers are skipped in the
         * first rounds.
         */
        private long anyTurn() {
            ThreadLocalRandom random = ThreadLocalRandom.current();
            long turn = 0;
            for (int draws = 0; draws < 2 * all.length; draws++) {
                turn = random.nextLong(all.length * FULL);
                if (takes((int) (turn % all.length), turn / all.length)) {
                    return turn;
                }
            }
            return turn;
        }

        private void updateLargest() {
            double most = 0;
            for (BalancedEndpoint endpoint : all) {
                most = Math.max(most, endpoint.weight());
            }
            if (most != largest) {
                largest = most;
            }
        }

        @Override
        public int pick(BalancedCall call, @Nullable BalancedEndpoint avoided) {
            for (int looks = 0; looks < 2 * all.length; looks++) {
                long turn = next.getAndIncrement() & Long.MAX_VALUE;
                int index = (int) (turn % all.length);
                if (index == 0) {
                    updateLargest();
                }
                if (all[index] != avoided && takes(index, turn / all.length)) {
                    return index;
                }
            }
            ThreadLocalRandom random = ThreadLocalRandom.current(); // the server with the largest weight is avoided
            int any = random.nextInt(all.length);
            return all[any] == avoided ? (any + 1 + random.nextInt(all.length - 1)) % all.length : any;
        }

        /** Returns whether the sum of the weights passes a multiple of the largest one in this round. */
        private boolean takes(int index, long round) {
            long weight = Math.max(1, Math.min(FULL, (long) (all[index].weight() / largest * FULL)));
            long offset = index * FULL / all.length; // servers of one weight are not skipped in the same round
            return (round % FULL * weight + offset) % FULL >= FULL - weight;
        }
    }

    @Override
    public String toString() {
        return "roundRobin";
    }
}
