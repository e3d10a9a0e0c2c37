package io.grizzlythrift.client.pool;

/** Does nothing when an endpoint changes: for tests of an endpoint without a pool. */
final class QuietEndpoint implements Endpoint.Listener {
    @Override
    public void changed() {}

    @Override
    public void connectFailed() {}
}
