package io.grizzlythrift.client.internal.io;

import static org.testng.Assert.assertEquals;
import static org.testng.Assert.assertTrue;

import io.grizzlythrift.client.tls.TlsFiles;
import io.grizzlythrift.internal.frame.FrameBatch;
import io.grizzlythrift.internal.util.DirectBuffers;
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
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.glassfish.grizzly.CloseReason;
import org.glassfish.grizzly.Connection;
import org.glassfish.grizzly.filterchain.FilterChainBuilder;
import org.glassfish.grizzly.nio.transport.TCPNIOConnection;
import org.glassfish.grizzly.nio.transport.TCPNIOTransport;
import org.glassfish.grizzly.nio.transport.TCPNIOTransportBuilder;
import org.glassfish.grizzly.ssl.SSLBaseFilter.HandshakeListener;
import org.testng.annotations.Test;

/** Tests TLS handshakes: with one of several addresses, and beside a timeout. */
public final class TcpConnectorTest {
    private static final Duration MINUTE = Duration.ofMinutes(1);
    private static final int ATTEMPTS_AFTER_IT = 4;

    /** A server that vanished within a handshake must not hold up a client whose calls may take hours. */
    @Test
    public void aHandshakeEndsSoonHoweverLongCallsMayTake() {
        Duration connect = Duration.ofSeconds(2);
        assertEquals(TcpConnector.handshakeTimeout(connect, Duration.ofSeconds(1)), connect);
        assertEquals(TcpConnector.handshakeTimeout(connect, Duration.ofSeconds(5)), Duration.ofMillis(4_500));
        assertEquals(TcpConnector.handshakeTimeout(connect, Duration.ofHours(24)), Duration.ofSeconds(10));
        Duration minute = Duration.ofMinutes(1);
        assertEquals(TcpConnector.handshakeTimeout(minute, Duration.ofHours(24)), minute);
    }

    /** Otherwise every second attempt would begin with that address. */
    @Test(timeOut = 60_000)
    public void anAddressThatFailsTheHandshakeComesLast() throws Exception {
        InetAddress[] found = {address(1), address(2)};
        ClientThreads threads = new ClientThreads(UniqueName.of("connector"), 1, 1, System::nanoTime);
        TlsFilter tls = tls();
        List<Socket> accepted = new ArrayList<>();
        TCPNIOTransport transport = start(tls, threads);
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

    /** The attempt times out while its handshake begins. Its listener learns that before the connection closes. */
    @Test(timeOut = 60_000)
    public void theTimeoutIsTheReason() throws Exception {
        AtomicLong clock = new AtomicLong();
        ClientThreads threads = new ClientThreads(UniqueName.of("connector"), 1, 1, clock::get);
        TlsFilter tls = tls();
        HandshakeStarts starts = new HandshakeStarts();
        tls.addHandshakeListener(starts);
        TCPNIOTransport transport = start(tls, threads);
        try (ServerSocket silent = new ServerSocket(0, 10, InetAddress.getLoopbackAddress())) {
            TcpConnector connector = new TcpConnector(transport, threads, clock::get, MINUTE, MINUTE, Optional.of(tls));
            Events events = new Events(starts.second);
            starts.onFirst = () -> {
                Thread timeout = new Thread(() -> {
                    clock.addAndGet(2 * MINUTE.toNanos());
                    threads.timers().advance();
                });
                timeout.start();
                await(events.failing);
            };
            connector.connect(events, TlsFiles.HOST, silent.getLocalPort());
            await(events.failing);
            connector.connect(new Failure(), TlsFiles.HOST, silent.getLocalPort());
            await(events.failed);
            assertEquals(events.all.get(0), "failed", events.all.toString());
        } finally {
            transport.shutdownNow();
            threads.shutdown();
        }
    }

    private static TCPNIOTransport start(TlsFilter tls, ClientThreads threads) throws IOException {
        TCPNIOTransport transport = TCPNIOTransportBuilder.newInstance()
                .setProcessor(FilterChainBuilder.stateless()
                        .add(new SocketReadFilter(DirectBuffers.OF_PROCESS))
                        .add(tls)
                        .add(new ConnectionEventFilter())
                        .build())
                .build();
        threads.install(transport);
        transport.start();
        return transport;
    }

    private static void await(CompletableFuture<Void> future) {
        future.orTimeout(MINUTE.toSeconds() / 2, TimeUnit.SECONDS).join();
    }

    /** Runs code in the first handshake, on the thread that begins it. */
    @SuppressWarnings("rawtypes") // as in the methods of Grizzly
    private static final class HandshakeStarts implements HandshakeListener {
        private final CompletableFuture<Void> second = new CompletableFuture<>();
        private final AtomicInteger count = new AtomicInteger();
        private volatile Runnable onFirst;

        @Override
        public void onStart(Connection connection) {
            if (count.incrementAndGet() == 1) {
                onFirst.run();
            } else {
                second.complete(null);
            }
        }

        @Override
        public void onComplete(Connection connection) {}

        @Override
        public void onFailure(Connection connection, Throwable cause) {}
    }

    /** Records the order of two events. Telling it of the failure takes long. */
    private static final class Events extends Failure {
        private final List<String> all = new CopyOnWriteArrayList<>();
        private final CompletableFuture<Void> failing = new CompletableFuture<>();
        private final CompletableFuture<Void> failed = new CompletableFuture<>();
        private final CompletableFuture<Void> later;

        Events(CompletableFuture<Void> later) {
            this.later = later;
        }

        @Override
        public void connectFailed(Throwable cause) {
            failing.complete(null);
            await(later);
            all.add("failed");
            failed.complete(null);
        }

        @Override
        public void closed(CloseReason reason) {
            all.add("closed");
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
    private static class Failure implements ConnectionListener {
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
