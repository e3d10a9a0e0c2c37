package io.grizzlythrift.client.internal.endpoint;

import static org.testng.Assert.assertEquals;
import static org.testng.Assert.assertFalse;
import static org.testng.Assert.assertTrue;
import static org.testng.Assert.expectThrows;

import io.grizzlythrift.client.ClientConfigs;
import io.grizzlythrift.client.ThriftClient;
import io.grizzlythrift.client.ThriftClientBuilder;
import io.grizzlythrift.client.balance.Aperture;
import io.grizzlythrift.client.balance.Balancer;
import io.grizzlythrift.client.config.ThriftClientConfig;
import io.grizzlythrift.client.internal.call.ByteLimit;
import io.grizzlythrift.client.internal.call.CallCodec;
import io.grizzlythrift.client.internal.call.CallCompletion;
import io.grizzlythrift.client.internal.call.CodecPool;
import io.grizzlythrift.client.internal.connection.ClientContext;
import io.grizzlythrift.client.internal.connection.PooledConnection;
import io.grizzlythrift.client.internal.io.ClientThreads;
import io.grizzlythrift.client.testing.CallWithoutReply;
import io.grizzlythrift.client.testing.RecordedCall;
import io.grizzlythrift.discovery.EndpointAddress;
import io.grizzlythrift.internal.frame.WireFormat;
import io.grizzlythrift.strategy.internal.util.DaemonLoop;
import io.grizzlythrift.strategy.internal.util.FailureLog;
import io.grizzlythrift.test.Await;
import io.grizzlythrift.test.UniqueName;
import java.io.IOException;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.IntStream;
import org.slf4j.LoggerFactory;
import org.testng.annotations.AfterMethod;
import org.testng.annotations.Test;

/** Tests that the work for many servers grows with their number, and that no call does it. There are no sockets. */
@Test(timeOut = 60_000)
public final class MaintenanceTest {
    private static final int MANY = 1_000;
    private static final long MILLISECOND = TimeUnit.MILLISECONDS.toNanos(1);

    private final AtomicLong clock = new AtomicLong();
    private final List<PooledConnection> attempts = new CopyOnWriteArrayList<>();
    private final AtomicInteger updates = new AtomicInteger();
    private final AtomicLong calls = new AtomicLong();
    private final AtomicInteger underWay = new AtomicInteger();
    private final AtomicInteger updatesThatThrow = new AtomicInteger();
    private ClientThreads threads;
    private ClientContext context;
    private EndpointSet set;
    private Maintenance maintenance;

    private void start(ThriftClientBuilder builder, int servers) {
        clock.set(0);
        attempts.clear();
        updates.set(0);
        calls.set(0);
        underWay.set(0);
        updatesThatThrow.set(0);
        ThriftClientConfig config = ClientConfigs.of(builder.endpoint("unused", 1));
        threads = new ClientThreads(UniqueName.of("many"), 1, 1, clock::get);
        context = new ClientContext(
                config,
                threads,
                new CallCompletion(config, threads, clock::get),
                new CodecPool(
                        threads,
                        () -> new CallCodec(
                                config.protocol(), WireFormat.FRAMED, config.maxFrameBytes(), new ByteLimit(1))),
                clock::get);
        maintenance = new Maintenance(clock::get, calls::get, underWay::get, () -> {
            updates.incrementAndGet();
            clock.addAndGet(MILLISECOND);
            if (updatesThatThrow.getAndDecrement() > 0) {
                throw new OutOfMemoryError("thrown by a test");
            }
            set.update();
        });
        maintenance.runBy(
                new DaemonLoop( // the test runs its steps
                        "unused",
                        maintenance::step,
                        1,
                        new FailureLog(LoggerFactory.getLogger(MaintenanceTest.class), "")));
        set = new EndpointSet(
                context,
                (connection, host, port) -> attempts.add((PooledConnection) connection),
                new Endpoint.Listener() {
                    @Override
                    public void changed() {
                        maintenance.changed();
                    }

                    @Override
                    public void connectionWanted(Endpoint endpoint) {
                        maintenance.connect(endpoint);
                    }

                    @Override
                    public void connectFailed() {}

                    @Override
                    public long leastReplyNanos() {
                        return 0;
                    }

                    @Override
                    public void moveWaiting(Endpoint endpoint) {}
                });
        set.endpoints(IntStream.range(0, servers)
                .mapToObj(number -> EndpointAddress.of("server-" + number, 9090))
                .toList());
    }

    @AfterMethod(alwaysRun = true)
    void stop() {
        set.close();
        threads.shutdown();
    }

    public void aThousandChangesAreOneUpdate() {
        start(ThriftClient.builder(), MANY);
        set.all().forEach(endpoint -> endpoint.connect());
        assertEquals(updates.get(), 0, "updates on the thread of a call");
        long pause = maintenance.step();
        assertEquals(updates.get(), 1);
        assertEquals(pause, DaemonLoop.UNTIL_WOKEN);
        for (PooledConnection attempt : attempts) {
            assertTrue(Endpoint.of(attempt).opened(attempt));
        }
        pause = maintenance.step();
        assertEquals(updates.get(), 1, "too early");
        assertEquals(pause, 19 * MILLISECOND, "a twentieth of a core");
        clock.addAndGet(pause);
        maintenance.step();
        assertEquals(updates.get(), 2);
        assertEquals(set.selection().usable().length, MANY);
    }

    public void anUpdateThatThrowsIsRunAgain() {
        start(ThriftClient.builder(), 1);
        Endpoint opened = set.all().get(0);
        assertTrue(opened.opened(opened.connect().orElseThrow()));
        updatesThatThrow.set(1);
        expectThrows(OutOfMemoryError.class, maintenance::step);
        long pause = maintenance.step();
        assertEquals(updates.get(), 1, "too early");
        assertEquals(pause, 19 * MILLISECOND);
        clock.addAndGet(pause);
        maintenance.step();
        assertEquals(updates.get(), 2);
        assertEquals(set.selection().usable(), new Endpoint[] {opened});
    }

    public void anUpdateThatThrowsDelaysNoConnection() {
        start(ThriftClient.builder(), 1);
        maintenance.changed();
        maintenance.connect(set.all().get(0));
        updatesThatThrow.set(1);
        expectThrows(OutOfMemoryError.class, maintenance::step);
        assertEquals(attempts.size(), 1);
    }

    public void connectionsAreOpenedAFewAtATime() {
        start(ThriftClient.builder(), MANY);
        set.all().forEach(maintenance::connect);
        for (int opened = 0; opened < 100; opened += Maintenance.CONNECTS) {
            assertEquals(attempts.size(), opened);
            assertTrue(maintenance.step() <= Maintenance.CONNECT_NANOS);
            maintenance.step();
            assertEquals(attempts.size(), opened + Maintenance.CONNECTS);
            clock.addAndGet(Maintenance.CONNECT_NANOS);
        }
    }

    /** A resolver may name thousands of servers that do not respond. */
    public void fewConnectionsAreUnderWayAtATime() {
        start(ThriftClient.builder(), 100);
        underWay.set(Maintenance.MAX_UNDER_WAY - 1);
        set.all().forEach(maintenance::connect);
        maintenance.step();
        assertEquals(attempts.size(), 1);
        underWay.incrementAndGet();
        clock.addAndGet(Maintenance.CONNECT_NANOS);
        assertFalse(maintenance.mayConnect(set.all().get(99)), "a call may have more connected");
        maintenance.step();
        assertEquals(attempts.size(), 1);
        underWay.set(0);
        clock.addAndGet(Maintenance.CONNECT_NANOS);
        maintenance.step();
        assertEquals(attempts.size(), 1 + Maintenance.CONNECTS);
    }

    /** Otherwise they would delay those that are needed, for as long as servers come and go. */
    public void removedServersAreNotConnected() {
        start(ThriftClient.builder(), MANY);
        set.all().forEach(maintenance::connect);
        EndpointAddress kept = set.all().get(MANY - 1).address();
        set.endpoints(List.of(kept));
        maintenance.step();
        assertEquals(attempts.size(), 1);
        assertEquals(attempts.get(0).endpoint(), kept.name());
    }

    public void serversThatRefuseAreTriedLessOften() {
        start(ThriftClient.builder().reconnectBackoff(Duration.ofMillis(1), Duration.ofMillis(1)), 100);
        set.all().forEach(endpoint -> endpoint.connect());
        attempts.forEach(attempt -> attempt.connectFailed(new IOException("refused")));
        attempts.clear();
        clock.addAndGet(10 * MILLISECOND);
        set.all().forEach(maintenance::connect);
        maintenance.step();
        clock.addAndGet(Maintenance.CONNECT_NANOS);
        maintenance.step();
        assertEquals(attempts.size(), 2 * Maintenance.RECONNECTS);
    }

    /** A process may have many clients that are seldom used. */
    public void anIdleClientTriesServersThatRefuseOneAtATime() {
        start(ThriftClient.builder().reconnectBackoff(Duration.ofMillis(1), Duration.ofMillis(1)), 100);
        set.all().forEach(endpoint -> endpoint.connect().orElseThrow().connectFailed(new IOException("refused")));
        attempts.clear();
        clock.addAndGet(Maintenance.IDLE_NANOS);
        threads.timers().advance();
        maintenance.step();
        clock.addAndGet(Maintenance.IDLE_RECONNECT_NANOS / 2);
        maintenance.step();
        assertEquals(attempts.size(), 1);
        clock.addAndGet(Maintenance.IDLE_RECONNECT_NANOS / 2);
        maintenance.step();
        assertEquals(attempts.size(), 2);
        calls.incrementAndGet();
        clock.addAndGet(Maintenance.CONNECT_NANOS);
        maintenance.step();
        assertEquals(attempts.size(), 2 + Maintenance.RECONNECTS, "it is in use again");
    }

    public void aCallConnectsToFewServers() {
        start(ThriftClient.builder(), MANY);
        AtomicInteger others = new AtomicInteger();
        ConnectionChooser chooser = new ConnectionChooser(
                context,
                set,
                new ConnectionOpener(set, others::incrementAndGet, maintenance::mayConnect, () -> "none"),
                false,
                (call, why) -> {});
        chooser.assign(new RecordedCall(), Pools.EMPTY_CALL, false);
        assertTrue(!attempts.isEmpty() && attempts.size() <= 4, attempts.size() + " attempts by one call");
        assertTrue(others.get() > 0, "the others are not connected");
        for (int i = 0; i < 100; i++) {
            chooser.assign(new RecordedCall(), Pools.EMPTY_CALL, false);
        }
        assertTrue(attempts.size() <= Maintenance.CONNECTS, attempts.size() + " attempts at a time");
        assertEquals(updates.get(), 0);
    }

    /** The pool itself, with its thread. */
    public void thePoolConnectsTheOthersMeanwhile() throws Exception {
        start(ThriftClient.builder(), 0);
        Set<String> updaters = ConcurrentHashMap.newKeySet();
        ThriftClientConfig config =
                ClientConfigs.of(ThriftClient.builder().endpoint("unused", 1).balancer(endpoints -> {
                    updaters.add(Thread.currentThread().getName());
                    return Balancer.peakEwma().picker(endpoints);
                }));
        ClientContext real =
                new ClientContext(config, threads, context.completion(), context.codecs(), System::nanoTime);
        ConnectionPool pool = new ConnectionPool(
                real,
                (listener, host, port) -> attempts.add((PooledConnection) listener),
                () -> {},
                () -> "no server is known");
        pool.endpoints(IntStream.range(0, 40)
                .mapToObj(number -> EndpointAddress.of("server-" + number, 9090))
                .toList());
        pool.start(new CallWithoutReply(Duration.ofMinutes(1)), (codec, id) -> {});
        Await.that("not all are connected", () -> attempts.size() == 40);
        attempts.forEach(attempt -> Endpoint.of(attempt).opened(attempt));
        Await.that("no update", () -> !updaters.isEmpty());
        assertFalse(updaters.contains(Thread.currentThread().getName()), "updated by " + updaters);
        pool.close();
    }

    /** In an outage, each client of a fleet would otherwise connect to every server. */
    public void anApertureTriesNotAllServers() {
        start(
                ThriftClient.builder()
                        .aperture(Aperture.random(12))
                        .reconnectBackoff(Duration.ofMillis(1), Duration.ofMillis(1)),
                200);
        Set<String> tried = new HashSet<>();
        for (int round = 0; round < 200; round++) {
            set.used().forEach(Endpoint::firstConnection);
            for (PooledConnection attempt : attempts) {
                tried.add(attempt.endpoint());
                attempt.connectFailed(new IOException("refused"));
            }
            attempts.clear();
            clock.addAndGet(10 * MILLISECOND);
            threads.timers().advance();
            set.update();
        }
        assertTrue(tried.size() <= 18, tried.size() + " servers for an aperture of 12");
        assertTrue(tried.size() > 12, "ejected servers are not replaced");
    }
}
