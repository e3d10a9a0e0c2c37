package io.grizzlythrift.client.internal.io;

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
import io.grizzlythrift.client.internal.endpoint.Pools;
import io.grizzlythrift.client.testing.CallResults;
import io.grizzlythrift.client.testing.CallWithoutReply;
import io.grizzlythrift.client.testing.ObservedChannels;
import io.grizzlythrift.client.testing.scripted.UnresponsivePort;
import io.grizzlythrift.internal.frame.WireFormat;
import io.grizzlythrift.internal.util.DirectBuffers;
import io.grizzlythrift.test.Await;
import io.grizzlythrift.test.UniqueName;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.UnknownHostException;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongSupplier;
import org.glassfish.grizzly.filterchain.FilterChainBuilder;
import org.glassfish.grizzly.nio.transport.TCPNIOTransport;
import org.glassfish.grizzly.nio.transport.TCPNIOTransportBuilder;
import org.testng.annotations.Test;

/** Tests a host with several addresses: each is tried, those that work are used equally, and those that fail come last. */
@Test(timeOut = 60_000)
public class HostAddressesTest {
    private static final Duration MINUTE = Duration.ofMinutes(1);

    private static InetAddress address(int last) {
        try {
            return InetAddress.getByAddress(new byte[] {127, 0, 0, (byte) last});
        } catch (UnknownHostException e) {
            throw new IllegalStateException(e);
        }
    }

    private static InetAddress[] addresses(int count) {
        InetAddress[] all = new InetAddress[count];
        for (int i = 0; i < count; i++) {
            all[i] = address(i + 1);
        }
        return all;
    }

    public void eachAttemptBeginsWithAnother() throws Exception {
        HostAddresses hosts = new HostAddresses();
        InetAddress[] found = addresses(3);
        Set<InetAddress> first = new HashSet<>();
        for (int i = 0; i < 3; i++) {
            List<InetAddress> order = hosts.toTry("host", found);
            assertEquals(new HashSet<>(order), Set.of(addresses(3)));
            first.add(order.get(0));
        }
        assertEquals(first, Set.of(addresses(3)));
    }

    public void thoseThatFailedComeLastUntilTheyConnect() throws Exception {
        HostAddresses hosts = new HostAddresses();
        InetAddress[] found = addresses(3);
        hosts.toTry("host", found);
        hosts.toTry("another host", found);
        hosts.tried("host", address(1), false);
        hosts.tried("another host", address(2), false);
        for (int i = 0; i < 6; i++) {
            assertEquals(hosts.toTry("host", found).get(2), address(1));
        }
        hosts.tried("host", address(1), true);
        Set<InetAddress> first = new HashSet<>();
        for (int i = 0; i < 3; i++) {
            first.add(hosts.toTry("host", found).get(0));
        }
        assertEquals(first, Set.of(addresses(3)));
    }

    public void allFailed() throws Exception {
        HostAddresses hosts = new HostAddresses();
        InetAddress[] found = addresses(2);
        hosts.toTry("host", found);
        hosts.tried("host", address(1), false);
        hosts.tried("host", address(2), false);
        List<InetAddress> first = hosts.toTry("host", found);
        List<InetAddress> second = hosts.toTry("host", found);
        assertEquals(Set.copyOf(first), Set.of(addresses(2)));
        assertEquals(second, List.of(first.get(1), first.get(0)));
    }

    public void anAttemptTriesABoundedNumber() throws Exception {
        HostAddresses hosts = new HostAddresses();
        InetAddress[] found = addresses(100);
        assertEquals(hosts.toTry("host", found).size(), HostAddresses.MAX_TRIED);
    }

    /** No server listens at 127.0.0.2 and 127.0.0.3. */
    public void aConnectionIsOpenedPastDeadAddresses() throws Exception {
        try (ServerSocket server = new ServerSocket(0, 10, address(1))) {
            InetAddress[] found = {address(2), address(3), address(1)};
            server.setSoTimeout((int) MINUTE.toMillis());
            try (ClientCall call = new ClientCall(server.getLocalPort(), found)) {
                Socket accepted = server.accept();
                assertFalse(call.call.failure().isDone(), "the call has failed");
                accepted.close();
                CallResults.result(call.call.failure()); // the call ends with its connection
            }
        }
    }

    /** The first address gets half of the time. Then it is abandoned and the second one is tried. */
    public void aConnectionIsOpenedPastAnAddressThatHangs() throws Exception {
        AtomicLong clock = new AtomicLong();
        try (ServerSocket server = new ServerSocket(0, 10, address(1));
                UnresponsivePort hanging = UnresponsivePort.open(address(2), server.getLocalPort())) {
            server.setSoTimeout((int) MINUTE.toMillis());
            try (ClientCall call = new ClientCall(hanging.port(), clock::get, address(2), address(1))) {
                Await.that("no address is tried", () -> call.channels.opened().size() == 1);
                clock.addAndGet(MINUTE.toNanos() / 2);
                call.threads.timers().advance();
                Socket accepted = server.accept();
                assertFalse(call.call.failure().isDone(), "the call has failed");
                assertEquals(call.channels.opened().size(), 2);
                Await.that(
                        "the first one is left open",
                        () -> !call.channels.opened().get(0).isOpen());
                accepted.close();
            }
        }
    }

    public void whileEachAddressHangsTheWholeTimeIsUsed() throws Exception {
        AtomicLong clock = new AtomicLong();
        try (UnresponsivePort first = UnresponsivePort.open(address(1), 0);
                UnresponsivePort second = UnresponsivePort.open(address(2), first.port());
                ClientCall call = new ClientCall(second.port(), clock::get, address(2), address(1))) {
            for (int tried = 1; tried <= 2; tried++) {
                int expected = tried;
                Await.that(
                        "no further address is tried",
                        () -> call.channels.opened().size() == expected);
                assertFalse(call.call.failure().isDone(), "the call has failed");
                clock.addAndGet(MINUTE.toNanos() / 2);
                call.threads.timers().advance();
            }
            CallFailedException failure = CallResults.result(call.call.failure());
            assertEquals(failure.failure(), FailureCause.CONNECT_FAILED, failure.getMessage());
            assertTrue(failure.getMessage().contains("not connected within 60000 ms"), failure.getMessage());
            assertEquals(call.channels.opened().size(), 2);
        }
    }

    public void withoutAnAddressThatWorksTheCallFails() throws Exception {
        try (ServerSocket server = new ServerSocket(0, 10, address(1)); // keeps the port from other processes
                ClientCall call = new ClientCall(server.getLocalPort(), address(2), address(3))) {
            CallFailedException failure = CallResults.result(call.call.failure());
            assertEquals(failure.failure(), FailureCause.CONNECT_FAILED, failure.getMessage());
        }
    }

    /** A call over a pool whose host has these addresses. */
    private static final class ClientCall implements AutoCloseable {
        final CallWithoutReply call = new CallWithoutReply(Duration.ofHours(1));
        final ObservedChannels channels = new ObservedChannels(() -> {});
        final ClientThreads threads;
        private final TCPNIOTransport transport;

        ClientCall(int port, InetAddress... found) throws IOException {
            this(port, sinceNow(), found);
        }

        private static LongSupplier sinceNow() {
            long origin = System.nanoTime();
            return () -> System.nanoTime() - origin;
        }

        ClientCall(int port, LongSupplier clock, InetAddress... found) throws IOException {
            ThriftClientConfig config = ClientConfigs.of(ThriftClient.builder()
                    .endpoint("several", port)
                    .connectionsPerEndpoint(1)
                    .connectTimeout(MINUTE));
            threads = new ClientThreads(UniqueName.of("addresses"), 1, 1, clock);
            transport = TCPNIOTransportBuilder.newInstance()
                    .setProcessor(FilterChainBuilder.stateless()
                            .add(new SocketReadFilter(DirectBuffers.OF_PROCESS))
                            .add(new ConnectionEventFilter())
                            .build())
                    .build();
            transport.setSelectorProvider(channels);
            threads.install(transport);
            transport.start();
            ClientContext context = new ClientContext(
                    config,
                    threads,
                    new CallCompletion(config, threads, clock),
                    new CodecPool(
                            threads,
                            () -> new CallCodec(
                                    config.protocol(), WireFormat.FRAMED, config.maxFrameBytes(), new ByteLimit(1))),
                    clock);
            TcpConnector connector =
                    new TcpConnector(transport, threads, clock, MINUTE, MINUTE, Optional.empty(), host -> found);
            Pools.of(context, connector).start(call, Pools.EMPTY_CALL);
        }

        @Override
        public void close() throws IOException {
            transport.shutdownNow();
            threads.shutdown();
        }
    }
}
