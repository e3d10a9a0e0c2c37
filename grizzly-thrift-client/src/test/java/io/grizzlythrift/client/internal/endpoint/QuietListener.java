package io.grizzlythrift.client.internal.endpoint;

/** Connects when an endpoint wants to, and does nothing else when it changes: for tests of an endpoint without a pool. */
final class QuietListener implements Endpoint.Listener {
    @Override
    public void changed() {}

    @Override
    public void connectionWanted(Endpoint endpoint) {
        endpoint.firstConnection();
    }

    @Override
    public void connectFailed() {}

    @Override
    public long leastReplyNanos() {
        return 0;
    }

    @Override
    public void moveWaiting(Endpoint endpoint) {}
}
