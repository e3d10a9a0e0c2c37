package io.grizzlythrift.client.internal.connection;

/** Does nothing when a connection reports something: for tests of a connection without an endpoint. */
public final class QuietEndpoint implements ConnectedEndpoint {
    private static final String NAME = "127.0.0.1:1";

    private final EndpointHealth health;
    private final PipeliningHint pipelining;

    public QuietEndpoint(ClientContext context) {
        health = new EndpointHealth(
                context.config().name(),
                NAME,
                context.logLimits(),
                context.config().outlierDetection(),
                context.clock(),
                context.threads().timers(),
                context.config().callTimeout().toNanos(),
                () -> 0,
                () -> {});
        pipelining = new PipeliningHint(context.config().name(), NAME);
    }

    @Override
    public String name() {
        return NAME;
    }

    @Override
    public EndpointHealth health() {
        return health;
    }

    @Override
    public PipeliningHint pipelining() {
        return pipelining;
    }

    @Override
    public long roundTripNanos() {
        return Long.MAX_VALUE / 2;
    }

    @Override
    public boolean opened(PooledConnection connection) {
        return true;
    }

    @Override
    public void roomMade() {}

    @Override
    public void retire(PooledConnection connection) {}

    @Override
    public void closeRequested() {}

    @Override
    public void drainAnnounced() {}

    @Override
    public boolean keepsThroughDrain(long begunAt) {
        return false;
    }

    @Override
    public void lost(PooledConnection connection, String reason, String logged, boolean failed) {}
}
