package io.grizzlythrift.client.internal.endpoint;

import static org.testng.Assert.assertEquals;
import static org.testng.Assert.assertFalse;
import static org.testng.Assert.assertNotSame;
import static org.testng.Assert.assertNull;
import static org.testng.Assert.assertSame;
import static org.testng.Assert.assertTrue;
import static org.testng.Assert.expectThrows;

import io.grizzlythrift.client.ClientConfigs;
import io.grizzlythrift.client.ThriftClient;
import io.grizzlythrift.client.ThriftClientBuilder;
import io.grizzlythrift.client.balance.Aperture;
import io.grizzlythrift.client.balance.Balancer;
import io.grizzlythrift.client.balance.OutlierDetection;
import io.grizzlythrift.client.call.FailureCause;
import io.grizzlythrift.client.config.ThriftClientConfig;
import io.grizzlythrift.client.internal.call.ByteLimit;
import io.grizzlythrift.client.internal.call.CallCodec;
import io.grizzlythrift.client.internal.call.CallCompletion;
import io.grizzlythrift.client.internal.call.CodecPool;
import io.grizzlythrift.client.internal.call.PendingCall;
import io.grizzlythrift.client.internal.connection.ClientContext;
import io.grizzlythrift.client.internal.connection.ConnectedEndpoint;
import io.grizzlythrift.client.internal.connection.EndReason;
import io.grizzlythrift.client.internal.connection.PooledConnection;
import io.grizzlythrift.client.internal.connection.ServerLogLimits;
import io.grizzlythrift.client.internal.io.ClientThreads;
import io.grizzlythrift.client.internal.io.ClockedTimers;
import io.grizzlythrift.client.metrics.EndpointMetrics;
import io.grizzlythrift.client.metrics.EndpointState;
import io.grizzlythrift.client.testing.RecordedCall;
import io.grizzlythrift.discovery.EndpointAddress;
import io.grizzlythrift.internal.frame.WireFormat;
import io.grizzlythrift.test.Await;
import io.grizzlythrift.test.OwnLog;
import io.grizzlythrift.test.UniqueName;
import java.io.IOException;
import java.lang.ref.WeakReference;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import java.util.logging.Level;
import java.util.stream.IntStream;
import org.testng.annotations.AfterMethod;
import org.testng.annotations.DataProvider;
import org.testng.annotations.Test;

/** Tests which servers may take calls while they come, go and fail. There are no sockets: the test opens connections. */
@Test(timeOut = 60_000)
public final class EndpointSetTest {
    private static final long SECOND = TimeUnit.SECONDS.toNanos(1);

    private final AtomicLong clock = new AtomicLong();
    private final List<PooledConnection> attempts = new CopyOnWriteArrayList<>();
    private final AtomicInteger connectFailures = new AtomicInteger();
    private Runnable onChange = () -> {};
    private Runnable onConnectFailure = () -> {};

    /** What happens during an attempt to connect. */
    private Consumer<PooledConnection> onConnect = attempt -> {};

    private ClientThreads threads;
    private ClientContext context;
    private EndpointSet set;
    /** Whether calls move on that wait at a server that cannot be connected. */
    private boolean movesWaiting;

    private ConnectionChooser chooser;
    private final List<FailureCause> refused = new ArrayList<>();

    private ThriftClientBuilder builder() {
        return ThriftClient.builder()
                .name(UniqueName.of("endpoints"))
                .endpoint("unused", 1)
                .connectionsPerEndpoint(4)
                .outlierDetection(OutlierDetection.create().withFailuresInRow(2));
    }

    private void start(ThriftClientBuilder builder) {
        ThriftClientConfig config = ClientConfigs.of(builder);
        clock.set(0);
        onChange = () -> {};
        onConnect = attempt -> {};
        onConnectFailure = () -> {};
        threads = new ClientThreads(config.name(), 1, 1, clock::get);
        ClockedTimers.endThread(threads.timers());
        context = new ClientContext(
                config,
                threads,
                new CallCompletion(config, threads, clock::get),
                new CodecPool(
                        threads,
                        () -> new CallCodec(
                                config.protocol(), WireFormat.FRAMED, config.maxFrameBytes(), new ByteLimit(1))),
                clock::get);
        set = new EndpointSet(
                context,
                (connection, host, port) -> {
                    attempts.add((PooledConnection) connection);
                    onConnect.accept((PooledConnection) connection);
                },
                new Endpoint.Listener() {
                    @Override
                    public void changed() {
                        onChange.run();
                        set.update();
                    }

                    @Override
                    public void connectionWanted(Endpoint endpoint) {
                        endpoint.firstConnection();
                    }

                    @Override
                    public void connectFailed() {
                        connectFailures.incrementAndGet();
                        onConnectFailure.run();
                    }

                    @Override
                    public long leastReplyNanos() {
                        return 0;
                    }

                    @Override
                    public void moveWaiting(Endpoint endpoint) {
                        if (movesWaiting) {
                            endpoint.moveWaiting(call -> chooser.elsewhere(call, endpoint));
                        }
                    }
                });
        chooser = new ConnectionChooser(
                context,
                set,
                new ConnectionOpener(set, this::connectOthers, endpoint -> true, () -> "none"),
                false,
                (call, why) -> refused.add(why.cause()));
    }

    private void connectOthers() {
        for (Endpoint endpoint : set.selection().unconnected()) {
            if (!endpoint.isLeaving()) {
                endpoint.firstConnection();
            }
        }
    }

    @AfterMethod(alwaysRun = true)
    void stop() {
        set.close()
                .forEach(connection -> connection.end(new EndReason(FailureCause.CLIENT_CLOSED, "the test has ended")));
        threads.shutdown();
        attempts.clear();
        refused.clear();
        movesWaiting = false;
        connectFailures.set(0);
    }

    private static List<EndpointAddress> servers(int... numbers) {
        return Arrays.stream(numbers)
                .mapToObj(number -> EndpointAddress.of("server-" + number, 9090))
                .toList();
    }

    private Endpoint endpoint(int number) {
        return set.all().stream()
                .filter(endpoint -> endpoint.name().equals("server-" + number + ":9090"))
                .findFirst()
                .orElseThrow();
    }

    private EndpointState state(int number) {
        return set.metrics().stream()
                .filter(metrics -> metrics.endpoint().equals("server-" + number + ":9090"))
                .map(EndpointMetrics::state)
                .findFirst()
                .orElseThrow();
    }

    /** Opens a connection to each of these. */
    private void open(int... numbers) {
        for (int number : numbers) {
            PooledConnection connection = endpoint(number).connect().orElseThrow();
            assertTrue(endpoint(number).opened(connection));
        }
    }

    public void theFastestServerTellsHowMuchPatienceACallNeeds() {
        start(builder());
        set.endpoints(servers(1, 2, 3));
        assertEquals(set.leastReplyNanos(), Long.MAX_VALUE, "none has replied");
        endpoint(1).health().succeeded(1, 20, clock.get(), clock.get());
        endpoint(2).health().repliedLate(clock.get() - 10, true, clock.get());
        clock.addAndGet(SECOND);
        assertEquals(set.leastReplyNanos(), 10);
    }

    /** A call of a transport has no further attempts. Nearly all servers of a cold client may refuse. */
    @Test(timeOut = 60_000)
    public void aCallThatWaitsTriesEachServerOnce() {
        start(builder());
        movesWaiting = true;
        int servers = 40;
        set.endpoints(servers(IntStream.range(0, servers).toArray()));
        ConnectionOpener opener = new ConnectionOpener(set, () -> {}, endpoint -> true, () -> "none");
        chooser = new ConnectionChooser(context, set, opener, false, (refusedCall, why) -> refused.add(why.cause()));
        RecordedCall call = new RecordedCall();
        assertNull(chooser.assign(call, Pools.EMPTY_CALL, false));
        assertTrue(attempts.size() < servers, "it tries all at once");
        for (int failed = 0; failed < servers; failed++) {
            assertNull(call.failure(), failed + " have failed");
            attempts.get(failed).connectFailed(new IOException("refused"));
        }
        assertSame(call.failure().failure(), FailureCause.CONNECT_FAILED);
        assertEquals(attempts.size(), servers);
    }

    /** The connection opens on another thread before the call that began it looks for it. */
    public void aCallOpensOneConnectionHoweverSoonItIsOpen() {
        start(builder());
        set.endpoints(servers(1));
        onConnect = attempt -> assertTrue(endpoint(1).opened(attempt));
        RecordedCall call = new RecordedCall(false, Long.MAX_VALUE, 0);
        PooledConnection assigned = chooser.assign(call, Pools.EMPTY_CALL, false);
        assertEquals(attempts.size(), 1, "connections for one call");
        assertSame(assigned, attempts.get(0));
        assertEquals(refused, List.of());
    }

    /** Otherwise the thread that ends the connection would report it again and again, each time with another backoff. */
    public void whatAListenerThrowsNeitherKeepsCallsNorDelaysTheNextAttempt() {
        start(builder().connectionsPerEndpoint(1));
        set.endpoints(servers(1));
        onConnectFailure = () -> {
            throw new IllegalStateException("thrown by a test");
        };
        RecordedCall call = new RecordedCall();
        assertNull(chooser.assign(call, Pools.EMPTY_CALL, false));
        attempts.get(0).connectFailed(new IOException("refused"));
        assertSame(call.failure().failure(), FailureCause.CONNECT_FAILED);
        long until = endpoint(1).connections().backoffUntil();
        clock.set(until + SECOND);
        threads.timers().advance();
        assertEquals(attempts.size(), 2);
        assertEquals(endpoint(1).connections().backoffUntil(), until, "it is reported twice");
        assertEquals(connectFailures.get(), 1);
    }

    /** As many connections as may begin at a time have begun, and the one that a call began last leads nowhere. */
    @Test(dataProvider = "removed", timeOut = 60_000)
    public void aCallFindsAServerThatWasNotTriedYet(boolean removed) {
        start(builder());
        int[] many = IntStream.range(0, 40).toArray();
        set.endpoints(servers(many));
        AtomicInteger mayBegin = new AtomicInteger(1);
        ConnectionOpener opener =
                new ConnectionOpener(set, () -> {}, endpoint -> mayBegin.getAndDecrement() > 0, () -> "none");
        Endpoint first = Endpoint.of(opener.connect(set.selection(), call()).orElseThrow());
        if (removed) {
            set.endpoints(set.all().stream()
                    .filter(endpoint -> endpoint != first)
                    .map(Endpoint::address)
                    .toList());
        } else {
            attempts.get(0).connectFailed(new IOException("refused"));
        }
        PooledConnection other = opener.connect(set.selection(), call()).orElseThrow();
        assertNotSame(other.owner(), first);
        assertEquals(attempts.size(), 2);
    }

    @DataProvider
    static Object[][] removed() {
        return new Object[][] {{true}, {false}};
    }

    /** The thread that has opened the connection may take longer than maxWait before it sends the call. */
    public void aCallWaitsOnWhileAConnectionHasRoom() {
        start(builder().connectionsPerEndpoint(1).maxWait(Duration.ofMillis(1)));
        set.endpoints(servers(1));
        RecordedCall call = new RecordedCall();
        assertNull(chooser.assign(call, Pools.EMPTY_CALL, false));
        onChange = () -> {
            for (int i = 0; i < 3; i++) {
                clock.addAndGet(SECOND);
                threads.timers().advance();
            }
        };
        assertTrue(endpoint(1).opened(attempts.get(0)));
        assertNull(call.failure());
        assertSame(call.connection(), attempts.get(0));
    }

    /** The thread that retires a connection may stop for a while before it removes it. */
    public void aConnectionThatRetiresIsNotTriedForEver() throws Exception {
        start(builder().connectionsPerEndpoint(1).maxInFlightPerConnection(1));
        set.endpoints(servers(1));
        open(1);
        PooledConnection only = endpoint(1).open().all()[0];
        assertSame(chooser.assign(call(), Pools.EMPTY_CALL, false), only);
        RecordedCall call = new RecordedCall();
        Thread retiring = new Thread(() -> only.ending().retireUnused());
        Thread calling = new Thread(() -> chooser.assign(call, Pools.EMPTY_CALL, false));
        synchronized (endpoint(1).connections()) {
            retiring.start();
            Await.that("it does not retire", only::isRetiring);
            calling.start();
            Await.that("it is tried for ever", () -> calling.getState() == Thread.State.BLOCKED || !calling.isAlive());
        }
        retiring.join();
        calling.join();
        assertNull(call.failure());
        assertEquals(refused, List.of());
        assertEquals(endpoint(1).waiting(), 1);
    }

    private Set<String> usable() {
        Set<String> names = new HashSet<>();
        for (Endpoint endpoint : set.selection().usable()) {
            names.add(endpoint.name().replaceAll("server-|:9090", ""));
        }
        return names;
    }

    private static PendingCall call() {
        return new RecordedCall();
    }

    private void eject(int number) {
        for (int i = 0; i < 2; i++) {
            endpoint(number).health().timedOut(SECOND, clock.get(), "timed out");
        }
        assertTrue(endpoint(number).ejection().isOut());
    }

    public void onlyConnectedServersAreUsable() {
        start(builder());
        set.endpoints(servers(1, 2, 3));
        assertEquals(usable(), Set.of());
        assertTrue(attempts.isEmpty(), "nothing is connected before the first call");
        open(1, 3);
        assertEquals(usable(), Set.of("1", "3"));
        assertEquals(state(2), EndpointState.DISCONNECTED);
    }

    public void aCallIsNotBoundToAConnectingServerWhileAnotherIsOpen() {
        start(builder());
        set.endpoints(servers(1, 2));
        open(1);
        for (int i = 0; i < 100; i++) {
            PooledConnection taker = chooser.assign(call(), Pools.EMPTY_CALL, false);
            assertSame(taker.owner(), endpoint(1));
        }
        assertTrue(
                attempts.stream().anyMatch(connection -> connection.owner() == endpoint(2)),
                "the other one is connected meanwhile");
    }

    public void aNewServerIsConnectedBeforeItGetsCalls() {
        start(builder());
        set.endpoints(servers(1));
        open(1);
        Endpoint kept = endpoint(1);
        set.endpoints(servers(1, 2));
        assertSame(endpoint(1), kept);
        assertEquals(attempts.size(), 2, "the new one is being connected");
        assertEquals(usable(), Set.of("1"));
        assertTrue(endpoint(2).opened(attempts.get(1)));
        assertEquals(usable(), Set.of("1", "2"));
        assertEquals(state(2), EndpointState.WARMING);
        assertEquals(state(1), EndpointState.OPEN);
    }

    public void aServerThatIsGoneKeepsItsCallsUntilTheyEnd() {
        start(builder());
        set.endpoints(servers(1, 2));
        open(1, 2);
        Endpoint gone = endpoint(1);
        PooledConnection connection = gone.open().all()[0];
        RecordedCall call = new RecordedCall();
        assertTrue(connection.take(call));
        set.endpoints(servers(2));
        assertEquals(usable(), Set.of("2"));
        assertFalse(connection.isClosed());
        assertEquals(state(1), EndpointState.DRAINING);
        assertFalse(gone.connections().canGrow());
        assertTrue(connection.cancel(call));
        connection.end(new EndReason(FailureCause.CONNECTION_CLOSED, "the last call has ended"));
        assertEquals(set.metrics().size(), 1);
        set.endpoints(servers(1, 2));
        assertNotSame(endpoint(1), gone);
        assertEquals(connectFailures.get(), 0);
    }

    public void serversThatCouldNotBeReplacedAreReplacedLater() {
        start(builder());
        set.endpoints(servers(1, 2));
        open(1);
        Endpoint connected = endpoint(1);
        Endpoint unconnected = endpoint(2);
        onChange = () -> {
            throw new OutOfMemoryError("thrown by a test");
        };
        expectThrows(OutOfMemoryError.class, () -> set.endpoints(servers(3)));
        onChange = () -> {};
        set.endpoints(servers(3));
        assertTrue(connected.connections().isGone() && unconnected.connections().isGone());
        assertTrue(attempts.get(0).isRetiring());
    }

    public void aConnectionThatOpensAfterItsServerWentEndsWithItsCalls() {
        start(builder());
        set.endpoints(servers(1, 2));
        PooledConnection late = endpoint(1).connect().orElseThrow();
        Endpoint gone = endpoint(1);
        set.endpoints(servers(2));
        assertTrue(gone.opened(late));
        assertTrue(late.isRetiring());
        assertTrue(gone.open().isEmpty());
    }

    public void weightAndZoneAreReplaced() {
        start(builder());
        set.endpoints(servers(1, 2));
        set.endpoints(List.of(
                EndpointAddress.of("server-1", 9090).withWeight(5).withZone("a"),
                EndpointAddress.of("server-2", 9090)));
        assertEquals(endpoint(1).weight(), 5.0);
        assertEquals(endpoint(1).address().zone().orElseThrow(), "a");
    }

    public void anEjectedServerGetsNoCallsButOneProbe() {
        start(builder());
        set.endpoints(servers(1, 2, 3));
        open(1, 2, 3);
        eject(2);
        assertEquals(usable(), Set.of("1", "3"));
        assertEquals(state(2), EndpointState.EJECTED);
        assertTrue(endpoint(2).open().isEmpty(), "its connections are of no use");
        clock.addAndGet(SECOND);
        threads.timers().advance();
        assertEquals(state(2), EndpointState.PROBING);
        assertEquals(set.selection().probing().length, 0, "each call looks at a server that none can probe");
        chooser.assign(call(), Pools.EMPTY_CALL, false); // connects it again
        PooledConnection fresh = attempts.get(attempts.size() - 1);
        assertSame(fresh.owner(), endpoint(2));
        assertTrue(endpoint(2).opened(fresh));
        PendingCall probe = call();
        assertSame(chooser.assign(probe, Pools.EMPTY_CALL, false), fresh);
        for (int i = 0; i < 20; i++) {
            assertNotSame(chooser.assign(call(), Pools.EMPTY_CALL, false).owner(), endpoint(2), "one call is enough");
        }
        endpoint(2).health().succeeded(1, SECOND, clock.get(), clock.get());
        assertEquals(usable(), Set.of("1", "2", "3"));
        assertEquals(state(2), EndpointState.WARMING);
    }

    /** An ejection may last for minutes, and each deployment may remove a thousand servers that were ejected as they stopped. */
    @Test(timeOut = 60_000)
    public void anEjectedServerThatIsRemovedIsForgotten() {
        start(builder());
        set.endpoints(servers(1, 2));
        open(1, 2);
        WeakReference<Endpoint> removed = new WeakReference<>(endpoint(2));
        eject(2);
        set.endpoints(servers(1));
        attempts.clear();
        Await.that("it is kept", () -> {
            set.update();
            System.gc();
            return removed.refersTo(null);
        });
    }

    public void neitherOnewayCallsNorRetriesProbeASilentServer() {
        start(builder());
        set.endpoints(servers(1, 2, 3));
        open(1, 2, 3);
        eject(2);
        clock.addAndGet(SECOND);
        threads.timers().advance();
        chooser.assign(call(), Pools.EMPTY_CALL, false);
        assertTrue(endpoint(2).opened(attempts.get(attempts.size() - 1)));
        PendingCall oneway = new RecordedCall(true, SECOND, clock.get());
        assertNotSame(chooser.assign(oneway, Pools.EMPTY_CALL, false).owner(), endpoint(2));
        PendingCall again = call();
        again.avoid(endpoint(1).open().all()[0]);
        assertSame(chooser.assign(again, Pools.EMPTY_CALL, false).owner(), endpoint(3));
        assertSame(chooser.assign(call(), Pools.EMPTY_CALL, false).owner(), endpoint(2));
    }

    public void aCallThatWaitsIsNotMovedToWhereAnotherAttemptAtItRuns() {
        start(builder());
        set.endpoints(servers(1, 2, 3));
        open(2, 3);
        PendingCall hedged = new RecordedCall() {
            @Override
            public boolean runsBesideAt(String endpoint) {
                return endpoint.equals(endpoint(2).name());
            }
        };
        for (int i = 0; i < 20; i++) {
            assertSame(chooser.elsewhere(hedged, endpoint(1)).orElseThrow(), endpoint(3));
        }
        endpoint(3).open().all()[0].end(new EndReason(FailureCause.CONNECTION_RESET, "reset"));
        assertTrue(chooser.elsewhere(hedged, endpoint(1)).isEmpty(), "it waits where it is");
        assertSame(chooser.elsewhere(call(), endpoint(1)).orElseThrow(), endpoint(2));
    }

    /** Of a client that makes no other calls. */
    public void onewayCallsBringARestartedServerBack() {
        start(builder());
        set.endpoints(servers(1, 2));
        open(1, 2);
        stopServer2();
        clock.addAndGet(SECOND);
        threads.timers().advance();
        assertTrue(endpoint(2).opened(connecting()));
        assertEquals(state(2), EndpointState.PROBING);
        assertSame(chooser.assign(oneway(), Pools.EMPTY_CALL, false).owner(), endpoint(2));
        assertSame(chooser.assign(oneway(), Pools.EMPTY_CALL, false).owner(), endpoint(1), "one is enough");
        clock.addAndGet(SECOND + SECOND / 10);
        threads.timers().advance();
        assertEquals(state(2), EndpointState.WARMING);
        assertEquals(usable(), Set.of("1", "2"));
    }

    /** As a proxy does whose server is down. */
    public void aServerThatClosesWhatItAcceptsIsProbedAfterItsBackoffOnly() {
        start(builder());
        set.endpoints(servers(1, 2));
        open(1, 2);
        stopServer2();
        int probes = 0;
        for (int tenths = 0; tenths < 600; tenths++) {
            clock.addAndGet(SECOND / 10);
            threads.timers().advance();
            PooledConnection last = connecting();
            if (last == null) {
                chooser.assign(oneway(), Pools.EMPTY_CALL, false);
                continue;
            }
            assertTrue(endpoint(2).opened(last));
            PooledConnection taker = chooser.assign(tenths % 2 == 0 ? call() : oneway(), Pools.EMPTY_CALL, false);
            probes += taker.owner() == endpoint(2) ? 1 : 0;
            last.end(new EndReason(FailureCause.CONNECTION_CLOSED, "closed by peer"));
        }
        assertTrue(probes >= 3 && probes <= 15, probes + " probes in a minute");
        assertEquals(usable(), Set.of("1"));
    }

    private void stopServer2() {
        for (PooledConnection connection : endpoint(2).open().all()) {
            connection.end(new EndReason(FailureCause.CONNECTION_RESET, "reset"));
        }
        for (int i = 0; i < 2; i++) {
            endpoint(2).ejection().connectFailed("refused");
        }
        assertEquals(state(2), EndpointState.EJECTED);
    }

    /** Returns the connection to server 2 that is being opened; null if there is none. */
    private PooledConnection connecting() {
        return endpoint(2)
                .connect()
                .filter(connection -> !List.of(endpoint(2).open().all()).contains(connection))
                .orElse(null);
    }

    private PendingCall oneway() {
        return new RecordedCall(true, SECOND, clock.get());
    }

    public void inAPanicAllGetCalls() {
        start(builder());
        set.endpoints(servers(1, 2, 3, 4));
        open(1, 2, 3, 4);
        eject(1);
        eject(2);
        assertEquals(usable(), Set.of("3", "4"), "half of them is no panic");
        eject(3);
        open(1, 2, 3);
        assertEquals(usable(), Set.of("1", "2", "3", "4"));
    }

    /** Such as a method whose replies are larger than the client accepts, wherever it is called. */
    public void callsThatFailAtAllServersEjectNone() {
        start(builder().outlierDetection(OutlierDetection.create().withMinCalls(10)));
        set.endpoints(servers(1, 2, 3));
        open(1, 2, 3);
        fail(10, 1, 2, 3);
        compare();
        assertEquals(usable(), Set.of("1", "2", "3"));
        fail(10, 3);
        for (int number : new int[] {1, 2}) {
            endpoint(number).health().succeeded(10, SECOND, clock.get(), clock.get());
        }
        compare();
        assertEquals(usable(), Set.of("1", "2"));
    }

    /** A server that fails calls replies to pings. */
    public void onlyACallProbesAServerThatFailedCalls() {
        start(builder().outlierDetection(OutlierDetection.create().withMinCalls(10)));
        set.endpoints(servers(1, 2, 3));
        open(1, 2, 3);
        fail(10, 3);
        endpoint(1).health().succeeded(10, SECOND, clock.get(), clock.get());
        compare();
        assertEquals(usable(), Set.of("1", "2"));
        clock.addAndGet(SECOND);
        threads.timers().advance();
        assertEquals(state(3), EndpointState.PROBING);
        new Pings(context, set, endpoint -> {}, Duration.ofHours(1)).probe();
        assertEquals(endpoint(3).load(), 0);
        ConnectionChooser besidePings = new ConnectionChooser(
                context,
                set,
                new ConnectionOpener(set, this::connectOthers, endpoint -> true, () -> "none"),
                true,
                (call, why) -> refused.add(why.cause()));
        assertSame(besidePings.assign(call(), Pools.EMPTY_CALL, false).owner(), endpoint(3));
    }

    private void fail(int calls, int... numbers) {
        for (int number : numbers) {
            for (int i = 0; i < calls; i++) {
                endpoint(number).health().repliedBadly(clock.get(), clock.get());
            }
        }
    }

    /** Compares the success rates of the servers. */
    private void compare() {
        clock.addAndGet(OutlierDetection.create().interval().toNanos());
        set.check(clock.get());
    }

    public void anEjectedServerIsBetterThanNone() {
        start(builder());
        set.endpoints(servers(1, 2));
        open(1, 2);
        for (PooledConnection connection : endpoint(1).open().all()) {
            connection.end(new EndReason(FailureCause.CONNECTION_RESET, "lost"));
        }
        for (int i = 0; i < 2; i++) {
            endpoint(2).ejection().connectionLost("lost");
        }
        assertTrue(endpoint(2).ejection().isOut());
        assertEquals(usable(), Set.of("2"));
    }

    /** Calls avoid a connection that is blocked, so no other call would time out there. */
    public void aServerThatHoldsOnlyAbandonedCallsIsEjectedInTime() {
        Duration timeout = Duration.ofSeconds(3);
        start(builder().callTimeout(timeout));
        set.endpoints(servers(1, 2));
        open(1, 2);
        PooledConnection connection = endpoint(1).open().all()[0];
        RecordedCall call = new RecordedCall();
        assertTrue(connection.take(call));
        call.beginSending();
        set.check(clock.get());
        clock.addAndGet(2 * timeout.toNanos());
        set.check(clock.get());
        assertFalse(endpoint(1).ejection().isOut(), "a call that is waited for");
        assertTrue(connection.cancel(call));
        set.check(clock.get());
        checkFor(timeout.toNanos() - 1);
        assertFalse(endpoint(1).ejection().isOut(), "too early");
        checkFor(1);
        assertTrue(endpoint(1).ejection().isOut());
        assertTrue(endpoint(1).open().isEmpty());
        assertFalse(endpoint(2).ejection().isOut());
    }

    /** Lets time pass, and checks as often as the timer thread does. */
    private void checkFor(long nanos) {
        for (long left = nanos; left > 0; left -= SECOND / 4) {
            clock.addAndGet(Math.min(left, SECOND / 4));
            set.check(clock.get());
        }
    }

    /** A proxy lost its connections; it serves new ones. No call waits for its deadline. */
    public void stalledConnectionsToTheOnlyServerAreReplaced() {
        Duration timeout = Duration.ofSeconds(3);
        start(builder().callTimeout(timeout).connectionsPerEndpoint(2));
        set.endpoints(servers(1));
        open(1, 1);
        List<PendingCall> inFlight = new ArrayList<>();
        for (int i = 0; i < 40; i++) {
            List<PendingCall> abandoned = List.copyOf(inFlight);
            inFlight.clear();
            for (PooledConnection connection : endpoint(1).open().all()) {
                PendingCall call = new RecordedCall(false, timeout.toNanos(), clock.get());
                assertTrue(connection.take(call));
                call.beginSending();
                inFlight.add(call);
            }
            abandoned.forEach(call -> assertTrue(call.connection().cancel(call)));
            set.check(clock.get());
            clock.addAndGet(SECOND / 10);
        }
        assertTrue(attempts.get(0).isRetiring() && attempts.get(1).isRetiring());
        assertFalse(endpoint(1).ejection().isOut());
        assertTrue(endpoint(1).connections().canGrow());
        assertNull(chooser.assign(call(), Pools.EMPTY_CALL, false));
        assertEquals(attempts.size(), 3);
    }

    public void theOnlyServerIsNeverEjected() {
        start(builder());
        set.endpoints(servers(1));
        open(1);
        for (int i = 0; i < 100; i++) {
            endpoint(1).health().timedOut(SECOND, clock.get(), "timed out");
        }
        assertEquals(usable(), Set.of("1"));
    }

    private List<EndpointAddress> inZones(String... zones) {
        return IntStream.range(0, zones.length)
                .mapToObj(i -> EndpointAddress.of("server-" + i, 9090).withZone(zones[i]))
                .toList();
    }

    /** There are always some that fail. */
    public void aFleetDoesNotFloodTheLog() {
        try (OwnLog log = OwnLog.start()) {
            start(builder()
                    .name("fleet")
                    .outlierDetection(OutlierDetection.create().withFailuresInRow(1)));
            int[] many = IntStream.range(0, 100).toArray();
            set.endpoints(servers(many));
            for (int number : many) {
                endpoint(number).connect().orElseThrow().connectFailed(new IOException("refused"));
                assertEquals(state(number), EndpointState.EJECTED);
            }
            assertEquals(log.count(Level.WARNING, "client 'fleet': no connection to server-"), ServerLogLimits.LINES);
            assertEquals(log.count(Level.WARNING, " gets no calls for "), ServerLogLimits.LINES);
            clock.addAndGet(SECOND);
            threads.timers().advance();
            for (int number : many) {
                assertEquals(state(number), EndpointState.PROBING);
                endpoint(number).health().timedOut(SECOND, clock.get(), "timed out");
                assertEquals(state(number), EndpointState.EJECTED);
            }
            assertEquals(log.count(Level.WARNING, " gets no calls for "), ServerLogLimits.LINES, "of failed probes");
            assertEquals(log.count(Level.FINE, " gets no calls for "), many.length);
            clock.addAndGet(2 * SECOND);
            for (int number : many) {
                endpoint(number).health().succeeded(1, SECOND, clock.get(), clock.get());
            }
            assertEquals(log.count(Level.INFO, " gets calls again"), ServerLogLimits.LINES);
            eject(0);
            assertEquals(log.count(Level.WARNING, "server-0:9090 gets no calls for "), 2);
            assertEquals(log.count(Level.WARNING, " (and 90 more in the last second)"), 1);
        }
    }

    public void theOwnZoneComesFirst() {
        start(builder().zone("near"));
        set.endpoints(inZones("near", "near", "near", "near", "far", "far", "far", "far", "far"));
        open(0, 1, 2, 3, 4, 5, 6, 7, 8);
        assertEquals(usable(), Set.of("0", "1", "2", "3"));
        eject(0);
        eject(1);
        assertEquals(usable(), Set.of("2", "3"), "half of them is enough");
        eject(2);
        assertEquals(usable(), Set.of("3", "4", "5", "6", "7", "8"));
    }

    public void aPanicInOtherZonesDoesNotLeaveTheOwn() {
        start(builder().zone("near"));
        set.endpoints(inZones("near", "near", "far", "far", "far"));
        open(0, 1, 2, 3, 4);
        for (int number : new int[] {2, 3, 4}) {
            eject(number);
            open(number);
        }
        assertEquals(usable(), Set.of("0", "1"));
        eject(0);
        open(0);
        assertEquals(usable(), Set.of("1"), "half of them is enough");
        eject(1);
        open(1);
        assertEquals(usable(), Set.of("0", "1", "2", "3", "4"));
    }

    public void anApertureUsesAPartOfTheServers() {
        start(builder().aperture(Aperture.random(3).withMaxLoad(1)));
        int[] numbers = IntStream.range(0, 40).toArray();
        set.endpoints(servers(numbers));
        assertEquals(set.used().size(), 3);
        List<Endpoint> before = set.used();
        set.endpoints(servers(IntStream.range(0, 41).toArray()));
        assertTrue(set.used().stream().filter(before::contains).count() >= 2, "the order is stable");
        for (Endpoint endpoint : set.used()) {
            assertTrue(endpoint.opened(endpoint.connect().orElseThrow()));
            for (int i = 0; i < 3; i++) {
                assertTrue(endpoint.open().all()[0].take(call()));
            }
        }
        clock.addAndGet(SECOND);
        set.check(clock.get());
        assertEquals(set.used().size(), 4, "more than 1 call each");
        set.check(clock.get());
        assertEquals(set.used().size(), 4, "once a second");
        Endpoint ejected = set.used().get(0);
        for (int i = 0; i < 2; i++) {
            ejected.health().timedOut(SECOND, clock.get(), "timed out");
        }
        assertEquals(set.used().size(), 4);
        assertFalse(set.used().contains(ejected), "another one is used in its place");
    }

    public void anApertureShrinksWithoutCalls() {
        start(builder().aperture(Aperture.deterministic(2, 1, 4).withMaxLoad(100)));
        set.endpoints(servers(IntStream.range(10, 18).toArray()));
        assertEquals(set.used().stream().map(Endpoint::name).toList(), List.of("server-12:9090", "server-13:9090"));
        open(12, 13);
        for (int i = 0; i < 300; i++) {
            endpoint(12).open().all()[0].take(call());
        }
        clock.addAndGet(SECOND);
        set.check(clock.get());
        assertEquals(set.used().size(), 3);
        open(14);
        PooledConnection idle = endpoint(14).open().all()[0];
        PooledConnection busy = endpoint(12).open().all()[0];
        busy.end(new EndReason(FailureCause.CONNECTION_RESET, "its calls end"));
        clock.addAndGet(SECOND);
        set.check(clock.get());
        assertEquals(set.used().size(), 2);
        assertTrue(idle.isRetiring(), "what is not used is closed");
    }

    public void asManyConnectionsAreOpenedAtATimeAsAreOpen() {
        start(builder().connectionsPerEndpoint(200));
        set.endpoints(servers(1));
        Endpoint endpoint = endpoint(1);
        int expected = 1;
        int open = 0;
        while (open < 200) {
            for (int i = 0; i < 100; i++) {
                endpoint.connect();
            }
            assertEquals(attempts.size() - open, Math.min(200 - open, expected));
            for (PooledConnection connection : attempts.subList(open, attempts.size())) {
                assertTrue(endpoint.opened(connection));
            }
            open = attempts.size();
            expected = Math.min(Endpoint.MAX_CONNECTING, open);
        }
        assertFalse(endpoint.connections().canGrow());
        assertFalse(endpoint.connections().mayGrow());
    }

    public void afterAFailureOneIsOpenedAtATime() {
        start(builder().connectionsPerEndpoint(20));
        set.endpoints(servers(1));
        open(1);
        Endpoint endpoint = endpoint(1);
        open(1);
        open(1);
        endpoint.connect().orElseThrow().connectFailed(new IOException("refused"));
        assertEquals(connectFailures.get(), 1);
        clock.addAndGet(Duration.ofSeconds(1).toNanos());
        int before = attempts.size();
        for (int i = 0; i < 10; i++) {
            endpoint.connect();
        }
        assertEquals(attempts.size(), before + 1);
    }

    public void fewConnectionsAreComparedExactly() {
        start(builder().connectionsPerEndpoint(OpenConnections.FEW));
        set.endpoints(servers(1));
        for (int i = 0; i < OpenConnections.FEW; i++) {
            open(1);
        }
        PooledConnection[] all = endpoint(1).open().all();
        for (int i = 0; i < all.length; i++) {
            for (int calls = 0; calls < (i == 5 ? 1 : 2 + i); calls++) {
                assertTrue(all[i].take(call()));
            }
        }
        for (int i = 0; i < 100; i++) {
            assertSame(endpoint(1).open().leastLoaded(), all[5]);
        }
        assertEquals(endpoint(1).load(), 2 + 3 + 4 + 5 + 6 + 1 + 8 + 9);
    }

    public void manyConnectionsShareCallsEvenly() {
        start(builder().connectionsPerEndpoint(200));
        set.endpoints(servers(1));
        for (int i = 0; i < 200; i++) {
            open(1);
        }
        for (int i = 0; i < 2_000; i++) {
            assertTrue(endpoint(1).open().leastLoaded().take(call()));
        }
        int most = Arrays.stream(endpoint(1).open().all())
                .mapToInt(PooledConnection::load)
                .max()
                .orElseThrow();
        assertTrue(most <= 14, most + " calls on one of 200 connections, 10 on average");
        int load = endpoint(1).load();
        assertTrue(load > 1_500 && load < 2_500, load + " of 2,000");
    }

    public void aFullServerPassesCallsOn() {
        start(builder().connectionsPerEndpoint(1).maxInFlightPerConnection(1).maxWaitingPerEndpoint(0));
        set.endpoints(servers(1, 2));
        open(1, 2);
        Set<ConnectedEndpoint> takers = new HashSet<>();
        takers.add(chooser.assign(call(), Pools.EMPTY_CALL, false).owner());
        takers.add(chooser.assign(call(), Pools.EMPTY_CALL, false).owner());
        assertEquals(takers.size(), 2);
        assertEquals(refused, List.of());
        chooser.assign(call(), Pools.EMPTY_CALL, false);
        assertEquals(refused, List.of(FailureCause.NO_CAPACITY));
    }

    /** Another thread may make a call at any moment: here after each change, before the set is updated. */
    public void noCallFailsWhileTheOnlyServerIsReplaced() {
        start(builder());
        set.endpoints(servers(1));
        open(1);
        List<String> takers = new ArrayList<>();
        onChange = () -> {
            Runnable self = onChange;
            onChange = () -> {}; // the call itself changes something
            PendingCall call = call();
            chooser.assign(call, Pools.EMPTY_CALL, false);
            takers.add(call.connection().endpoint());
            onChange = self;
        };
        set.endpoints(servers(3));
        onChange = () -> {};
        assertTrue(takers.size() >= 2, takers.size() + " calls");
        assertEquals(refused, List.of());
        assertEquals(takers.get(takers.size() - 1), endpoint(3).name());
    }

    /** The server asked for the end of the connection, and then vanished together with its last reply. */
    public void aDrainedConnectionWhoseCallsAreAbandonedEndsWithItsServer() {
        start(builder());
        set.endpoints(servers(1, 2));
        open(1, 2);
        PooledConnection drained = endpoint(1).open().all()[0];
        RecordedCall call = new RecordedCall();
        assertTrue(drained.take(call));
        call.beginSending();
        drained.ending().closeRequested();
        assertTrue(drained.cancel(call));
        set.endpoints(servers(2));
        Await.that("the connection stays", drained::isClosed);
        Await.that("its server stays", () -> set.metrics().size() == 1);
    }

    /** Otherwise a server that asks to close each connection at once, and does not reply, would get one for each call. */
    public void connectionsThatTakeNoFurtherCallsAreLimited() {
        start(builder().connectionsPerEndpoint(1));
        set.endpoints(servers(1));
        for (int i = 0; i < EndpointConnections.MAX_RETIRING_FACTOR; i++) {
            open(1);
            PooledConnection connection = attempts.get(i);
            PendingCall call = call();
            assertTrue(connection.take(call));
            call.beginSending();
            connection.ending().closeRequested();
        }
        assertNull(chooser.assign(call(), Pools.EMPTY_CALL, false));
        assertEquals(refused, List.of(FailureCause.CONNECT_FAILED));
        assertEquals(attempts.size(), EndpointConnections.MAX_RETIRING_FACTOR);
        String reason = endpoint(1).connections().unavailableReason().reason();
        assertEquals(reason, "16 connections that take no further calls still have calls in flight");
        attempts.get(0).end(new EndReason(FailureCause.CONNECTION_CLOSED, "closed by a test"));
        assertTrue(endpoint(1).connections().mayGrow());
        RecordedCall next = new RecordedCall();
        assertNull(chooser.assign(next, Pools.EMPTY_CALL, false));
        assertEquals(attempts.size(), EndpointConnections.MAX_RETIRING_FACTOR + 1);
        assertNull(next.failure());
    }

    public void aDetectionThatEjectsNoneReplacesConnectionsThatNoCallWouldUse() {
        Duration timeout = Duration.ofSeconds(3);
        start(builder().callTimeout(timeout).outlierDetection(OutlierDetection.off()));
        set.endpoints(servers(1, 2));
        open(1, 2);
        PooledConnection stalled = endpoint(1).open().all()[0];
        RecordedCall call = new RecordedCall();
        assertTrue(stalled.take(call));
        call.beginSending();
        assertTrue(stalled.cancel(call));
        set.check(clock.get());
        checkFor(timeout.toNanos());
        assertFalse(endpoint(1).ejection().isOut());
        assertTrue(stalled.isRetiring());
        assertTrue(endpoint(1).connections().canGrow());
    }

    public void aBalancerSeesWhatChangedAboutItsServers() {
        List<String> seen = new ArrayList<>();
        start(builder().balancer(endpoints -> {
            seen.add(endpoints.get(0).address().zone().orElse("none"));
            return (call, avoided) -> 0;
        }));
        set.endpoints(servers(1, 2));
        open(1, 2);
        set.update();
        assertEquals(seen, List.of("none"));
        set.endpoints(
                List.of(EndpointAddress.of("server-1", 9090).withZone("a"), EndpointAddress.of("server-2", 9090)));
        assertEquals(seen, List.of("none", "a"));
    }

    @DataProvider
    Object[][] brokenBalancers() {
        return new Object[][] {
            {
                (Balancer) endpoints -> {
                    throw new IllegalStateException("thrown by a test");
                }
            },
            {
                (Balancer) endpoints -> {
                    throw new AssertionError("thrown by a test");
                }
            },
            {(Balancer) endpoints -> null},
            {
                (Balancer) endpoints -> (call, avoided) -> {
                    throw new IllegalStateException("thrown by a test");
                }
            },
            {
                (Balancer) endpoints -> (call, avoided) -> {
                    throw new StackOverflowError("thrown by a test");
                }
            },
            {(Balancer) endpoints -> (call, avoided) -> -1},
            {(Balancer) endpoints -> (call, avoided) -> endpoints.size()},
        };
    }

    @Test(dataProvider = "brokenBalancers", timeOut = 60_000)
    public void aBrokenBalancerIsReplacedByTheDefault(Balancer broken) {
        start(builder().balancer(broken));
        set.endpoints(servers(1, 2));
        open(1, 2);
        Set<ConnectedEndpoint> takers = new HashSet<>();
        for (int i = 0; i < 20; i++) {
            takers.add(chooser.assign(call(), Pools.EMPTY_CALL, false).owner());
        }
        assertEquals(takers.size(), 2);
        assertEquals(refused, List.of());
    }

    public void anEstimateOfTheLoadCountsEachConnectionInTurn() {
        start(builder().connectionsPerEndpoint(OpenConnections.FEW + 1));
        set.endpoints(servers(1));
        for (int i = 0; i <= OpenConnections.FEW; i++) {
            open(1);
        }
        assertTrue(endpoint(1).open().all()[OpenConnections.FEW].take(call()));
        boolean counted = false;
        for (int i = 0; i < 200 && !counted; i++) {
            counted = endpoint(1).load() > 0;
        }
        assertTrue(counted, "the newest connection never counts");
    }
}
