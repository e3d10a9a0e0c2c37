package io.grizzlythrift.client.balance;

import io.grizzlythrift.discovery.EndpointAddress;

/**
 * A server that may get calls, as a {@link Balancer} sees it. Thread-safe; values may change at any time.
 *
 * <p>Only the library implements it: methods may be added in any version.
 */
public interface BalancedEndpoint {
    /** {@return the address of the server} */
    EndpointAddress address();

    /** {@return the current number of calls in flight and waiting, over all connections to the server} */
    int load();

    /**
     * {@return the moving average of the latency of its calls with good replies, in nanoseconds: higher latencies count
     * after few calls, lower ones within seconds; 0 until it is known: a server is slow for its first calls after its
     * start, so the first hundred do not count}
     */
    long latencyNanos();

    /**
     * {@return the share of calls relative to that of other servers: the weight of its address, less during a slow
     * start}
     */
    double weight();

    /**
     * {@return the fraction of its recent calls that did not fail, above 0, up to 1: a server that fails may have little
     * load and quick replies}
     */
    double successRate();
}
