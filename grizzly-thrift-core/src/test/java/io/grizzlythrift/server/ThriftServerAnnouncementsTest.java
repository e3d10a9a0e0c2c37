package io.grizzlythrift.server;

import static org.testng.Assert.assertEquals;
import static org.testng.Assert.assertFalse;
import static org.testng.Assert.assertTrue;
import static org.testng.Assert.expectThrows;

import io.grizzlythrift.discovery.AdvertisedAddress;
import io.grizzlythrift.discovery.Announcer;
import io.grizzlythrift.discovery.EndpointAddress;
import io.grizzlythrift.message.ThriftProtocol;
import io.grizzlythrift.test.Await;
import io.grizzlythrift.test.OwnLog;
import io.grizzlythrift.test.server.HeldProcessor;
import io.grizzlythrift.test.server.RawClient;
import io.grizzlythrift.test.server.ServerThreads;
import io.grizzlythrift.test.server.Strategies;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.logging.Level;
import org.testng.annotations.Test;

/** Tests when a server is announced and withdrawn, and with which address. */
@Test(timeOut = 120_000)
public class ThriftServerAnnouncementsTest {
    private static final ThriftProtocol PROTOCOL = ThriftProtocol.BINARY;

    private static ThriftServerBuilder builder() {
        return Strategies.WORKER_THREAD.builder(new HeldProcessor()).protocol(PROTOCOL);
    }

    /** Records each announcement, whether the address accepts connections at that time, and the withdrawal. */
    private static final class Notebook implements Announcer {
        final List<EndpointAddress> announced = new CopyOnWriteArrayList<>();
        final List<EndpointAddress> withdrawn = new CopyOnWriteArrayList<>();
        final CompletableFuture<Listener> listener = new CompletableFuture<>();
        Runnable onWithdrawal = () -> {};

        @Override
        public Announcement announce(EndpointAddress address, Listener listener) {
            announced.add(address);
            this.listener.complete(listener);
            return () -> {
                onWithdrawal.run();
                withdrawn.add(address);
            };
        }

        @Override
        public String toString() {
            return "notebook";
        }
    }

    private static void assertServes(ThriftServer server) {
        try (RawClient client = new RawClient(server)) {
            client.sendFrames(HeldProcessor.call(PROTOCOL, "fast", 1));
            assertEquals(client.readReply(PROTOCOL).sequenceId(), 1);
        } catch (Exception e) {
            throw new AssertionError(e);
        }
    }

    public void onceItListens() throws Exception {
        CompletableFuture<Integer> connected = new CompletableFuture<>();
        Announcer announcer = (address, listener) -> {
            try (Socket socket = new Socket(address.host(), address.port())) {
                connected.complete(socket.getPort());
            } catch (IOException e) {
                connected.completeExceptionally(e);
            }
            return () -> {};
        };
        try (ThriftServer server = builder().announce(announcer).build().start()) {
            assertEquals((int) connected.get(Await.LONG.toSeconds(), TimeUnit.SECONDS), server.port());
        }
    }

    /** Clients learn that the server leaves while it still serves them. */
    public void withdrawnBeforeItDrains() {
        Notebook notebook = new Notebook();
        ThriftServer server = builder().announce(notebook).build().start();
        CompletableFuture<Boolean> served = new CompletableFuture<>();
        notebook.onWithdrawal = () -> {
            assertFalse(server.isReady());
            assertServes(server);
            served.complete(true);
        };
        assertEquals(notebook.announced, List.of(EndpointAddress.of("127.0.0.1", server.port())));
        assertEquals(notebook.withdrawn, List.of());
        server.close();
        assertTrue(served.getNow(false));
        assertEquals(notebook.withdrawn, notebook.announced);
        server.close();
        assertEquals(notebook.withdrawn.size(), 1);
    }

    /** An announcement that hangs delays neither a shutdown without grace nor an earlier shutdown. */
    public void aShutdownAtOnceDoesNotWait() throws Exception {
        CountDownLatch hang = new CountDownLatch(1);
        Notebook notebook = new Notebook();
        notebook.onWithdrawal = () -> {
            try {
                hang.await();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        };
        ThriftServer server = builder().announce(notebook).build().start();
        server.shutdown(Duration.ZERO);
        assertFalse(server.isRunning());
        assertEquals(notebook.withdrawn, List.of());
        hang.countDown();
        Await.that("never withdrawn", () -> notebook.withdrawn.size() == 1);
    }

    public void aStartThatFails() throws Exception {
        Notebook notebook = new Notebook();
        try (ServerSocket taken = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            ThriftServer server = builder()
                    .listen("127.0.0.1", taken.getLocalPort())
                    .announce(notebook)
                    .build();
            expectThrows(UncheckedIOException.class, server::start);
            server.close();
        }
        assertEquals(notebook.announced, List.of());
    }

    /** For example, a class that an announcer needs may be missing, or a thread may fail to start. */
    public void aStartThatFailsWhileItAnnounces() throws Exception {
        Notebook notebook = new Notebook();
        AtomicBoolean fails = new AtomicBoolean(true);
        ThriftServer server = builder()
                .announce(notebook)
                .announce((address, listener) -> {
                    if (fails.get()) {
                        throw new NoClassDefFoundError("made up by a test");
                    }
                    return () -> {};
                })
                .build();
        expectThrows(NoClassDefFoundError.class, server::start);
        assertFalse(server.isRunning());
        ServerThreads.assertEnd(ServerThreads.of(server)); // such as the selector, which closes the socket
        EndpointAddress announced = notebook.announced.get(0);
        expectThrows(IOException.class, () -> new Socket(announced.host(), announced.port()).close());
        Await.that("never withdrawn", () -> notebook.withdrawn.contains(announced));
        fails.set(false);
        try (server) {
            assertServes(server.start());
        }
        assertEquals(notebook.withdrawn, notebook.announced);
    }

    public void eachAddressOrThoseThatAreGiven() {
        Notebook both = new Notebook();
        Notebook given = new Notebook();
        EndpointAddress outside = EndpointAddress.of("outside.example", 80).withWeight(2);
        try (ThriftServer server = builder()
                .listen("127.0.0.1", 0)
                .announce(both, AdvertisedAddress.listening().withHost("inside.example"))
                .announce(given, outside)
                .build()
                .start()) {
            assertEquals(
                    both.announced,
                    server.addresses().stream()
                            .map(address -> EndpointAddress.of("inside.example", address.getPort()))
                            .toList());
            assertEquals(both.announced.size(), 2);
            assertEquals(given.announced, List.of(outside));
        }
    }

    /** No client could connect to such an address, or find out why. */
    public void aWildcardNeedsAHost() {
        ThriftServerBuilder wildcard = builder().listen("0.0.0.0", 0).announce((address, listener) -> () -> {});
        String failure =
                expectThrows(IllegalStateException.class, wildcard::build).getMessage();
        assertTrue(failure.contains("0.0.0.0") && failure.contains("withHost"), failure);
        Notebook notebook = new Notebook();
        try (ThriftServer server = ThriftServer.builder()
                .listen("0.0.0.0", 0)
                .processor(new HeldProcessor())
                .announce(notebook, AdvertisedAddress.listening().withHost("10.0.0.7"))
                .build()
                .start()) {
            assertEquals(notebook.announced, List.of(EndpointAddress.of("10.0.0.7", server.port())));
        }
    }

    public void whatBecomesOfItIsCountedAndLogged() throws Exception {
        Notebook notebook = new Notebook();
        try (OwnLog log = OwnLog.start();
                ThriftServer server =
                        builder().name("told").announce(notebook).build().start()) {
            Announcer.Listener listener = notebook.listener.get(Await.LONG.toSeconds(), TimeUnit.SECONDS);
            listener.failed(new IOException("no connection"));
            listener.failed(new IOException("again"));
            listener.announced();
            assertEquals(server.counters().failedAnnouncements(), 2);
            assertEquals(server.counters().announcements(), 1);
            String name = "127.0.0.1:" + server.port();
            assertEquals(
                    log.lines(Level.WARNING).get(0),
                    "server 'told' cannot be announced as " + name + " by " + notebook
                            + ": java.io.IOException: no connection");
            assertEquals(log.count(Level.INFO, "server 'told' is announced as " + name + " by " + notebook), 1);
        }
    }

    /** The server works without the announcement. */
    public void anAnnouncerThatThrows() {
        Announcer broken = (address, listener) -> {
            throw new IllegalStateException("not started");
        };
        Announcer unwilling = (address, listener) -> () -> {
            throw new IllegalStateException("not willing");
        };
        Notebook next = new Notebook();
        ThriftServer server = builder()
                .announce(broken)
                .announce(unwilling)
                .announce(next)
                .build()
                .start();
        assertServes(server);
        assertEquals(server.counters().failedAnnouncements(), 1);
        assertEquals(next.announced.size(), 1);
        assertTrue(server.shutdown(Duration.ofMinutes(1)));
        assertEquals(next.withdrawn.size(), 1);
    }
}
