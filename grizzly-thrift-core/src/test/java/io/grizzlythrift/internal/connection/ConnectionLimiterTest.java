package io.grizzlythrift.internal.connection;

import static org.testng.Assert.assertEquals;
import static org.testng.Assert.assertFalse;
import static org.testng.Assert.assertTrue;
import static org.testng.Assert.expectThrows;

import io.grizzlythrift.internal.metrics.CounterRecorder;
import io.grizzlythrift.internal.metrics.LimitReporter;
import io.grizzlythrift.limits.LimitType;
import io.grizzlythrift.limits.ServerLimits;
import io.grizzlythrift.message.ThriftProtocol;
import io.grizzlythrift.server.ThriftServer;
import io.grizzlythrift.strategy.SameThreadStrategy;
import io.grizzlythrift.strategy.spi.StrategyThreads;
import io.grizzlythrift.test.Await;
import io.grizzlythrift.test.LogCapture;
import io.grizzlythrift.test.UniqueName;
import io.grizzlythrift.test.server.HeldProcessor;
import io.grizzlythrift.test.server.RawClient;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.ConnectException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.LockSupport;
import org.glassfish.grizzly.Connection;
import org.glassfish.grizzly.ConnectionProbe;
import org.glassfish.grizzly.filterchain.FilterChainBuilder;
import org.glassfish.grizzly.filterchain.TransportFilter;
import org.glassfish.grizzly.nio.transport.TCPNIOServerConnection;
import org.glassfish.grizzly.nio.transport.TCPNIOTransport;
import org.glassfish.grizzly.nio.transport.TCPNIOTransportBuilder;
import org.testng.annotations.Test;

/** Tests that failed accepts take no permit of the limit, and that accepting does not wait for busy connections. */
@SuppressWarnings("rawtypes") // as in Grizzly's methods
public class ConnectionLimiterTest {
    private static final int MAX_CONNECTIONS = 2;
    private static final int FAILURES = 3;

    private final AtomicInteger accepted = new AtomicInteger();

    /** Fails before the limiter is notified of an accepted connection. */
    private final class Failing extends ConnectionProbe.Adapter {
        @Override
        public void onAcceptEvent(Connection serverConnection, Connection connection) {
            if (accepted.incrementAndGet() <= FAILURES) {
                throw new IllegalStateException("accept " + accepted.get());
            }
        }
    }

    /**
     * The only selector thread is held by one call after the other, and accepts in between: several connections, but for 2 ms
     * at most, in which a busy machine may leave it time for one.
     */
    @Test(timeOut = 60_000)
    void connectionsInTheBacklogDoNotWaitForEachOther() throws Exception {
        Await.that("they wait for each other", ConnectionLimiterTest::areAcceptedTogether);
    }

    private static boolean areAcceptedTogether() throws Exception {
        HeldProcessor processor = new HeldProcessor();
        List<RawClient> waiting = new ArrayList<>();
        try (ThriftServer server = ThriftServer.builder()
                        .listen("127.0.0.1", 0)
                        .protocol(ThriftProtocol.BINARY)
                        .processor(processor)
                        .strategy(SameThreadStrategy.create())
                        .selectorThreads(1)
                        .build()
                        .start();
                RawClient busy = new RawClient(server)) {
            busy.sendFrames(HeldProcessor.call(ThriftProtocol.BINARY, "hold", 1));
            processor.awaitStart(1);
            for (int i = 0; i < 12; i++) {
                waiting.add(new RawClient(server));
            }
            for (int call = 2; call <= 5; call++) { // at least three rounds of the selector begin and end
                busy.sendFrames(HeldProcessor.call(ThriftProtocol.BINARY, "hold", call));
                processor.release(call - 1);
                processor.awaitStart(call);
            }
            boolean together = server.counters().openConnections() == 1 + waiting.size();
            processor.release(5);
            return together;
        } finally {
            for (RawClient client : waiting) {
                client.close();
            }
        }
    }

    private static TCPNIOTransport plainTransport() {
        return TCPNIOTransportBuilder.newInstance()
                .setProcessor(FilterChainBuilder.stateless()
                        .add(new TransportFilter())
                        .build())
                .build();
    }

    @Test(timeOut = 60_000)
    void aFailedAcceptTakesNoPermit() throws Exception {
        ServerLimits limits =
                ServerLimits.builder().maxConnections(MAX_CONNECTIONS).build();
        CounterRecorder counters = new CounterRecorder();
        ConnectionLimiter limiter =
                new ConnectionLimiter(limits, new LimitReporter("connection-limiter", counters), counters);
        StrategyThreads threads = SameThreadStrategy.create().start(UniqueName.of("connection-limiter"), 1);
        TCPNIOTransport transport = plainTransport();
        List<Socket> peers = new ArrayList<>();
        try (LogCapture log = LogCapture.start()) {
            threads.install(transport);
            limiter.install(transport);
            TCPNIOServerConnection socket = transport.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
            socket.getMonitoringConfig().addProbes(new Failing());
            limiter.add(socket, false);
            transport.start();
            int port = ((InetSocketAddress) socket.getLocalAddress()).getPort();
            for (int i = 0; i < FAILURES + MAX_CONNECTIONS; i++) {
                peers.add(new Socket(InetAddress.getLoopbackAddress(), port));
            }
            Await.that("not all permits are taken", () -> {
                limiter.resume(); // as the timeout monitor does: accepting pauses briefly after a failure
                return accepted.get() == FAILURES + MAX_CONNECTIONS;
            });
            assertEquals(counters.reached(LimitType.MAX_CONNECTIONS), 0, log.text());
            limiter.stopListening(1).get(20, TimeUnit.SECONDS);
            CompletableFuture<Void> empty = limiter.whenAllClosed();
            assertFalse(empty.isDone(), "connections are open");
            for (Socket peer : peers) {
                peer.close();
            }
            empty.get(20, TimeUnit.SECONDS);
        } finally {
            transport.shutdownNow();
            threads.shutdownNow();
            for (Socket peer : peers) {
                peer.close();
            }
        }
    }

    /** Accepting takes long, and the next peer connects meanwhile. */
    private static final class ConnectsAgain extends ConnectionProbe.Adapter {
        private final Queue<Socket> peers = new ConcurrentLinkedQueue<>();
        private final AtomicInteger accepted = new AtomicInteger();

        void connectTo(Connection<?> socket) throws IOException {
            InetSocketAddress address = (InetSocketAddress) socket.getLocalAddress();
            peers.add(new Socket(address.getAddress(), address.getPort()));
        }

        @Override
        public void onAcceptEvent(Connection serverConnection, Connection connection) {
            accepted.incrementAndGet();
            LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(10));
            try {
                connectTo(serverConnection);
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
    }

    /** Otherwise it would listen until it has accepted as many as its backlog may hold. */
    @Test(timeOut = 60_000)
    void listeningEndsBesidePeersThatConnectAgain() throws Exception {
        int backlog = 4_000;
        CounterRecorder counters = new CounterRecorder();
        ConnectionLimiter limiter = new ConnectionLimiter(
                ServerLimits.defaults(), new LimitReporter("connection-limiter", counters), counters);
        StrategyThreads threads = SameThreadStrategy.create().start(UniqueName.of("connection-limiter"), 1);
        TCPNIOTransport transport = plainTransport();
        ConnectsAgain peers = new ConnectsAgain();
        try {
            threads.install(transport);
            limiter.install(transport);
            TCPNIOServerConnection socket = transport.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
            socket.getMonitoringConfig().addProbes(peers);
            limiter.add(socket, false);
            transport.start();
            peers.connectTo(socket);
            limiter.stopListening(backlog).get(40, TimeUnit.SECONDS);
            assertTrue(peers.accepted.get() < backlog, peers.accepted + " were accepted");
        } finally {
            transport.shutdownNow();
            threads.shutdownNow();
            for (Socket peer : peers.peers) {
                peer.close();
            }
        }
    }

    /** A bind of another listener holds that lock until the same selector has registered its socket. */
    @Test(timeOut = 60_000)
    void listeningEndsWhileTheTransportIsLocked() throws Exception {
        CounterRecorder counters = new CounterRecorder();
        ConnectionLimiter limiter = new ConnectionLimiter(
                ServerLimits.defaults(), new LimitReporter("connection-limiter", counters), counters);
        StrategyThreads threads = SameThreadStrategy.create().start(UniqueName.of("connection-limiter"), 1);
        TCPNIOTransport transport = plainTransport();
        Lock binding = transport.getState().getStateLocker().writeLock();
        try {
            threads.install(transport);
            limiter.install(transport);
            TCPNIOServerConnection socket = transport.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
            InetSocketAddress address = (InetSocketAddress) socket.getLocalAddress();
            limiter.add(socket, false);
            transport.start();
            binding.lock();
            try {
                limiter.stopListening(1).get(20, TimeUnit.SECONDS);
                expectThrows(ConnectException.class, () -> new Socket(address.getAddress(), address.getPort()).close());
            } finally {
                binding.unlock();
            }
            limiter.forceClose();
            socket.closeFuture().get(20, TimeUnit.SECONDS);
        } finally {
            transport.shutdownNow();
            threads.shutdownNow();
        }
    }
}
