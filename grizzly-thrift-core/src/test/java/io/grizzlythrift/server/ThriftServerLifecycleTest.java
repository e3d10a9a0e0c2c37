package io.grizzlythrift.server;

import static org.testng.Assert.assertEquals;
import static org.testng.Assert.assertFalse;
import static org.testng.Assert.assertSame;
import static org.testng.Assert.assertTrue;
import static org.testng.Assert.expectThrows;

import io.grizzlythrift.message.ThriftProtocol;
import io.grizzlythrift.test.UniqueName;
import io.grizzlythrift.test.everything.EverythingHandler;
import io.grizzlythrift.test.gen.Everything;
import io.grizzlythrift.test.server.RawClient;
import io.grizzlythrift.test.server.Requests;
import io.grizzlythrift.test.server.ServerThreads;
import io.grizzlythrift.test.server.Strategies;
import java.io.UncheckedIOException;
import java.net.ConnectException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.testng.annotations.Test;

/** Tests the lifecycle of a server, from its start to its end. */
@Test(timeOut = 60_000, dataProvider = "strategies", dataProviderClass = Strategies.class)
public final class ThriftServerLifecycleTest {
    private static final Requests REQUESTS = new Requests(ThriftProtocol.BINARY);
    private static final InetAddress LOOPBACK = InetAddress.getLoopbackAddress();

    private static ThriftServerBuilder builder(Strategies strategy, String name) {
        return strategy.builder(new Everything.Processor<>(new EverythingHandler()))
                .name(UniqueName.of(name));
    }

    private static void assertServes(InetSocketAddress address) throws Exception {
        try (RawClient client = new RawClient(address)) {
            client.sendFrames(REQUESTS.echoString(1, "fine"))
                    .readReply(ThriftProtocol.BINARY)
                    .assertEchoString(1, "fine");
        }
    }

    private static void assertRefuses(InetSocketAddress address) {
        expectThrows(ConnectException.class, () -> new RawClient(address).close());
    }

    private static void assertStoppedForGood(ThriftServer server) {
        IllegalStateException failure = expectThrows(IllegalStateException.class, server::start);
        assertTrue(failure.getMessage().contains(server.config().name()), failure.getMessage());
        assertTrue(failure.getMessage().contains("stopped"), failure.getMessage());
    }

    public void startTwice(Strategies strategy) throws Exception {
        try (ThriftServer server = builder(strategy, "twice").build()) {
            assertSame(server.start(), server);
            IllegalStateException failure = expectThrows(IllegalStateException.class, server::start);
            assertTrue(failure.getMessage().contains("twice"), failure.getMessage());
            assertTrue(failure.getMessage().contains(String.valueOf(server.port())), failure.getMessage());
            assertServes(server.addresses().get(0));
        }
    }

    public void methodsThatNeedAStartedServer(Strategies strategy) {
        try (ThriftServer server = builder(strategy, "early").build()) {
            for (org.testng.Assert.ThrowingRunnable early :
                    List.<org.testng.Assert.ThrowingRunnable>of(server::port, server::addresses, server::counters)) {
                IllegalStateException failure = expectThrows(IllegalStateException.class, early);
                assertTrue(failure.getMessage().contains("early"), failure.getMessage());
            }
        }
    }

    /**
     * The exception names the address; a failed start leaves nothing behind; once the port is free, the same server
     * starts.
     */
    public void aTakenPort(Strategies strategy) throws Exception {
        ServerSocket taken = new ServerSocket(0, 1, LOOPBACK);
        String address = "127.0.0.1:" + taken.getLocalPort();
        try (ThriftServer server = builder(strategy, "taken")
                .listen("127.0.0.1", taken.getLocalPort())
                .build()) {
            Set<Thread> before = ServerThreads.all();
            UncheckedIOException failure = expectThrows(UncheckedIOException.class, server::start);
            assertTrue(failure.getMessage().contains(address), failure.getMessage());
            Set<Thread> left = new HashSet<>(ServerThreads.of(server));
            left.removeAll(before);
            ServerThreads.assertEnd(left);
            expectThrows(IllegalStateException.class, server::port);
            taken.close();
            server.start();
            assertServes(server.addresses().get(0));
            assertServes(server.addresses().get(1));
        } finally {
            taken.close();
        }
    }

    public void severalAddresses(Strategies strategy) throws Exception {
        List<InetSocketAddress> addresses;
        try (ThriftServer server = builder(strategy, "several")
                .listen("127.0.0.1", 0)
                .listen("localhost", 0)
                .build()
                .start()) {
            addresses = server.addresses();
            assertEquals(addresses.size(), 3);
            assertEquals(addresses.get(0).getPort(), server.port());
            assertEquals(
                    addresses.stream()
                            .map(InetSocketAddress::getPort)
                            .distinct()
                            .count(),
                    3);
            for (InetSocketAddress address : addresses) {
                assertServes(address);
            }
            assertEquals(server.config().addresses().get(0).getPort(), 0);
        }
        addresses.forEach(ThriftServerLifecycleTest::assertRefuses);
    }

    /** The names of all threads of a server start with its name, and none outlives it. */
    public void threadsCarryTheNameOfTheServerAndEndWithIt(Strategies strategy) throws Exception {
        Set<Thread> before = ServerThreads.all();
        Set<Thread> threads;
        String name;
        try (ThriftServer server = builder(strategy, "threads").build().start()) {
            name = server.config().name();
            try (RawClient client = new RawClient(server)) {
                for (int i = 0; i < 100; i++) {
                    client.sendFrames(REQUESTS.echoString(i, "fine"));
                    client.readReply(ThriftProtocol.BINARY).assertEchoString(i, "fine");
                }
            }
            threads = ServerThreads.of(name);
            assertFalse(threads.isEmpty());
            Set<Thread> others = new HashSet<>(ServerThreads.all());
            others.removeAll(before);
            others.removeAll(threads);
            others.removeIf(thread ->
                    !thread.getName().toLowerCase(java.util.Locale.ROOT).contains("grizzly"));
            assertEquals(others, Set.of(), "threads without the name of the server");
        }
        ServerThreads.assertEnd(threads);
        ServerThreads.assertEnd(ServerThreads.of(name)); // such as one that helped to close it
    }

    public void closeBeforeStart(Strategies strategy) {
        ThriftServer server = builder(strategy, "unused").build();
        server.close();
        server.close();
        assertStoppedForGood(server);
        assertEquals(ServerThreads.of(server), Set.of());
    }

    public void shutdownAgainAndAgain(Strategies strategy) throws Exception {
        ThriftServer server = builder(strategy, "again").build().start();
        InetSocketAddress address = server.addresses().get(0);
        assertServes(address);
        assertTrue(server.shutdown(Duration.ofSeconds(10)));
        assertTrue(server.shutdown(Duration.ofSeconds(10)));
        assertTrue(server.shutdown(Duration.ZERO));
        server.close();
        assertStoppedForGood(server);
        assertRefuses(address);
    }

    public void shutdownByManyAtOnce(Strategies strategy) throws Exception {
        ThriftServer server = builder(strategy, "many").build().start();
        CompletableFuture<?>[] shutdowns = IntStream.range(0, 8)
                .mapToObj(i -> CompletableFuture.runAsync(() -> server.shutdown(Duration.ofSeconds(10))))
                .toArray(CompletableFuture<?>[]::new);
        CompletableFuture.allOf(shutdowns).get(30, TimeUnit.SECONDS);
        assertStoppedForGood(server);
    }

    public void aNegativeGrace(Strategies strategy) {
        try (ThriftServer server = builder(strategy, "negative").build().start()) {
            IllegalArgumentException failure =
                    expectThrows(IllegalArgumentException.class, () -> server.shutdown(Duration.ofMillis(-1)));
            assertTrue(failure.getMessage().contains("PT-0.001S"), failure.getMessage());
            assertTrue(server.port() > 0, "still started");
        }
    }

    /** Idle connections are closed with the server, and its port is free at once. */
    public void theSamePortAgain(Strategies strategy) throws Exception {
        ThriftServer first = builder(strategy, "first").build().start();
        int port = first.port();
        try (RawClient idle = new RawClient(first)) {
            idle.sendFrames(REQUESTS.echoString(1, "fine"))
                    .readReply(ThriftProtocol.BINARY)
                    .assertEchoString(1, "fine");
            assertTrue(first.shutdown(Duration.ofSeconds(10)));
            idle.assertClosedByServer();
        }
        try (ThriftServer second = strategy.ofPort(port, new Everything.Processor<>(new EverythingHandler()))
                .build()
                .start()) {
            assertEquals(second.port(), port);
            assertServes(second.addresses().get(0));
        }
    }

    /** Servers share nothing: stopping one does not affect the other. */
    public void twoServersInOneProcess(Strategies strategy) throws Exception {
        for (Strategies other : Strategies.values()) {
            try (ThriftServer stays = builder(strategy, "stays").build().start();
                    RawClient client = new RawClient(stays)) {
                ThriftServer goes = builder(other, "goes").build().start();
                assertServes(goes.addresses().get(0));
                goes.close();
                client.sendFrames(REQUESTS.echoString(1, "fine"))
                        .readReply(ThriftProtocol.BINARY)
                        .assertEchoString(1, "fine");
                assertServes(stays.addresses().get(0));
            }
        }
    }
}
