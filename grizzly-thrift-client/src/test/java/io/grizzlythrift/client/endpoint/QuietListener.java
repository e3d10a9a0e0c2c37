package io.grizzlythrift.client.endpoint;

import io.grizzlythrift.client.codec.HeldMessage;
import io.grizzlythrift.client.connection.PooledConnection;
import io.grizzlythrift.client.inflight.PendingCall;

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
    public void taken(PendingCall call, HeldMessage message, PooledConnection taker) {}

    @Override
    public void moveWaiting(Endpoint endpoint) {}
}
