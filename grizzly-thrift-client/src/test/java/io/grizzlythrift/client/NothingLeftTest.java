package io.grizzlythrift.client;

import static org.testng.Assert.assertEquals;
import static org.testng.Assert.assertTrue;

import com.sun.management.UnixOperatingSystemMXBean;
import io.grizzlythrift.client.call.FailureCause;
import io.grizzlythrift.client.discovery.Resolver;
import io.grizzlythrift.client.gen.Probe;
import io.grizzlythrift.client.testing.CallResults;
import io.grizzlythrift.client.testing.scripted.ProbeCalls;
import io.grizzlythrift.client.testing.scripted.ProbeServer;
import io.grizzlythrift.client.testing.scripted.RefusingPort;
import io.grizzlythrift.client.testing.scripted.UnresponsivePort;
import io.grizzlythrift.discovery.EndpointAddress;
import io.grizzlythrift.message.ThriftProtocol;
import io.grizzlythrift.test.Await;
import io.grizzlythrift.testkit.ReceivedCall;
import java.lang.management.BufferPoolMXBean;
import java.lang.management.ManagementFactory;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.LongSupplier;
import org.testng.SkipException;
import org.testng.annotations.Test;

/** Tests that a closed client leaves no thread, connection, descriptor or buffer behind, whatever it was doing. */
public class NothingLeftTest {
    private static final Duration HOUR = Duration.ofHours(1);
    private static final int CLIENTS = 40;
    private static final int CONNECTIONS = 3;

    /**
     * What other parts of this process may allocate meanwhile; the connections of one client need about as much each.
     */
    private static final long SLACK_BYTES = 2 * 1024 * 1024;

    private static final long SLACK_DESCRIPTORS = 8;

    @Test
    public void afterUse() throws Exception {
        try (ProbeServer server = ProbeServer.echoing(ThriftProtocol.COMPACT)) {
            use(server, "first-use");
            long buffersBefore = settled(NothingLeftTest::directBytes, 0);
            long descriptorsBefore = openDescriptors();
            for (int i = 0; i < CLIENTS; i++) {
                use(server, "left-" + i);
            }
            Await.that("connections are left", () -> server.openConnections() == 0);
            assertTrue(server.acceptedConnections() > CLIENTS, "too few connections for this to say anything");
            assertNoThread("left-");
            assertBackTo(descriptorsBefore + SLACK_DESCRIPTORS, NothingLeftTest::openDescriptors, "descriptors");
            assertBackTo(buffersBefore + SLACK_BYTES, NothingLeftTest::directBytes, "bytes of direct buffers");
        }
    }

    private static void use(ProbeServer server, String name) throws Exception {
        ThriftClient client = server.client()
                .name(name)
                .connectionsPerEndpoint(CONNECTIONS)
                .selectorThreads(2)
                .build();
        Probe.FutureIface stub = client.stub(Probe.FutureIface.class);
        while (client.counters().openConnections() < CONNECTIONS) {
            List<CompletableFuture<String>> calls = new ArrayList<>();
            for (int i = 0; i < 8; i++) {
                calls.add(stub.echo("text"));
            }
            for (CompletableFuture<String> call : calls) {
                CallResults.result(call);
            }
        }
        assertTrue(client.shutdown(HOUR));
        assertNoThread(name);
        assertEquals(client.counters().openConnections(), 0);
        assertEquals(client.counters().calls(), client.counters().completed());
    }

    @Test
    public void withCallsInFlight() throws Exception {
        try (ProbeServer server = ProbeServer.start(ThriftProtocol.COMPACT)) {
            for (int i = 0; i < CLIENTS; i++) {
                ThriftClient client = server.client().name("in-flight-" + i).build();
                CompletableFuture<String> call =
                        client.stub(Probe.FutureIface.class).echo("no reply");
                server.take();
                client.close();
                CallResults.failure(call, FailureCause.CLIENT_CLOSED, true);
                assertNoThread("in-flight-");
            }
            Await.that("connections are left", () -> server.openConnections() == 0);
        }
    }

    @Test
    public void neverUsed() throws Exception {
        try (ProbeServer server = ProbeServer.start(ThriftProtocol.COMPACT)) {
            long descriptorsBefore = openDescriptors();
            for (int i = 0; i < CLIENTS; i++) {
                server.client().name("unused-").build().close();
            }
            assertNoThread("unused-");
            assertEquals(server.acceptedConnections(), 0);
            assertBackTo(descriptorsBefore + SLACK_DESCRIPTORS, NothingLeftTest::openDescriptors, "descriptors");
        }
    }

    @Test
    public void whileConnecting() throws Exception {
        try (UnresponsivePort silent = UnresponsivePort.open()) {
            long descriptorsBefore = openDescriptors();
            for (int i = 0; i < CLIENTS; i++) {
                ThriftClient client = client("connecting-", silent.port()).build();
                CompletableFuture<String> call =
                        client.stub(Probe.FutureIface.class).echo("never sent");
                client.close();
                CallResults.failure(call, FailureCause.CLIENT_CLOSED, false);
                assertEquals(client.counters().inFlight(), 0);
            }
            assertNoThread("connecting-");
            assertBackTo(descriptorsBefore + SLACK_DESCRIPTORS, NothingLeftTest::openDescriptors, "descriptors");
        }
    }

    @Test
    public void whileAConnectionOpens() throws Exception {
        try (ProbeServer server = ProbeServer.echoing(ThriftProtocol.COMPACT)) {
            long descriptorsBefore = openDescriptors();
            for (int i = 0; i < 3 * CLIENTS; i++) {
                ThriftClient client = server.client().name("opening-").build();
                CompletableFuture<String> call =
                        client.stub(Probe.FutureIface.class).echo("sent or not");
                LockSupport.parkNanos(TimeUnit.MICROSECONDS.toNanos(20L * i));
                client.close();
                CallResults.result(call.handle((result, failure) -> failure == null));
                assertEquals(client.counters().inFlight(), 0);
                assertEquals(client.counters().openConnections(), 0);
            }
            assertNoThread("opening-");
            Await.that("connections are left", () -> server.openConnections() == 0);
            assertBackTo(descriptorsBefore + SLACK_DESCRIPTORS, NothingLeftTest::openDescriptors, "descriptors");
        }
    }

    @Test
    public void inAPause() throws Exception {
        try (RefusingPort closed = new RefusingPort();
                ThriftClient client = client("pausing-", closed.port())
                        .reconnectBackoff(Duration.ofMillis(30), Duration.ofMillis(30))
                        .build()) {
            CallResults.failure(
                    client.stub(Probe.FutureIface.class).echo("never sent"), FailureCause.CONNECT_FAILED, false);
            assertTrue(client.shutdown(HOUR));
            assertNoThread("pausing-");
            assertEquals(client.counters().calls(), client.counters().failed());
        }
    }

    /** A resolver that throws or blocks when it is closed holds up nothing else. */
    @Test
    public void whateverTheResolverDoes() throws Exception {
        CompletableFuture<Void> released = new CompletableFuture<>();
        try (ProbeServer server = ProbeServer.echoing(ThriftProtocol.COMPACT)) {
            close(server, "throws", () -> {
                throw new IllegalStateException("for the test");
            });
            close(server, "fails", () -> {
                throw new NoClassDefFoundError("for the test");
            });
            close(server, "blocks", released::join);
        } finally {
            released.complete(null);
        }
        assertNoThread("blocks-");
    }

    private static void close(ProbeServer server, String name, Runnable closing) throws Exception {
        Resolver resolver = listener -> {
            listener.resolved(List.of(EndpointAddress.of(ProbeServer.HOST, server.port())));
            return new Resolver.Resolution() {
                @Override
                public void refresh() {}

                @Override
                public void close() {
                    closing.run();
                }
            };
        };
        ThriftClient client = ThriftClient.builder()
                .name(name)
                .resolver(resolver)
                .protocol(ThriftProtocol.COMPACT)
                .build();
        CallResults.result(client.stub(Probe.FutureIface.class).echo("text"));
        client.close();
        assertEquals(client.counters().openConnections(), 0);
        Await.that("connections are left", () -> server.openConnections() == 0);
        assertNoThread(name + "-selector");
    }

    /** Timers of attempts and of calls keep nothing that has ended, however late they are due. */
    @Test
    public void ofConnectionsThatWereLost() throws Exception {
        try (ProbeServer server = ProbeServer.start(ThriftProtocol.COMPACT);
                ThriftClient client =
                        server.client().callTimeout(HOUR).connectTimeout(HOUR).build()) {
            Probe.FutureIface stub = client.stub(Probe.FutureIface.class);
            long buffersBefore = settled(NothingLeftTest::directBytes, 0);
            for (int i = 0; i < 150; i++) {
                CompletableFuture<String> call = stub.echo("call");
                ReceivedCall request = server.take();
                ProbeCalls.reply(request);
                CallResults.result(call);
                request.connection().reset();
                Await.that("it is open", () -> client.counters().openConnections() == 0);
                assertEquals(client.counters().reconnects(), i);
            }
            assertBackTo(buffersBefore + SLACK_BYTES, NothingLeftTest::directBytes, "bytes of direct buffers");
        }
    }

    private static ThriftClientBuilder client(String name, int port) {
        return ThriftClient.builder()
                .name(name)
                .endpoint(ProbeServer.HOST, port)
                .protocol(ThriftProtocol.COMPACT)
                .connectTimeout(HOUR)
                .callTimeout(HOUR)
                .shutdownGrace(Duration.ZERO);
    }

    private static void assertNoThread(String prefix) {
        Await.that(
                "a thread is left: " + prefix,
                () -> Thread.getAllStackTraces().keySet().stream()
                        .noneMatch(thread -> thread.getName().startsWith(prefix)));
    }

    private static long openDescriptors() {
        if (ManagementFactory.getOperatingSystemMXBean() instanceof UnixOperatingSystemMXBean system) {
            return system.getOpenFileDescriptorCount();
        }
        System.out.println("skipped: open descriptors cannot be counted on " + System.getProperty("os.name"));
        throw new SkipException("no count of descriptors");
    }

    private static long directBytes() {
        return ManagementFactory.getPlatformMXBeans(BufferPoolMXBean.class).stream()
                .filter(pool -> pool.getName().equals("direct"))
                .mapToLong(BufferPoolMXBean::getMemoryUsed)
                .sum();
    }

    private static void assertBackTo(long limit, LongSupplier value, String what) {
        long begin = System.nanoTime();
        long left = settled(value, limit);
        while (left > limit) { // releasing it may wait for a thread that does not run
            assertTrue(
                    System.nanoTime() - begin < TimeUnit.SECONDS.toNanos(30),
                    left + " " + what + " are left, more than " + limit);
            left = settled(value, limit);
        }
    }

    /** Returns the value after garbage collection: below the limit, or no longer falling. */
    private static long settled(LongSupplier value, long limit) {
        long before = Long.MAX_VALUE;
        long now = value.getAsLong();
        for (int same = 0; now > limit && same < 5; same = now < before ? 0 : same + 1) {
            before = now;
            System.gc();
            LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(20));
            now = value.getAsLong();
        }
        return now;
    }
}
