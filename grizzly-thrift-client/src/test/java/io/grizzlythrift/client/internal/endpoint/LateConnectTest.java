package io.grizzlythrift.client.internal.endpoint;

import static org.testng.Assert.assertEquals;
import static org.testng.Assert.assertFalse;
import static org.testng.Assert.assertTrue;

import io.grizzlythrift.client.ClientConfigs;
import io.grizzlythrift.client.ThriftClient;
import io.grizzlythrift.client.call.CallFailedException;
import io.grizzlythrift.client.call.FailureCause;
import io.grizzlythrift.client.config.ThriftClientConfig;
import io.grizzlythrift.client.internal.call.ByteLimit;
import io.grizzlythrift.client.internal.call.CallCodec;
import io.grizzlythrift.client.internal.call.CallCompletion;
import io.grizzlythrift.client.internal.call.CodecPool;
import io.grizzlythrift.client.internal.connection.ClientContext;
import io.grizzlythrift.client.internal.io.ClientThreads;
import io.grizzlythrift.client.internal.io.ConnectionEventFilter;
import io.grizzlythrift.client.internal.io.SocketReadFilter;
import io.grizzlythrift.client.internal.io.TcpConnector;
import io.grizzlythrift.client.testing.CallResults;
import io.grizzlythrift.client.testing.CallWithoutReply;
import io.grizzlythrift.client.testing.ObservedChannels;
import io.grizzlythrift.client.tls.TlsFiles;
import io.grizzlythrift.internal.frame.WireFormat;
import io.grizzlythrift.internal.util.DirectBuffers;
import io.grizzlythrift.test.Await;
import io.grizzlythrift.test.UniqueName;
import io.grizzlythrift.tls.TlsFilter;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.channels.SocketChannel;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;
import org.glassfish.grizzly.filterchain.FilterChainBuilder;
import org.glassfish.grizzly.nio.transport.TCPNIOTransport;
import org.glassfish.grizzly.nio.transport.TCPNIOTransportBuilder;
import org.testng.annotations.DataProvider;
import org.testng.annotations.Test;

/**
 * Tests that a connection is closed if its connect timeout passes before any other thread knows of it. The server
 * accepts and sends nothing, so that a handshake would never end.
 */
@Test(timeOut = 60_000)
public class LateConnectTest {
    private static final Duration CONNECT_TIMEOUT = Duration.ofSeconds(5);
    private static final Duration CALL_TIMEOUT = Duration.ofHours(1);

    /** The first byte of a TLS connection. */
    private static final int HANDSHAKE_RECORD = 22;

    @DataProvider
    static Object[][] withTls() {
        return new Object[][] {{true}, {false}};
    }

    @Test(dataProvider = "withTls", timeOut = 60_000)
    public void nothingIsLeftOpen(boolean withTls) throws Exception {
        try (ServerSocket silent = new ServerSocket(0, 10, InetAddress.getLoopbackAddress());
                LateClient client = new LateClient(silent.getLocalPort(), withTls, true)) {
            assertTrue(client.failure().contains("not connected within 5000 ms; "), client.failure());
            Await.that("no channel was opened", () -> client.channels.opened().size() == 1);
            Await.that("it is left open", () -> !client.channels.opened().get(0).isOpen());
            assertFalse(silent.isClosed());
        }
    }

    public void aHandshakeThatDoesNotEndIsNamed() throws Exception {
        try (ServerSocket silent = new ServerSocket(0, 10, InetAddress.getLoopbackAddress());
                LateClient client = new LateClient(silent.getLocalPort(), true, false);
                Socket accepted = silent.accept()) {
            assertEquals(accepted.getInputStream().read(), HANDSHAKE_RECORD);
            client.passTimeout();
            assertTrue(
                    client.failure()
                            .contains("not connected within 5000 ms: the TLS handshake is not complete; does the peer"
                                    + " speak TLS?"),
                    client.failure());
            accepted.getInputStream().transferTo(OutputStream.nullOutputStream()); // until the client closes
        }
    }

    /** The first handshake of a JVM takes seconds. */
    public void aHandshakeThatHasBegunHasTheTimeOfItsCall() throws Exception {
        try (ServerSocket silent = new ServerSocket(0, 10, InetAddress.getLoopbackAddress());
                LateClient client =
                        new LateClient(silent.getLocalPort(), true, false, CONNECT_TIMEOUT.multipliedBy(3));
                Socket accepted = silent.accept()) {
            assertEquals(accepted.getInputStream().read(), HANDSHAKE_RECORD);
            client.passTimeout();
            assertFalse(client.call.failure().isDone(), "not connected within the connectTimeout");
            client.passTimeout();
            assertTrue(
                    client.failure().contains("not connected within 15000 ms: the TLS handshake is not complete"),
                    client.failure());
        }
    }

    /** A call over a pool with its own clock. */
    private static final class LateClient implements AutoCloseable {
        final ObservedChannels channels;
        private final AtomicLong clock = new AtomicLong();
        private final CallWithoutReply call = new CallWithoutReply(CALL_TIMEOUT);
        private final ClientThreads threads = new ClientThreads(UniqueName.of("late-connect"), 1, 1, clock::get);
        private final TCPNIOTransport transport;

        LateClient(int port, boolean withTls, boolean late) throws Exception {
            this(port, withTls, late, CONNECT_TIMEOUT);
        }

        LateClient(int port, boolean withTls, boolean late, Duration handshakeTimeout) throws Exception {
            ThriftClientConfig config = ClientConfigs.of(
                    ThriftClient.builder().endpoint(TlsFiles.HOST, port).connectTimeout(CONNECT_TIMEOUT));
            Optional<TlsFilter> tls = withTls ? Optional.of(tls()) : Optional.empty();
            channels = new ObservedChannels(late ? this::passTimeout : () -> {});
            FilterChainBuilder chain =
                    FilterChainBuilder.stateless().add(new SocketReadFilter(DirectBuffers.OF_PROCESS));
            tls.ifPresent(chain::add);
            transport = TCPNIOTransportBuilder.newInstance()
                    .setProcessor(chain.add(new ConnectionEventFilter()).build())
                    .build();
            transport.setSelectorProvider(channels);
            threads.install(transport);
            ClientContext context = new ClientContext(
                    config,
                    threads,
                    new CallCompletion(config, threads, clock::get),
                    new CodecPool(
                            threads,
                            () -> new CallCodec(
                                    config.protocol(), WireFormat.FRAMED, config.maxFrameBytes(), new ByteLimit(1))),
                    clock::get);
            transport.start();
            Pools.of(context, new TcpConnector(transport, threads, clock::get, CONNECT_TIMEOUT, handshakeTimeout, tls))
                    .start(call, Pools.EMPTY_CALL);
        }

        private static TlsFilter tls() throws IOException {
            try (TlsFiles files = new TlsFiles()) {
                return TlsFilter.of(files.trusting().build());
            }
        }

        void passTimeout() {
            clock.addAndGet(2 * CONNECT_TIMEOUT.toNanos());
            threads.timers().advance();
        }

        /** Waits until the call has failed, and returns the reason. */
        String failure() throws Exception {
            CallFailedException failure = CallResults.result(call.failure());
            assertEquals(failure.failure(), FailureCause.CONNECT_FAILED, failure.getMessage());
            return failure.getMessage();
        }

        @Override
        public void close() throws IOException {
            transport.shutdownNow();
            threads.shutdown();
            for (SocketChannel channel : channels.opened()) {
                channel.close();
            }
        }
    }
}
