package io.grizzlythrift.client.balance;

import io.grizzlythrift.discovery.EndpointAddress;

/** A server that may take calls, as a {@link Balancer} sees it. Thread-safe; values change at any time. */
public interface BalancedEndpoint {
    /** {@return where it is} */
    EndpointAddress address();

    /** {@return the number of calls that it has now, over all connections: in flight and waiting} */
    int load();

    /**
     * {@return the peak-sensitive moving average of the time that its calls take, in nanoseconds; 0 as long as it is not
     * known: a server is slow for its first calls after its start, so the first hundred do not count}
     */
    long latencyNanos();

    /** {@return the share of calls relative to that of others: the weight of its address, less while it starts slowly} */
    double weight();
}
