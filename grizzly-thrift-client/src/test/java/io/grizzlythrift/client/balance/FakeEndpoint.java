package io.grizzlythrift.client.balance;

import io.grizzlythrift.discovery.EndpointAddress;

/** An endpoint whose values a test sets. */
class FakeEndpoint implements BalancedEndpoint {
    private final EndpointAddress address;
    int load;
    long latency;
    double slowStart = 1;
    double successRate = 1;

    FakeEndpoint(String host, double weight) {
        address = EndpointAddress.of(host, 9090).withWeight(weight);
    }

    @Override
    public EndpointAddress address() {
        return address;
    }

    @Override
    public int load() {
        return load;
    }

    @Override
    public long latencyNanos() {
        return latency;
    }

    @Override
    public double weight() {
        return address.weight() * slowStart;
    }

    @Override
    public double successRate() {
        return successRate;
    }
}
