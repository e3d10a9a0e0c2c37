package io.grizzlythrift.limits.adaptive;

import io.grizzlythrift.limits.ConcurrencyLimit;

/**
 * A server with a fixed number of threads and a queue, in place of a real one: how long calls take follows from how many
 * are in flight. Time passes a window at a time.
 */
final class ModelServer {
    private static final double NANOS_PER_MILLI = 1e6;

    final GradientLimit limit;
    private final int threads;

    /** How many calls its clients would have in flight if all were admitted. */
    int offered;

    /** How long a handler takes, in milliseconds. */
    double handlerMillis;

    ModelServer(ConcurrencyLimit bounds, int threads, int offered, double handlerMillis) {
        limit = new GradientLimit(bounds);
        this.threads = threads;
        this.offered = offered;
        this.handlerMillis = handlerMillis;
    }

    int inFlight() {
        return Math.min(offered, limit.limit());
    }

    /** How long a call takes: it waits for a thread behind those in the queue. */
    double callMillis() {
        return handlerMillis * Math.max(1, (double) inFlight() / threads);
    }

    void windows(int count) {
        for (int i = 0; i < count; i++) {
            limit.window(inFlight(), handlerMillis * NANOS_PER_MILLI, callMillis() * NANOS_PER_MILLI);
        }
    }
}
