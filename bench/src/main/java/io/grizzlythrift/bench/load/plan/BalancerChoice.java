package io.grizzlythrift.bench.load.plan;

import io.grizzlythrift.client.balance.Balancer;

/** How the clients that call several servers choose one. */
public enum BalancerChoice {
    /** The default of our client: of two, the one with less latency times load. */
    PEAK_EWMA,

    /** One after the other. */
    ROUND_ROBIN;

    /** {@return what chooses} */
    public Balancer balancer() {
        return switch (this) {
            case PEAK_EWMA -> Balancer.peakEwma();
            case ROUND_ROBIN -> Balancer.roundRobin();
        };
    }
}
