package io.grizzlythrift.bench.load.plan;

import io.grizzlythrift.client.balance.Balancer;

/** How the clients that call several servers choose one. */
public enum BalancerChoice {
    /** The default of our client: of two, the one with less latency times load. */
    PEAK_EWMA(Balancer.peakEwma()),

    /** One after the other. */
    ROUND_ROBIN(Balancer.roundRobin());

    private final Balancer balancer;

    BalancerChoice(Balancer balancer) {
        this.balancer = balancer;
    }

    /** {@return what chooses} */
    public Balancer balancer() {
        return balancer;
    }
}
