package io.grizzlythrift.internal.dispatch;

import io.grizzlythrift.limits.ConcurrencyLimit;

/**
 * A model of a server with a fixed number of threads and a queue: the time of calls depends on how many
 * are in flight. Time advances one window at a time.
 */
final class ModelServer {
    private static final double NANOS_PER_MILLI = 1e6;

    final GradientLimit limit;
    private final int threads;

    /** The number of calls that its clients would have in flight if all were admitted. */
    int offered;

    /** The time that a handler takes, in milliseconds. */
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

    /** Returns the time of a call, including its wait for a thread behind the calls in the queue. */
    double callMillis() {
        return handlerMillis * Math.max(1, (double) inFlight() / threads);
    }

    void windows(int count) {
        for (int i = 0; i < count; i++) {
            limit.window(inFlight(), handlerMillis * NANOS_PER_MILLI, callMillis() * NANOS_PER_MILLI);
        }
    }
}
