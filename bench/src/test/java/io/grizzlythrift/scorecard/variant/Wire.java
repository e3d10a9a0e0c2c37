package io.grizzlythrift.scorecard;

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
enum Wire {
    PLAIN {
        @Override
        void prepare(ThriftServerBuilder server) {}

        @Override
        void prepare(ThriftClientBuilder client) {}

        @Override
        Socket over(Socket connected) {
            return connected;
        }

        @Override
        Optional<SSLEngine> engine() {
            return Optional.empty();
        }

        @Override
        List<String> flags() {
            return List.of();
        }
    },
    TLS {
        @Override
        void prepare(ThriftServerBuilder server) {
            server.tls(Certificates.ofServer());
        }

        @Override
        void prepare(ThriftClientBuilder client) {
            client.tls(Certificates.ofClient());
        }

        @Override
        Socket over(Socket connected) throws IOException {
            SSLSocket socket = (SSLSocket) Certificates.trusting()
                    .getSocketFactory()
                    .createSocket(
                            connected, InetAddress.getLoopbackAddress().getHostAddress(), connected.getPort(), true);
            socket.startHandshake();
            return socket;
        }

        @Override
        Optional<SSLEngine> engine() {
            SSLEngine engine = Certificates.trusting().createSSLEngine();
            engine.setUseClientMode(true);
            return Optional.of(engine);
        }

        @Override
        List<String> flags() {
            return List.of(Certificates.flag());
        }
    };

    /** Has a server speak it. Runs in the server's process. */
    abstract void prepare(ThriftServerBuilder server);

    /** Has a client of ours speak it. */
    abstract void prepare(ThriftClientBuilder client);

    /** What a raw peer reads from and writes to; the connection stays its own, so that it can be reset. */
    abstract Socket over(Socket connected) throws IOException;

    /** For a peer whose channel does not block. Empty if bytes go as they are. */
    abstract Optional<SSLEngine> engine();

    /** Of the JVM of a process that speaks it. */
    abstract List<String> flags();

    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT);
    }
}
