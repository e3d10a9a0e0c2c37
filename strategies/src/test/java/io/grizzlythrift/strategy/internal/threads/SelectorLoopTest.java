package io.grizzlythrift.strategy.internal.threads;

import static org.testng.Assert.assertEquals;
import static org.testng.Assert.assertTrue;

import io.grizzlythrift.strategy.LeaderFollowerStrategy;
import io.grizzlythrift.strategy.ProcessingStrategy;
import io.grizzlythrift.strategy.SameThreadStrategy;
import io.grizzlythrift.strategy.WorkerThreadStrategy;
import io.grizzlythrift.strategy.spi.StrategyThreads;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.logging.Handler;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import org.glassfish.grizzly.Connection;
import org.glassfish.grizzly.IOEvent;
import org.glassfish.grizzly.IOStrategy;
import org.glassfish.grizzly.Transport;
import org.glassfish.grizzly.filterchain.BaseFilter;
import org.glassfish.grizzly.filterchain.FilterChainBuilder;
import org.glassfish.grizzly.filterchain.FilterChainContext;
import org.glassfish.grizzly.filterchain.NextAction;
import org.glassfish.grizzly.filterchain.TransportFilter;
import org.glassfish.grizzly.nio.SelectorRunner;
import org.glassfish.grizzly.nio.transport.TCPNIOTransport;
import org.glassfish.grizzly.nio.transport.TCPNIOTransportBuilder;
import org.glassfish.grizzly.threadpool.ThreadPoolConfig;
import org.testng.annotations.DataProvider;
import org.testng.annotations.Test;

/**
 * Tests that the thread of a selector survives an Error that escapes from Grizzly's selector loop, as when memory is
 * exhausted: it is thrown while an event is handled, and logging it in Grizzly's catch block throws another one.
 */
public final class SelectorLoopTest {
    private static final int TIMEOUT_MILLIS = 20_000;
    private static final Duration TIMEOUT = Duration.ofMillis(TIMEOUT_MILLIS);
    private static final int ERRORS = 5;

    @DataProvider
    static Object[][] strategies() {
        return new Object[][] {
            {SameThreadStrategy.create()}, {WorkerThreadStrategy.ofThreads(2)}, {LeaderFollowerStrategy.ofThreads(2)}
        };
    }

    /** Throws an Error as long as one is due. */
    @SuppressWarnings("rawtypes") // Grizzly's IOStrategy takes raw connections
    private record Throwing(IOStrategy behind, AtomicInteger errors) implements IOStrategy {
        private void throwWhileDue() {
            if (errors.get() > 0) {
                throw new OutOfMemoryError("made up by a test");
            }
        }

        @Override
        public boolean executeIoEvent(Connection connection, IOEvent event) throws IOException {
            throwWhileDue();
            return behind.executeIoEvent(connection, event);
        }

        @Override
        public boolean executeIoEvent(Connection connection, IOEvent event, boolean isEnabled) throws IOException {
            return behind.executeIoEvent(connection, event, isEnabled);
        }

        @Override
        public Executor getThreadPoolFor(Connection connection, IOEvent event) {
            return behind.getThreadPoolFor(connection, event);
        }

        @Override
        public ThreadPoolConfig createDefaultWorkerPoolConfig(Transport transport) {
            return behind.createDefaultWorkerPoolConfig(transport);
        }
    }

    /** Throws an Error from each attempt to log one, and counts down. */
    private static final class BrokenLog extends Handler {
        private final AtomicInteger errors;
        private final CompletableFuture<Void> thrown = new CompletableFuture<>();

        BrokenLog(AtomicInteger errors) {
            this.errors = errors;
        }

        @Override
        public void publish(LogRecord record) {
            if (record.getThrown() instanceof OutOfMemoryError) {
                if (errors.decrementAndGet() == 0) {
                    thrown.complete(null);
                }
                throw new OutOfMemoryError("made up by a test, for the log");
            }
        }

        @Override
        public void flush() {}

        @Override
        public void close() {}
    }

    private static final class Echo extends BaseFilter {
        @Override
        public NextAction handleRead(FilterChainContext context) {
            context.write(context.getMessage());
            return context.getStopAction();
        }
    }

    @Test(dataProvider = "strategies", timeOut = 60_000)
    public void theSameThreadContinues(ProcessingStrategy strategy) throws Exception {
        AtomicInteger errors = new AtomicInteger();
        Logger grizzly = Logger.getLogger(SelectorRunner.class.getName());
        BrokenLog log = new BrokenLog(errors);
        StrategyThreads threads = strategy.start("selector-loop-" + strategy.name(), 1);
        TCPNIOTransport transport = TCPNIOTransportBuilder.newInstance()
                .setProcessor(FilterChainBuilder.stateless()
                        .add(new TransportFilter())
                        .add(new Echo())
                        .build())
                .build();
        threads.install(transport);
        transport.setIOStrategy(new Throwing(transport.getIOStrategy(), errors));
        int port = ((InetSocketAddress) transport.bind(0).getLocalAddress()).getPort();
        transport.start();
        grizzly.addHandler(log);
        try (Socket before = new Socket(InetAddress.getLoopbackAddress(), port)) {
            before.setSoTimeout(TIMEOUT_MILLIS);
            assertEcho(before, 1);
            errors.set(ERRORS);
            before.getOutputStream().write(2);
            log.thrown.get(TIMEOUT_MILLIS, TimeUnit.MILLISECONDS);
            assertEquals(before.getInputStream().read(), 2, "from the connection whose event failed");
            try (Socket after = new Socket(InetAddress.getLoopbackAddress(), port)) {
                after.setSoTimeout(TIMEOUT_MILLIS);
                assertEcho(after, 3);
                assertEcho(before, 4);
            }
        } finally {
            grizzly.removeHandler(log);
            transport.shutdownNow();
            threads.shutdownNow();
        }
        assertTrue(threads.awaitTermination(TIMEOUT), "threads left behind");
    }

    private static void assertEcho(Socket socket, int value) throws IOException {
        socket.getOutputStream().write(value);
        assertEquals(socket.getInputStream().read(), value);
    }
}
