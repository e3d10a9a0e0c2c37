package io.grizzlythrift.server;

import static org.testng.Assert.assertEquals;
import static org.testng.Assert.assertFalse;
import static org.testng.Assert.assertSame;
import static org.testng.Assert.assertTrue;
import static org.testng.Assert.expectThrows;

import io.grizzlythrift.call.CallPriority;
import io.grizzlythrift.call.PriorityClassifier;
import io.grizzlythrift.internal.memory.HeapCheck;
import io.grizzlythrift.message.ThriftProtocol;
import io.grizzlythrift.strategy.AdaptiveStrategy;
import io.grizzlythrift.strategy.ExecutorStrategy;
import io.grizzlythrift.strategy.ProcessingStrategy;
import io.grizzlythrift.strategy.internal.queue.PaceLearner;
import io.grizzlythrift.strategy.spi.StrategyThreads;
import io.grizzlythrift.test.FreePort;
import io.grizzlythrift.test.UniqueName;
import io.grizzlythrift.test.everything.EverythingHandler;
import io.grizzlythrift.test.gen.Everything;
import io.grizzlythrift.test.server.RawClient;
import io.grizzlythrift.test.server.Requests;
import io.grizzlythrift.test.server.ServerThreads;
import io.grizzlythrift.test.server.Strategies;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.management.ManagementFactory;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.nio.channels.ServerSocketChannel;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicBoolean;
import javax.management.ObjectName;
import org.testng.annotations.DataProvider;
import org.testng.annotations.Test;

/** Tests that a start which fails at any of its steps leaves nothing behind, and that the same server then starts. */
@Test(timeOut = 60_000)
@SuppressWarnings("try") // sockets are closed before the end of their block
public final class FailedStartTest {
    private static final Requests REQUESTS = new Requests(ThriftProtocol.BINARY);
    private static final InetAddress LOOPBACK = InetAddress.getLoopbackAddress();

    /** A strategy one of whose methods, or that of its threads, throws an Error the first time. */
    private record FailsOnce(ProcessingStrategy delegate, String step, AtomicBoolean failed)
            implements ProcessingStrategy {
        @Override
        public String name() {
            return "fails-once";
        }

        @Override
        public int defaultSelectorThreads() {
            return 1;
        }

        @Override
        public StrategyThreads start(String serverName, int selectorThreads) {
            failAt("start");
            StrategyThreads threads = delegate.start(serverName, selectorThreads);
            return (StrategyThreads) Proxy.newProxyInstance(
                    FailedStartTest.class.getClassLoader(),
                    new Class<?>[] {StrategyThreads.class, PaceLearner.class},
                    (proxy, method, arguments) -> {
                        failAt(method.getName());
                        try {
                            return method.invoke(threads, arguments);
                        } catch (InvocationTargetException e) {
                            throw e.getCause();
                        }
                    });
        }

        private void failAt(String reached) {
            if (reached.equals(step) && failed.compareAndSet(false, true)) {
                throw new OutOfMemoryError("unable to create native thread");
            }
        }
    }

    private static ThriftServerBuilder builder(ProcessingStrategy strategy) {
        return ThriftServer.builder()
                .name(UniqueName.of("failed-start"))
                .strategy(strategy)
                .limits(Strategies.patient().build())
                .processor(new Everything.Processor<>(new EverythingHandler()));
    }

    private static void assertFree(int port) throws IOException {
        try (ServerSocket socket = new ServerSocket(port, 1, LOOPBACK)) {
            assertEquals(socket.getLocalPort(), port);
        }
    }

    private static void assertNothingLeft(ThriftServer server, long budget) throws Exception {
        assertFalse(server.isRunning());
        assertFalse(server.isReady());
        expectThrows(IllegalStateException.class, server::port);
        ServerThreads.assertEnd(ServerThreads.of(server));
        assertEquals(HeapCheck.totalBudgetBytes(), budget);
        assertEquals(beans(server), 0);
    }

    private static int beans(ThriftServer server) throws Exception {
        ObjectName name = new ObjectName("io.grizzlythrift:type=ThriftServer,name="
                + ObjectName.quote(server.config().name()));
        return ManagementFactory.getPlatformMBeanServer().queryNames(name, null).size();
    }

    private static void assertStarts(ThriftServer server) throws Exception {
        assertSame(server.start(), server);
        for (InetSocketAddress address : server.addresses()) {
            try (RawClient client = new RawClient(address)) {
                client.sendFrames(REQUESTS.echoString(1, "fine"))
                        .readReply(ThriftProtocol.BINARY)
                        .assertEchoString(1, "fine");
            }
        }
    }

    @Test(dataProvider = "strategies", dataProviderClass = Strategies.class)
    public void aTakenAddressFreesTheOthers(Strategies strategy) throws Exception {
        int free = FreePort.find();
        long budget = HeapCheck.totalBudgetBytes();
        try (ServerSocket taken = new ServerSocket(0, 1, LOOPBACK);
                ThriftServer server = builder(strategy.ofThreads(4))
                        .listen("127.0.0.1", free)
                        .listen("127.0.0.1", taken.getLocalPort())
                        .jmx(true)
                        .build()) {
            for (int attempt = 0; attempt < 3; attempt++) {
                UncheckedIOException failure = expectThrows(UncheckedIOException.class, server::start);
                assertTrue(failure.getMessage().contains(":" + taken.getLocalPort()), failure.getMessage());
                assertFree(free);
                assertNothingLeft(server, budget);
            }
            taken.close();
            assertStarts(server);
        }
    }

    /** Closing a server that failed to start is enough to free everything. */
    public void closeAfterAFailedStart() throws Exception {
        int free = FreePort.find();
        try (ServerSocket taken = new ServerSocket(0, 1, LOOPBACK)) {
            ThriftServer server = builder(Strategies.WORKER_THREAD.ofThreads(2))
                    .listen("127.0.0.1", free)
                    .listen("127.0.0.1", taken.getLocalPort())
                    .build();
            expectThrows(UncheckedIOException.class, server::start);
            server.close();
            assertFree(free);
            IllegalStateException failure = expectThrows(IllegalStateException.class, server::start);
            assertTrue(failure.getMessage().contains("was stopped"), failure.getMessage());
        }
    }

    /** The application has bound it, and may have no right to bind it again. */
    public void anAdoptedChannelStaysOpen() throws Exception {
        try (ServerSocket taken = new ServerSocket(0, 1, LOOPBACK);
                ServerSocketChannel bound = ServerSocketChannel.open().bind(new InetSocketAddress(LOOPBACK, 0));
                ThriftServer server = builder(Strategies.WORKER_THREAD.ofThreads(2))
                        .adopt(bound)
                        .listen("127.0.0.1", taken.getLocalPort())
                        .build()) {
            expectThrows(UncheckedIOException.class, server::start);
            assertTrue(bound.isOpen());
            taken.close();
            assertStarts(server);
        }
    }

    @DataProvider
    Object[][] steps() {
        return new Object[][] {{"start"}, {"apply"}, {"learn"}, {"install"}};
    }

    @Test(dataProvider = "steps")
    public void aStrategyThatFails(String step) throws Exception {
        int port = FreePort.find();
        long budget = HeapCheck.totalBudgetBytes();
        ProcessingStrategy strategy = new FailsOnce(AdaptiveStrategy.ofThreads(2), step, new AtomicBoolean());
        PriorityClassifier all = call -> CallPriority.NORMAL;
        try (ThriftServer server =
                builder(strategy).listen("127.0.0.1", port).priorities(all).build()) {
            expectThrows(OutOfMemoryError.class, server::start);
            assertFree(port);
            assertNothingLeft(server, budget);
            assertStarts(server);
        }
    }

    /** It comes last: connections may have been accepted by then. */
    public void anAnnouncerThatFails() throws Exception {
        int port = FreePort.find();
        long budget = HeapCheck.totalBudgetBytes();
        AtomicBoolean failed = new AtomicBoolean();
        try (ThriftServer server = builder(Strategies.WORKER_THREAD.ofThreads(2))
                .listen("127.0.0.1", port)
                .jmx(true)
                .announce((address, listener) -> {
                    if (failed.compareAndSet(false, true)) {
                        throw new NoClassDefFoundError("org/apache/curator/CuratorFramework");
                    }
                    return () -> {};
                })
                .build()) {
            expectThrows(NoClassDefFoundError.class, server::start);
            assertNothingLeft(server, budget);
            assertFree(port); // once the thread of its selector has ended
            assertStarts(server);
            assertEquals(beans(server), 1);
        }
    }

    /** What belongs to the user is stopped with a server that has started, not by a start that fails. */
    public void anExecutorStaysUsable() throws Exception {
        ExecutorService executor = Executors.newFixedThreadPool(2);
        try (ServerSocket taken = new ServerSocket(0, 1, LOOPBACK);
                ThriftServer server = builder(new ExecutorStrategy(executor))
                        .listen("127.0.0.1", taken.getLocalPort())
                        .build()) {
            expectThrows(UncheckedIOException.class, server::start);
            taken.close();
            assertStarts(server);
        }
        assertTrue(executor.isShutdown());
    }
}
