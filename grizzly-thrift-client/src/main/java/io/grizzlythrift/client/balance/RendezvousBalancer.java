package io.grizzlythrift.client.balance;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Sends calls with the same key to the same server while it has room: the server whose name, hashed together with the
 * key, has the highest score (D. Thaler, C. Ravishankar, "Using name-based mappings to increase hit rates", 1998,
 * "rendezvous hashing"), weighted by {@code -weight / ln(hash)} (C. Schindelhauer, G. Schomaker, "Weighted distributed
 * hash tables", 2005). If a server is removed, only its keys move, and are spread over all others.
 *
 * <p>The load is bounded (V. Mirrokni, M. Thorup, M. Zadimoghaddam, "Consistent hashing with bounded loads", 2016): a
 * server with more than {@code factor} times its share of all calls in flight is skipped, and the server with the next
 * score is chosen. A server that fails many of its calls has less weight. For calls without a key, {@link PeakEwmaBalancer} chooses the server.
 *
 * <p>All clients that know the same servers choose the same one for a key. Immutable, and so are its pickers. A pick
 * reads each server twice.
 */
final class RendezvousBalancer implements Balancer {
    /** From this success rate on, a server keeps all of its keys: a failure now and then must not move any. */
    private static final double MIN_SUCCESS_RATE = 0.9;

    private final double factor;

    RendezvousBalancer(double factor) {
        this.factor = factor;
    }

    @Override
    public Picker picker(List<? extends BalancedEndpoint> endpoints) {
        BalancedEndpoint[] all = endpoints.toArray(BalancedEndpoint[]::new);
        long[] names = new long[all.length];
        for (int i = 0; i < all.length; i++) {
            names[i] = hashOfName(all[i].address().name().getBytes(StandardCharsets.UTF_8));
        }
        Picker withoutKey = PeakEwmaBalancer.INSTANCE.picker(endpoints);
        return (call, avoided) -> {
            Object key = call.routingKey();
            return key == null ? withoutKey.pick(call, avoided) : pick(all, names, hashOfKey(key), avoided);
        };
    }

    private int pick(BalancedEndpoint[] all, long[] names, long key, @Nullable BalancedEndpoint avoided) {
        long calls = 1; // this one
        double weights = 0;
        for (BalancedEndpoint endpoint : all) {
            calls += endpoint.load();
            weights += weight(endpoint);
        }
        double room = factor * calls / weights;
        int best = -1;
        int bestOfAll = -1;
        double bestScore = 0;
        double bestScoreOfAll = 0;
        for (int i = 0; i < all.length; i++) {
            if (all[i] == avoided) {
                continue;
            }
            double weight = weight(all[i]);
            double score = score(mix(key ^ names[i]), weight);
            if (score > bestScoreOfAll) {
                bestOfAll = i;
                bestScoreOfAll = score;
            }
            if (score > bestScore && all[i].load() < Math.ceil(room * weight)) {
                best = i;
                bestScore = score;
            }
        }
        return best >= 0 ? best : bestOfAll; // loads change meanwhile, and the avoided one may have all the room
    }

    /** Returns the weight, less if the server fails: it has little load, and would get the calls of all full ones. */
    private static double weight(BalancedEndpoint endpoint) {
        double rate = endpoint.successRate();
        return rate < MIN_SUCCESS_RATE ? endpoint.weight() * rate * rate : endpoint.weight();
    }

    /** Returns a positive number. Over all hashes, a server has the highest score in proportion to its weight. */
    private static double score(long hash, double weight) {
        double uniform = ((hash >>> 12) + 0.5) * 0x1p-52; // exact; between 0 and 1, neither of them
        return -weight / Math.log(uniform);
    }

    private static long hashOfKey(Object key) {
        int hash = key instanceof byte[] bytes ? Arrays.hashCode(bytes) : key.hashCode();
        return mix(hash * 0x9E37_79B9_7F4A_7C15L);
    }

    /** Returns a hash of 64 bits, so that no two servers of a fleet have the same hash. */
    private static long hashOfName(byte[] name) {
        long hash = name.length;
        for (byte octet : name) {
            hash = mix(hash ^ octet);
        }
        return hash;
    }

    /** Spreads a difference in any bit over all bits: the finalizer of SplitMix64 (G. Steele et al., 2014). */
    private static long mix(long value) {
        long mixed = (value ^ value >>> 30) * 0xBF58_476D_1CE4_E5B9L;
        mixed = (mixed ^ mixed >>> 27) * 0x94D0_49BB_1331_11EBL;
        return mixed ^ mixed >>> 31;
    }

    @Override
    public String toString() {
        return "rendezvous(" + factor + ")";
    }
}
