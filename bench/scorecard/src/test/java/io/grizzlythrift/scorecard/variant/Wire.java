package io.grizzlythrift.scorecard.variant;

import io.grizzlythrift.client.ThriftClientBuilder;
import io.grizzlythrift.server.ThriftServerBuilder;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.SSLSocket;

/** The transports of rows. Rows that must hold on all transports run once for each constant. */
public enum Wire {
    PLAIN {
        @Override
        public void prepare(ThriftServerBuilder server) {}

        @Override
        public void prepare(ThriftClientBuilder client) {}

        @Override
        public Socket over(Socket connected) {
            return connected;
        }

        @Override
        public Optional<SSLEngine> engine() {
            return Optional.empty();
        }

        @Override
        public List<String> flags() {
            return List.of();
        }
    },
    TLS {
        @Override
        public void prepare(ThriftServerBuilder server) {
            server.tls(Certificates.ofServer());
        }

        @Override
        public void prepare(ThriftClientBuilder client) {
            client.tls(Certificates.ofClient());
        }

        @Override
        public Socket over(Socket connected) throws IOException {
            SSLSocket socket = (SSLSocket) Certificates.trusting()
                    .getSocketFactory()
                    .createSocket(
                            connected, InetAddress.getLoopbackAddress().getHostAddress(), connected.getPort(), true);
            socket.startHandshake();
            return socket;
        }

        @Override
        public Optional<SSLEngine> engine() {
            SSLEngine engine = Certificates.trusting().createSSLEngine();
            engine.setUseClientMode(true);
            return Optional.of(engine);
        }

        @Override
        public List<String> flags() {
            return List.of(Certificates.flag());
        }
    };

    public static final List<Wire> ALL = List.of(values());

    /** Configures a server for this transport. Runs in the server's process. */
    public abstract void prepare(ThriftServerBuilder server);

    /** Configures a client of this library for this transport. */
    public abstract void prepare(ThriftClientBuilder client);

    /** Returns the socket that a raw peer uses over a connection, which the peer keeps so that it can reset it. */
    public abstract Socket over(Socket connected) throws IOException;

    /** {@return the TLS engine for a peer with a nonblocking channel; empty if bytes are sent unchanged} */
    public abstract Optional<SSLEngine> engine();

    /** {@return the JVM flags of a process that uses this transport} */
    public abstract List<String> flags();

    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT);
    }
}
