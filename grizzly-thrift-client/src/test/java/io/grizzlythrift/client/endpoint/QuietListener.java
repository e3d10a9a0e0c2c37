package io.grizzlythrift.client.endpoint;

/** Does nothing when an endpoint changes: for tests of an endpoint without a pool. */
final class QuietListener implements Endpoint.Listener {
    @Override
    public void changed() {}

    @Override
    public void connectFailed() {}
}
