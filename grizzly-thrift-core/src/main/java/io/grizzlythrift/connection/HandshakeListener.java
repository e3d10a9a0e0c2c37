package io.grizzlythrift.connection;

import java.util.function.Function;
import org.glassfish.grizzly.Connection;
import org.glassfish.grizzly.filterchain.FilterChain;
import org.glassfish.grizzly.ssl.SSLBaseFilter;

/** Learns from the TLS filter of a chain, ours or one of Grizzly's, which handshakes are complete. */
public final class HandshakeListener implements SSLBaseFilter.HandshakeListener {
    private final Function<Connection<?>, ServerConnection> connections;

    /**
     * Makes a listener.
     *
     * @param connections gives null for those that are closed
     */
    public HandshakeListener(Function<Connection<?>, ServerConnection> connections) {
        this.connections = connections;
    }

    /** Whether connections of this chain begin with a handshake. They are watched from now on. */
    public boolean listenTo(FilterChain chain) {
        int tls = chain.indexOfType(SSLBaseFilter.class);
        if (tls >= 0) {
            ((SSLBaseFilter) chain.get(tls)).addHandshakeListener(this); // a set: there once
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
