package io.grizzlythrift.server;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.testng.Assert.assertEquals;
import static org.testng.Assert.assertFalse;
import static org.testng.Assert.assertSame;
import static org.testng.Assert.assertTrue;
import static org.testng.Assert.expectThrows;

import io.grizzlythrift.limits.LimitType;
import io.grizzlythrift.limits.ServerLimits;
import io.grizzlythrift.memory.MemoryPart;
import io.grizzlythrift.message.ThriftProtocol;
import io.grizzlythrift.metrics.ServerCounters;
import io.grizzlythrift.micrometer.ThriftServerMetricsBinder;
import io.grizzlythrift.strategy.AdaptiveStrategy;
import io.grizzlythrift.strategy.InOrderStrategy;
import io.grizzlythrift.strategy.LeaderFollowerStrategy;
import io.grizzlythrift.strategy.ProcessingStrategy;
import io.grizzlythrift.strategy.SameThreadStrategy;
import io.grizzlythrift.strategy.WorkerThreadStrategy;
import io.grizzlythrift.test.Await;
import io.grizzlythrift.test.UniqueName;
import io.grizzlythrift.test.server.HeldProcessor;
import io.grizzlythrift.test.server.RawClient;
import io.grizzlythrift.test.server.ServerThreads;
import io.grizzlythrift.test.server.Strategies;
import io.micrometer.core.instrument.Tags;
import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.management.ManagementFactory;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import javax.management.ObjectName;
import org.glassfish.grizzly.IOStrategy;
import org.glassfish.grizzly.filterchain.BaseFilter;
import org.glassfish.grizzly.filterchain.FilterChain;
import org.glassfish.grizzly.filterchain.FilterChainBuilder;
import org.glassfish.grizzly.filterchain.FilterChainContext;
import org.glassfish.grizzly.filterchain.NextAction;
import org.glassfish.grizzly.filterchain.TransportFilter;
import org.glassfish.grizzly.nio.transport.TCPNIOServerConnection;
import org.glassfish.grizzly.strategies.SameThreadIOStrategy;
import org.glassfish.grizzly.strategies.WorkerThreadIOStrategy;
import org.testng.annotations.DataProvider;
import org.testng.annotations.Test;

/** Tests listeners on a transport of an application, which serves something else, too. */
@Test(timeOut = 60_000)
@SuppressWarnings("try") // listeners are closed before the end of their block
public final class ThriftListenerTest {
    private static final ThriftProtocol PROTOCOL = ThriftProtocol.BINARY;
    private static final InetAddress LOOPBACK = InetAddress.getLoopbackAddress();

    static ThriftListenerBuilder builder(EchoTransport host, HeldProcessor processor) {
        return ThriftListener.builder(host.transport())
                .name(UniqueName.of("listener"))
                .listen("127.0.0.1", 0)
                .processor(processor)
                .limits(Strategies.patient().build());
    }

    static RawClient connect(ThriftListener listener) throws IOException {
        return new RawClient(listener.addresses().get(0));
    }

    static void assertServes(RawClient client) throws Exception {
        client.sendFrames(HeldProcessor.call(PROTOCOL, "fast", 7), HeldProcessor.call(PROTOCOL, "fast", 8));
        assertEquals(client.readReply(PROTOCOL).sequenceId(), 7);
        assertEquals(client.readReply(PROTOCOL).sequenceId(), 8);
    }

    static void assertServes(ThriftListener listener) throws Exception {
        try (RawClient client = connect(listener)) {
            assertServes(client);
        }
    }

    private static boolean isListening(ThriftListener listener) {
        try {
            connect(listener).close();
            return true;
        } catch (IOException e) {
            return false;
        }
    }

    @DataProvider
    static Object[][] hosts() {
        IOStrategy worker = WorkerThreadIOStrategy.getInstance();
        IOStrategy same = SameThreadIOStrategy.getInstance();
        return new Object[][] {
            {worker, WorkerThreadStrategy.ofThreads(2), true},
            {worker, SameThreadStrategy.create(), false},
            {same, new InOrderStrategy(WorkerThreadStrategy.ofThreads(2)), false},
            {same, SameThreadStrategy.create(), true},
        };
    }

    /** Closing it frees what it has added, and nothing else. */
    @Test(dataProvider = "hosts")
    public void servesBesideTheApplication(IOStrategy io, ProcessingStrategy strategy, boolean startsLast)
            throws Exception {
        try (EchoTransport host = new EchoTransport(io)) {
            ThriftListener listener =
                    builder(host, new HeldProcessor()).strategy(strategy).build();
            if (startsLast) {
                host.transport().start();
                assertSame(listener.start(), listener);
            } else {
                listener.start();
                host.transport().start();
            }
            try (RawClient echo = host.connect();
                    RawClient client = connect(listener)) {
                assertServes(client);
                EchoTransport.assertEchoes(echo);
                assertEquals(listener.counters().openConnections(), 1);
                assertTrue(listener.isReady());
                Set<Thread> threads = ServerThreads.of(listener.config().name());
                listener.close();
                client.assertClosedByServer();
                assertFalse(listener.isRunning());
                assertFalse(isListening(listener));
                assertTrue(listener.toString().contains("stopped"), listener.toString());
                ServerThreads.assertEnd(threads);
                EchoTransport.assertEchoes(echo);
                host.assertEchoes();
                assertFalse(host.transport().isStopped());
                assertSame(host.transport().getIOStrategy(), io);
                listener.close();
            }
        }
    }

    @Test(dataProvider = "ioStrategies", dataProviderClass = EchoTransport.class)
    public void aDrainWaitsForCallsInFlight(IOStrategy io) throws Exception {
        HeldProcessor processor = new HeldProcessor();
        try (EchoTransport host = EchoTransport.started(io);
                ThriftListener listener = builder(host, processor).build().start();
                RawClient client = connect(listener)) {
            client.sendFrames(HeldProcessor.call(PROTOCOL, "hold", 1));
            processor.awaitStart(1);
            CompletableFuture<Boolean> stopped =
                    CompletableFuture.supplyAsync(() -> listener.shutdown(Duration.ofSeconds(30)));
            Await.that("it listens", () -> !isListening(listener));
            assertFalse(listener.isReady());
            assertFalse(stopped.isDone());
            client.sendFrames(HeldProcessor.call(PROTOCOL, "fast", 2));
            processor.release(1);
            assertEquals(client.readReply(PROTOCOL).sequenceId(), 1);
            client.readReply(PROTOCOL); // rejected, or a reply if it was read before the drain
            client.assertClosedByServer();
            assertTrue(stopped.get(20, TimeUnit.SECONDS), "drained");
            host.assertEchoes();
        }
    }

    /** What waits in the backlog is served once a connection closes. */
    @Test(dataProvider = "ioStrategies", dataProviderClass = EchoTransport.class)
    public void maxConnectionsPausesAccepting(IOStrategy io) throws Exception {
        ServerLimits limits = Strategies.patient().maxConnections(1).build();
        try (EchoTransport host = EchoTransport.started(io);
                ThriftListener listener = builder(host, new HeldProcessor())
                        .limits(limits)
                        .build()
                        .start();
                RawClient first = connect(listener);
                RawClient second = connect(listener)) {
            assertServes(first);
            second.sendFrames(HeldProcessor.call(PROTOCOL, "fast", 1));
            Await.that("the limit is not reached", () -> listener.counters().reached(LimitType.MAX_CONNECTIONS) > 0);
            assertEquals(listener.counters().openConnections(), 1);
            host.assertEchoes();
            first.close();
            assertEquals(second.readReply(PROTOCOL).sequenceId(), 1);
        }
    }

    @Test(dataProvider = "ioStrategies", dataProviderClass = EchoTransport.class)
    public void timeoutsCloseConnections(IOStrategy io) throws Exception {
        MovedClock clock = new MovedClock();
        try (EchoTransport host = EchoTransport.started(io);
                ThriftListener listener =
                        clock.of(builder(host, new HeldProcessor())).build().start();
                RawClient halfFrame = connect(listener);
                RawClient idle = connect(listener);
                RawClient echo = host.connect()) {
            ServerCounters counters = listener.counters();
            halfFrame.send(new byte[] {0, 0, 1, 0, 1, 2, 3});
            Await.that(
                    "nothing is read",
                    () -> counters.openConnections() == 2 && counters.bufferedBytes(MemoryPart.PARTIAL_FRAMES) > 0);
            clock.moveUntil("connections stay", () -> counters.openConnections() == 0);
            halfFrame.assertClosedByServer();
            idle.assertClosedByServer();
            assertEquals(counters.reached(LimitType.FRAME_TIMEOUT), 1);
            assertEquals(counters.reached(LimitType.IDLE_TIMEOUT), 1);
            EchoTransport.assertEchoes(echo);
        }
    }

    private static int beans(ThriftListener listener) throws Exception {
        ObjectName name = new ObjectName("io.grizzlythrift:type=ThriftServer,name="
                + ObjectName.quote(listener.config().name()));
        return ManagementFactory.getPlatformMBeanServer().queryNames(name, null).size();
    }

    public void jmx() throws Exception {
        try (EchoTransport host = EchoTransport.started(WorkerThreadIOStrategy.getInstance());
                ThriftListener listener =
                        builder(host, new HeldProcessor()).jmx(true).build()) {
            assertEquals(beans(listener), 0);
            listener.start();
            assertEquals(beans(listener), 1);
            listener.close();
            assertEquals(beans(listener), 0);
        }
    }

    /** Metrics of a registry are on the port of the listener. */
    public void healthAndMetrics() throws Exception {
        try (EchoTransport host = EchoTransport.started(WorkerThreadIOStrategy.getInstance());
                ThriftListener listener =
                        builder(host, new HeldProcessor()).http(true).build().start()) {
            PrometheusMeterRegistry registry = new PrometheusMeterRegistry(PrometheusConfig.DEFAULT);
            new ThriftServerMetricsBinder(listener, Tags.empty()).bindTo(registry);
            assertTrue(get(listener, "/health/ready").startsWith("HTTP/1.1 200 "));
            String metrics = get(listener, "/metrics");
            assertTrue(metrics.contains("thrift_server_connections_open"), metrics);
        }
    }

    private static String get(ThriftListener listener, String path) throws IOException {
        try (RawClient client = connect(listener)) {
            client.send(("GET " + path + " HTTP/1.1\r\nHost: h\r\nConnection: close\r\n\r\n").getBytes(US_ASCII));
            return new String(client.readAll(), US_ASCII);
        }
    }

    /** Announced once it listens, and withdrawn before it drains. */
    public void announces() throws Exception {
        List<String> seen = new CopyOnWriteArrayList<>();
        try (EchoTransport host = EchoTransport.started(WorkerThreadIOStrategy.getInstance());
                ThriftListener listener = builder(host, new HeldProcessor())
                        .announce((address, announced) -> {
                            seen.add(address.name());
                            return () -> seen.add("withdrawn");
                        })
                        .build()
                        .start()) {
            assertEquals(seen, List.of("127.0.0.1:" + listener.port()));
            listener.close();
            assertEquals(seen.get(1), "withdrawn");
        }
    }

    /** Each has its own limits, counters and drain. */
    @Test(dataProvider = "ioStrategies", dataProviderClass = EchoTransport.class)
    public void twoOnOneTransport(IOStrategy io) throws Exception {
        HeldProcessor processor = new HeldProcessor();
        try (EchoTransport host = EchoTransport.started(io);
                ThriftListener one = builder(host, new HeldProcessor())
                        .limits(Strategies.patient().maxConnections(1).build())
                        .build()
                        .start();
                ThriftListener two = builder(host, processor).build().start();
                RawClient ofOne = connect(one);
                RawClient waiting = connect(one);
                RawClient ofTwo = connect(two);
                RawClient alsoOfTwo = connect(two)) {
            assertServes(ofOne);
            assertServes(ofTwo);
            assertServes(alsoOfTwo);
            assertEquals(one.counters().openConnections(), 1);
            assertEquals(two.counters().openConnections(), 2);
            assertEquals(two.counters().reached(LimitType.MAX_CONNECTIONS), 0);
            ofTwo.sendFrames(HeldProcessor.call(PROTOCOL, "hold", 1));
            processor.awaitStart(1);
            one.close();
            ofOne.assertClosedByServer();
            waiting.assertClosedByServer();
            assertTrue(two.isReady());
            assertServes(alsoOfTwo);
            processor.release(1);
            assertEquals(ofTwo.readReply(PROTOCOL).sequenceId(), 1);
            assertServes(two);
            host.assertEchoes();
        }
    }

    @DataProvider
    static Object[][] runningOrNot() {
        return new Object[][] {{true}, {false}};
    }

    @Test(dataProvider = "runningOrNot")
    public void aFailedStartLeavesTheTransportAsItWas(boolean running) throws Exception {
        IOStrategy io = WorkerThreadIOStrategy.getInstance();
        try (EchoTransport host = new EchoTransport(io);
                ServerSocket taken = new ServerSocket(0, 1, LOOPBACK)) {
            if (running) {
                host.transport().start();
            }
            ThriftListener listener = builder(host, new HeldProcessor())
                    .listen("127.0.0.1", taken.getLocalPort())
                    .jmx(true)
                    .build();
            for (int attempt = 0; attempt < 2; attempt++) {
                UncheckedIOException failure = expectThrows(UncheckedIOException.class, listener::start);
                assertTrue(failure.getMessage().contains(":" + taken.getLocalPort()), failure.getMessage());
                assertSame(host.transport().getIOStrategy(), io);
                assertEquals(beans(listener), 0);
                ServerThreads.assertEnd(ServerThreads.of(listener.config().name()));
            }
            taken.close();
            listener.start();
            if (!running) {
                host.transport().start();
            }
            assertServes(listener);
            host.assertEchoes();
            listener.close();
        }
    }

    /** A selector that runs holds a closed socket until its next selection. */
    public void aFailedStartFreesItsAddresses() throws Exception {
        try (EchoTransport host = EchoTransport.started(WorkerThreadIOStrategy.getInstance());
                ServerSocket taken = new ServerSocket(0, 1, LOOPBACK);
                ServerSocket reserved = new ServerSocket(0, 1, LOOPBACK)) {
            int port = reserved.getLocalPort();
            reserved.close();
            for (int round = 0; round < 50; round++) {
                ThriftListener listener = ThriftListener.builder(host.transport())
                        .name(UniqueName.of("failing"))
                        .listen("127.0.0.1", port)
                        .listen("127.0.0.1", taken.getLocalPort())
                        .processor(new HeldProcessor())
                        .build();
                UncheckedIOException failure = expectThrows(UncheckedIOException.class, listener::start);
                assertTrue(failure.getMessage().contains(":" + taken.getLocalPort()), failure.getMessage());
                new ServerSocket(port, 1, LOOPBACK).close();
            }
        }
    }

    /** Its connections close with the transport; threads and registrations do not stay behind. */
    @Test(dataProvider = "ioStrategies", dataProviderClass = EchoTransport.class)
    public void aTransportThatStopsFirst(IOStrategy io) throws Exception {
        HeldProcessor processor = new HeldProcessor();
        EchoTransport host = EchoTransport.started(io);
        try (ThriftListener listener = builder(host, processor).build().start();
                RawClient client = connect(listener)) {
            client.sendFrames(HeldProcessor.call(PROTOCOL, "hold", 1));
            processor.awaitStart(1);
            Set<Thread> threads = ServerThreads.of(listener.config().name());
            host.close();
            client.readUntilClosedByServer();
            assertTrue(listener.awaitTermination(Duration.ofSeconds(20)));
            ServerThreads.assertEnd(threads);
            assertSame(host.transport().getIOStrategy(), io);
        } finally {
            processor.release(1);
        }
    }

    public void closedBeforeItsTransportRuns() throws Exception {
        try (EchoTransport host = new EchoTransport(WorkerThreadIOStrategy.getInstance())) {
            ThriftListener listener = builder(host, new HeldProcessor()).build().start();
            InetSocketAddress address = listener.addresses().get(0);
            listener.close();
            new ServerSocket(address.getPort(), 1, LOOPBACK).close();
            host.transport().start();
            host.assertEchoes();
            expectThrows(IOException.class, () -> new RawClient(address));
        }
    }

    /** Bound by the application, with a chain of its own. */
    @Test(dataProvider = "runningOrNot")
    public void aListeningConnectionOfTheApplication(boolean running) throws Exception {
        try (EchoTransport host = new EchoTransport(WorkerThreadIOStrategy.getInstance())) {
            if (running) {
                host.transport().start();
            }
            TCPNIOServerConnection bound = host.transport().bind("127.0.0.1", 0);
            try (ThriftListener listener = ThriftListener.builder(host.transport())
                    .listen(bound)
                    .processor(new HeldProcessor())
                    .build()
                    .start()) {
                if (!running) {
                    host.transport().start();
                }
                assertEquals(listener.addresses(), List.of(bound.getLocalAddress()));
                assertServes(listener);
            }
            assertFalse(bound.isOpen());
            host.assertEchoes();
        }
    }

    public void rejectsWhatItCannotDo() throws Exception {
        try (EchoTransport host = new EchoTransport(WorkerThreadIOStrategy.getInstance());
                EchoTransport other = new EchoTransport(WorkerThreadIOStrategy.getInstance())) {
            ThriftListenerBuilder builder = builder(host, new HeldProcessor());
            for (ProcessingStrategy strategy : List.of(
                    LeaderFollowerStrategy.create(),
                    AdaptiveStrategy.create(),
                    new InOrderStrategy(AdaptiveStrategy.create()))) {
                IllegalArgumentException failure =
                        expectThrows(IllegalArgumentException.class, () -> builder.strategy(strategy));
                assertTrue(failure.getMessage().contains("use ThriftServer"), failure.getMessage());
            }
            expectThrows(IllegalArgumentException.class, () -> builder.filters(new TransportFilter()));
            TCPNIOServerConnection foreign = other.transport().bind("127.0.0.1", 0);
            expectThrows(IllegalArgumentException.class, () -> builder.listen(foreign));
        }
    }

    /** The socket is the application's: a connection over the limit closes, and a drain closes connections alone. */
    @Test(dataProvider = "ioStrategies", dataProviderClass = EchoTransport.class)
    public void aChainOfTheApplication(IOStrategy io) throws Exception {
        HeldProcessor processor = new HeldProcessor();
        try (EchoTransport host = EchoTransport.started(io);
                ThriftListener listener = ThriftListener.builder(host.transport())
                        .name(UniqueName.of("listener"))
                        .processor(processor)
                        .limits(Strategies.patient().maxConnections(1).build())
                        .build()
                        .start()) {
            InetSocketAddress address = host.bindChain(listener);
            try (RawClient client = new RawClient(address)) {
                assertServes(client);
                try (RawClient over = new RawClient(address)) {
                    over.readUntilClosedByServer();
                }
                assertEquals(listener.counters().reached(LimitType.MAX_CONNECTIONS), 1);
                client.sendFrames(HeldProcessor.call(PROTOCOL, "hold", 1));
                processor.awaitStart(1);
                CompletableFuture<Boolean> stopped =
                        CompletableFuture.supplyAsync(() -> listener.shutdown(Duration.ofSeconds(30)));
                Await.that("the drain does not begin", () -> !listener.isReady());
                processor.release(1);
                assertEquals(client.readReply(PROTOCOL).sequenceId(), 1);
                client.assertClosedByServer();
                assertTrue(stopped.get(20, TimeUnit.SECONDS), "drained");
            }
            try (RawClient late = new RawClient(address)) {
                late.readUntilClosedByServer();
            }
            assertEquals(listener.counters().openConnections(), 0);
            host.assertEchoes();
        }
    }

    @DataProvider
    static Object[][] accepting() {
        return Arrays.stream(EchoTransport.Accepting.values())
                .map(each -> new Object[] {each})
                .toArray(Object[][]::new);
    }

    /**
     * A drain and a pause of reading depend on that, also if the transport reads on worker threads: the first bytes of a
     * connection whose protocol is to be found, and all others.
     */
    @Test(dataProvider = "accepting")
    public void readsOnSelectorThreads(EchoTransport.Accepting accepting) throws Exception {
        HeldProcessor processor = new HeldProcessor();
        try (EchoTransport host = EchoTransport.started(WorkerThreadIOStrategy.getInstance());
                ThriftListener listener = builder(host, processor)
                        .strategy(SameThreadStrategy.create())
                        .build()
                        .start()) {
            try (RawClient client = new RawClient(accepting.address(host, listener))) {
                for (int call = 1; call <= 2; call++) {
                    client.sendFrames(HeldProcessor.call(PROTOCOL, "hold", call));
                    String thread = processor.awaitStart(call).getName();
                    processor.release(call);
                    assertEquals(client.readReply(PROTOCOL).sequenceId(), call);
                    assertTrue(thread.endsWith(" SelectorRunner"), thread); // facts.md#selector-threads-are-renamed
                }
            }
        }
    }

    /** Also in the filters of the application below: those of Thrift do not have to hand over what they get. */
    public void filtersBelowRunOnSelectorThreads() throws Exception {
        List<String> threads = new CopyOnWriteArrayList<>();
        try (EchoTransport host = EchoTransport.started(WorkerThreadIOStrategy.getInstance());
                ThriftListener listener =
                        builder(host, new HeldProcessor()).build().start()) {
            FilterChain chain = FilterChainBuilder.stateless()
                    .add(new TransportFilter())
                    .add(new BaseFilter() {
                        @Override
                        public NextAction handleRead(FilterChainContext context) {
                            threads.add(Thread.currentThread().getName());
                            return context.getInvokeAction();
                        }
                    })
                    .addAll(listener.filters())
                    .build();
            try (RawClient client = new RawClient(host.bind(chain))) {
                assertServes(client);
                assertServes(client);
            }
            assertTrue(threads.stream().allMatch(name -> name.endsWith(" SelectorRunner")), threads.toString());
        }
    }

    /** Garbage closes its own connection. */
    public void hostileBytes() throws Exception {
        try (EchoTransport host = EchoTransport.started(WorkerThreadIOStrategy.getInstance());
                ThriftListener listener =
                        builder(host, new HeldProcessor()).build().start();
                RawClient client = connect(listener);
                RawClient echo = host.connect()) {
            assertServes(client);
            for (byte[] bytes :
                    List.of(new byte[] {-1, -1, -1, -1}, new byte[8], "GET / HTTP/1.1\r\n\r\n".getBytes(US_ASCII))) {
                try (RawClient hostile = connect(listener)) {
                    hostile.send(bytes);
                    hostile.readUntilClosedByServer();
                }
            }
            assertEquals(listener.rejectedFrames(), 3);
            assertServes(client);
            EchoTransport.assertEchoes(echo);
        }
    }
}
