package io.grizzlythrift.client.internal.endpoint;

import io.grizzlythrift.client.balance.Aperture;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;

/**
 * Selects the endpoints that this client uses: all, or the first ones in an order of its own. The order hardly changes when
 * endpoints are added or removed. Ejected endpoints are replaced by the next ones in the order, but only while not too many
 * are ejected: in an outage of all servers, each client would otherwise try all of them. Guarded by the lock of its owner.
 */
final class ApertureSubset {
    /** The aperture grows by its size divided by this, at least by one. */
    private static final int GROWTH = 8;

    /** The aperture shrinks below the load at which it grows divided by this. */
    private static final int SPARE = 4;

    /**
     * The endpoints in use.
     *
     * @param endpoints in the order of their preference; unmodifiable
     * @param isPanic whether ejection is ignored, because too many are ejected
     */
    record Used(List<Endpoint> endpoints, boolean isPanic) {}

    private final Optional<Aperture> aperture;
    private final double panicThreshold;
    private final long seed;
    private List<Endpoint> ordered = List.of();
    private int size;

    /**
     * Creates a subset without endpoints.
     *
     * @param panicThreshold the fraction of ejected endpoints above which ejection is ignored, 0 to 1
     * @param seed determines the order, if that is random
     */
    ApertureSubset(Optional<Aperture> aperture, double panicThreshold, long seed) {
        this.aperture = aperture;
        this.panicThreshold = panicThreshold;
        this.seed = seed;
        size = aperture.map(Aperture::servers).orElse(0);
    }

    /** Replaces all endpoints. */
    void endpoints(List<Endpoint> all) {
        ordered = aperture.isEmpty() ? all : order(all, aperture.get());
    }

    private List<Endpoint> order(List<Endpoint> all, Aperture options) {
        List<Endpoint> order = new ArrayList<>(all);
        if (options.isRandom()) {
            order.sort(Comparator.comparingLong(endpoint ->
                    new SplittableRandom(seed ^ ((long) endpoint.name().hashCode() << 16)).nextLong()));
        } else {
            order.sort(Comparator.comparing(Endpoint::name));
            Collections.rotate(order, -options.firstOf(order.size()));
        }
        return order;
    }

    /**
     * Returns the endpoints in use: of the aperture and those that may replace its ejected ones, the first ones that are not
     * ejected; in a panic, all of these.
     */
    Used used() {
        List<Endpoint> candidates = candidates();
        List<Endpoint> healthy = candidates.stream()
                .filter(endpoint -> !endpoint.ejection().isOut())
                .toList();
        int out = candidates.size() - healthy.size();
        boolean panic = out > panicThreshold * candidates.size();
        if (aperture.isEmpty() || panic || healthy.isEmpty()) {
            return new Used(candidates, panic);
        }
        return new Used(healthy.subList(0, Math.min(size, healthy.size())), false);
    }

    /** Returns the first endpoints in the order: as many as the aperture has, and as many as may be ejected without a panic. */
    private List<Endpoint> candidates() {
        if (aperture.isEmpty()) {
            return ordered;
        }
        int most = size + (int) Math.ceil(size * panicThreshold);
        return ordered.subList(0, Math.min(most, ordered.size()));
    }

    /** Adapts the aperture to the number of calls at the endpoints in use. Returns whether it changed. */
    boolean adapt(long calls) {
        if (aperture.isEmpty()) {
            return false;
        }
        int before = size;
        long maxLoad = aperture.get().maxLoad();
        if (calls > maxLoad * size) {
            size = Math.min(Math.max(size, ordered.size()), size + Math.max(1, size / GROWTH));
        } else if (calls < maxLoad * size / SPARE) {
            size = Math.max(aperture.get().servers(), size - 1);
        }
        return size != before;
    }
}
