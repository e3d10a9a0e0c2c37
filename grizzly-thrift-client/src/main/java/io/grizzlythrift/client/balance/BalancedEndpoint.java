package io.grizzlythrift.client.balance;

import io.grizzlythrift.discovery.EndpointAddress;

/** A server that may get calls, as a {@link Balancer} sees it. Thread-safe; values may change at any time. */
public interface BalancedEndpoint {
    /** {@return the address of the server} */
    EndpointAddress address();

    /** {@return the current number of calls in flight and waiting, over all connections to the server} */
    int load();

    /**
     * {@return the peak-sensitive moving average of the latency of its calls, in nanoseconds; 0 until it is known: a
     * server is slow for its first calls after its start, so the first hundred do not count}
     */
    long latencyNanos();

    /**
     * {@return the share of calls relative to that of other servers: the weight of its address, less during a slow
     * start}
     */
    double weight();
}
