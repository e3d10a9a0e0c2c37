package io.grizzlythrift.client.io;

import static org.testng.Assert.assertTrue;

import io.grizzlythrift.client.tls.TlsFiles;
import io.grizzlythrift.frame.FrameBatch;
import io.grizzlythrift.memory.pool.DirectBuffers;
import io.grizzlythrift.test.UniqueName;
import io.grizzlythrift.tls.TlsFilter;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.glassfish.grizzly.CloseReason;
import org.glassfish.grizzly.filterchain.FilterChainBuilder;
import org.glassfish.grizzly.nio.transport.TCPNIOConnection;
import org.glassfish.grizzly.nio.transport.TCPNIOTransport;
import org.glassfish.grizzly.nio.transport.TCPNIOTransportBuilder;
import org.testng.annotations.Test;

/** Tests a TLS handshake with one of several addresses. */
public final class TcpConnectorTest {
    private static final Duration MINUTE = Duration.ofMinutes(1);
    private static final int ATTEMPTS_AFTER_IT = 4;

    /** Otherwise every second attempt would begin with that address. */
    @Test(timeOut = 60_000)
    public void anAddressThatFailsTheHandshakeComesLast() throws Exception {
        InetAddress[] found = {address(1), address(2)};
        ClientThreads threads = new ClientThreads(UniqueName.of("connector"), 1, 1, System::nanoTime);
        TlsFilter tls = tls();
        List<Socket> accepted = new ArrayList<>();
        TCPNIOTransport transport = TCPNIOTransportBuilder.newInstance()
                .setProcessor(FilterChainBuilder.stateless()
                        .add(new SocketReadFilter(DirectBuffers.OF_PROCESS))
                        .add(tls)
                        .add(new ConnectionEventFilter())
                        .build())
                .build();
        threads.install(transport);
        transport.start();
        try (ServerSocket plain = new ServerSocket(0, 10, found[0]);
                ServerSocket silent = new ServerSocket(plain.getLocalPort(), 10, found[1])) {
            silent.setSoTimeout((int) MINUTE.toMillis() / 2);
            TcpConnector connector = new TcpConnector(
                    transport, threads, System::nanoTime, MINUTE, MINUTE, Optional.of(tls), host -> found);
            Failure first = new Failure();
            connector.connect(first, TlsFiles.HOST, plain.getLocalPort());
            try (Socket speaking = plain.accept()) {
                speaking.getOutputStream().write("this is not TLS".getBytes(StandardCharsets.US_ASCII));
                assertTrue(first.get() instanceof IOException, first.get().toString());
            }
            for (int attempt = 0; attempt < ATTEMPTS_AFTER_IT; attempt++) {
                connector.connect(new Failure(), TlsFiles.HOST, plain.getLocalPort());
                accepted.add(silent.accept());
            }
        } finally {
            for (Socket socket : accepted) {
                socket.close();
            }
            transport.shutdownNow();
            threads.shutdown();
        }
    }

    private static InetAddress address(int last) throws IOException {
        return InetAddress.getByAddress(new byte[] {127, 0, 0, (byte) last});
    }

    private static TlsFilter tls() throws IOException {
        try (TlsFiles files = new TlsFiles()) {
            return TlsFilter.of(files.trusting().build());
        }
    }

    /** Takes the failure of an attempt. */
    private static final class Failure implements ConnectionListener {
        private final CompletableFuture<Throwable> failure = new CompletableFuture<>();

        Throwable get() throws Exception {
            return failure.get(MINUTE.toSeconds() / 2, TimeUnit.SECONDS);
        }

        @Override
        public void connectFailed(Throwable cause) {
            failure.complete(cause);
        }

        @Override
        public void opened(TCPNIOConnection opened) {}

        @Override
        public boolean bytesRead() {
            return true;
        }

        @Override
        public void replies(FrameBatch frames) {}

        @Override
        public void closed(CloseReason reason) {}

        @Override
        public void broken(Throwable thrown) {}
    }
}
