package io.grizzlythrift.bench.load.plan;

import io.grizzlythrift.client.balance.Balancer;

/** How a client selects one of several servers. */
public enum BalancerChoice {
    /** The default of this library: of two servers, the one with the lower product of latency and load. */
    PEAK_EWMA,

    /** All servers in turn. */
    ROUND_ROBIN;

    /** {@return the balancer} */
    public Balancer balancer() {
        return switch (this) {
            case PEAK_EWMA -> Balancer.peakEwma();
            case ROUND_ROBIN -> Balancer.roundRobin();
        };
    }
}
