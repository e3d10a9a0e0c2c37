package io.grizzlythrift.server;

import static org.testng.Assert.assertEquals;
import static org.testng.Assert.assertSame;

import io.grizzlythrift.internal.connection.ChannelReadFilter;
import io.grizzlythrift.internal.frame.FrameFilter;
import io.grizzlythrift.internal.frame.TestFrameFilters;
import io.grizzlythrift.message.ThriftProtocol;
import io.grizzlythrift.strategy.spi.StrategyThreads;
import io.grizzlythrift.test.Await;
import io.grizzlythrift.test.UniqueName;
import io.grizzlythrift.test.server.HeldProcessor;
import io.grizzlythrift.test.server.RawClient;
import io.grizzlythrift.test.server.Strategies;
import java.net.InetSocketAddress;
import java.util.concurrent.atomic.AtomicInteger;
import org.glassfish.grizzly.IOStrategy;
import org.glassfish.grizzly.filterchain.BaseFilter;
import org.glassfish.grizzly.filterchain.FilterChainBuilder;
import org.glassfish.grizzly.filterchain.FilterChainContext;
import org.glassfish.grizzly.filterchain.NextAction;
import org.glassfish.grizzly.memory.HeapBuffer;
import org.glassfish.grizzly.memory.HeapMemoryManager;
import org.glassfish.grizzly.nio.transport.TCPNIOTransport;
import org.glassfish.grizzly.nio.transport.TCPNIOTransportBuilder;
import org.glassfish.grizzly.strategies.WorkerThreadIOStrategy;
import org.testng.annotations.AfterMethod;
import org.testng.annotations.BeforeMethod;
import org.testng.annotations.Test;

/** Tests which events the filter chain handles, with real sockets and a filter that counts them. */
@Test(timeOut = 60_000)
public class PlainReadStrategyTest {
    private static final ThriftProtocol PROTOCOL = ThriftProtocol.COMPACT;

    private final AtomicInteger readsOfChain = new AtomicInteger();
    private final AtomicInteger closesOfChain = new AtomicInteger();
    private volatile boolean memoryFails;
    private StrategyThreads threads;
    private ThriftServerFilter server;
    private FrameFilter frames;
    private TCPNIOTransport transport;

    private final class CountingFilter extends BaseFilter {
        @Override
        public NextAction handleRead(FilterChainContext context) {
            readsOfChain.incrementAndGet();
            return context.getInvokeAction();
        }

        @Override
        public NextAction handleClose(FilterChainContext context) {
            closesOfChain.incrementAndGet();
            return context.getInvokeAction();
        }
    }

    private final class FailingMemory extends HeapMemoryManager {
        @Override
        public HeapBuffer allocate(int bytes) {
            if (memoryFails) {
                throw new IllegalStateException("no memory, as the test wants");
            }
            return super.allocate(bytes);
        }
    }

    @BeforeMethod
    void create() {
        readsOfChain.set(0);
        closesOfChain.set(0);
        memoryFails = false;
        threads = Strategies.SAME_THREAD.ofThreads(1).start(UniqueName.of("plain-reads"), 1);
        frames = TestFrameFilters.framed();
        server = ThriftServerFilter.builder(threads)
                .name(UniqueName.of("plain-reads"))
                .processor(new HeldProcessor())
                .protocol(PROTOCOL)
                .build(frames);
        transport = TCPNIOTransportBuilder.newInstance()
                .setProcessor(FilterChainBuilder.stateless()
                        .add(new ChannelReadFilter())
                        .add(new CountingFilter())
                        .add(frames)
                        .add(server)
                        .build())
                .setMemoryManager(new FailingMemory())
                .build();
        threads.install(transport);
    }

    @AfterMethod(alwaysRun = true)
    void stop() throws Exception {
        transport.shutdownNow();
        threads.shutdownNow();
        server.close();
    }

    private InetSocketAddress start() throws Exception {
        InetSocketAddress address =
                (InetSocketAddress) transport.bind("127.0.0.1", 0).getLocalAddress();
        transport.start();
        return address;
    }

    private static void call(RawClient client, int sequenceId) throws Exception {
        client.sendFrames(HeldProcessor.call(PROTOCOL, "fast", sequenceId));
        assertEquals(client.readReply(PROTOCOL).sequenceId(), sequenceId);
    }

    public void theChainHandlesReadsWithoutThisStrategy() throws Exception {
        try (RawClient client = new RawClient(start())) {
            call(client, 1);
            assertEquals(readsOfChain.get(), 1);
        }
    }

    public void theChainHandlesTheEndOfAConnectionAlone() throws Exception {
        PlainReadStrategy.install(transport, frames, server, null);
        try (RawClient client = new RawClient(start())) {
            for (int i = 1; i <= 10; i++) {
                call(client, i);
            }
            assertEquals(server.counters().openConnections(), 1);
        }
        Await.that("not closed", () -> closesOfChain.get() == 1);
        Await.that("still counted", () -> server.counters().openConnections() == 0);
        assertEquals(readsOfChain.get(), 0);
    }

    public void aConnectionWhoseReadFailsIsClosedAlone() throws Exception {
        PlainReadStrategy.install(transport, frames, server, null);
        InetSocketAddress address = start();
        try (RawClient failing = new RawClient(address);
                RawClient other = new RawClient(address)) {
            call(failing, 1);
            call(other, 2);
            memoryFails = true;
            failing.sendFrames(HeldProcessor.call(PROTOCOL, "fast", 3));
            failing.assertClosedByServer();
            memoryFails = false;
            call(other, 4);
        }
    }

    public void bytesThatAreNotFramesCloseTheConnection() throws Exception {
        PlainReadStrategy.install(transport, frames, server, null);
        try (RawClient client = new RawClient(start())) {
            call(client, 1);
            client.send(new byte[] {-1, -1, -1, -1});
            client.assertClosedByServer();
        }
        assertEquals(frames.rejectedFrames(), 1);
    }

    public void anotherIoStrategyStays() {
        IOStrategy other = WorkerThreadIOStrategy.getInstance();
        transport.setIOStrategy(other);
        PlainReadStrategy.install(transport, frames, server, null);
        assertSame(transport.getIOStrategy(), other);
    }
}
