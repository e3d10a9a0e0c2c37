package io.grizzlythrift.internal.connection;

import java.util.function.Function;
import org.glassfish.grizzly.Connection;
import org.glassfish.grizzly.filterchain.FilterChain;
import org.glassfish.grizzly.ssl.SSLBaseFilter;

/** Marks a connection as established when the TLS filter of its chain completes the handshake. */
public final class HandshakeListener implements SSLBaseFilter.HandshakeListener {
    private final Function<Connection<?>, ServerConnection> connections;

    /**
     * Creates a listener.
     *
     * @param connections returns the state of a connection, or null once it is closed
     */
    public HandshakeListener(Function<Connection<?>, ServerConnection> connections) {
        this.connections = connections;
    }

    /** Registers with the TLS filter of a chain. Returns false if the chain has none. */
    public boolean listenTo(FilterChain chain) {
        int tls = chain.indexOfType(SSLBaseFilter.class);
        if (tls >= 0) {
            ((SSLBaseFilter) chain.get(tls)).addHandshakeListener(this); // a set, so it is registered once
        }
        return tls >= 0;
    }

    @Override
    public void onStart(Connection<?> connection) {}

    @Override
    public void onComplete(Connection<?> connection) {
        ServerConnection known = connections.apply(connection);
        if (known != null) {
            known.establish();
        }
    }

    @Override
    public void onFailure(Connection<?> connection, Throwable failure) {}
}
