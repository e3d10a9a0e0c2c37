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

/** What the bytes travel over. Rows that shall hold on each of them run once for each constant. */
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

    /** Has a server speak it. Runs in the server's process. */
    public abstract void prepare(ThriftServerBuilder server);

    /** Has a client of ours speak it. */
    public abstract void prepare(ThriftClientBuilder client);

    /** What a raw peer reads from and writes to; the connection stays its own, so that it can be reset. */
    public abstract Socket over(Socket connected) throws IOException;

    /** For a peer whose channel does not block. Empty if bytes go as they are. */
    public abstract Optional<SSLEngine> engine();

    /** Of the JVM of a process that speaks it. */
    public abstract List<String> flags();

    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT);
    }
}
