package io.grizzlythrift.client.endpoint;

import io.grizzlythrift.client.balance.Aperture;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;

/**
 * Selects the endpoints that this client uses: all, or the first ones in an order of its own. The order hardly changes when
 * endpoints are added or removed. Guarded by the lock of its owner.
 */
final class ApertureSubset {
    /** The aperture grows by its size divided by this, at least by one. */
    private static final int GROWTH = 8;

    /** The aperture shrinks below the load at which it grows divided by this. */
    private static final int SPARE = 4;

    private final Optional<Aperture> aperture;
    private final long seed;
    private List<Endpoint> ordered = List.of();
    private int size;

    /** @param seed determines the order, if that is random */
    ApertureSubset(Optional<Aperture> aperture, long seed) {
        this.aperture = aperture;
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

    /** Returns the endpoints in use: the first ones that are not ejected, up to the aperture; all if each is ejected. */
    List<Endpoint> used() {
        if (aperture.isEmpty()) {
            return ordered;
        }
        List<Endpoint> used = ordered.stream()
                .filter(endpoint -> !endpoint.health().isOut())
                .limit(size)
                .toList();
        return used.isEmpty() ? ordered : used;
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
