package io.grizzlythrift.client.internal.io;

import static org.testng.Assert.assertEquals;
import static org.testng.Assert.assertSame;

import io.grizzlythrift.internal.frame.FrameBatch;
import io.grizzlythrift.internal.frame.FrameFilter;
import io.grizzlythrift.internal.frame.WireFormat;
import io.grizzlythrift.internal.memory.MemoryBudget;
import io.grizzlythrift.internal.util.DirectBuffers;
import io.grizzlythrift.test.Await;
import io.grizzlythrift.test.UniqueName;
import java.io.EOFException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.glassfish.grizzly.CloseReason;
import org.glassfish.grizzly.filterchain.BaseFilter;
import org.glassfish.grizzly.filterchain.Filter;
import org.glassfish.grizzly.filterchain.FilterChainBuilder;
import org.glassfish.grizzly.memory.HeapBuffer;
import org.glassfish.grizzly.memory.HeapMemoryManager;
import org.glassfish.grizzly.nio.transport.TCPNIOConnection;
import org.glassfish.grizzly.nio.transport.TCPNIOTransport;
import org.glassfish.grizzly.nio.transport.TCPNIOTransportBuilder;
import org.testng.annotations.AfterMethod;
import org.testng.annotations.BeforeMethod;
import org.testng.annotations.Test;

/** Tests reads with and without Grizzly's filter chain, with real sockets. */
@Test(timeOut = 60_000)
public final class ClientIoStrategyTest {
    private static final byte[] FRAME = {0, 0, 0, 1, 7};

    private final FrameFilter frames = FrameFilter.ofFormat(100, new MemoryBudget(10_000), WireFormat.FRAMED);
    private ClientThreads threads;
    private TCPNIOTransport transport;
    private ServerSocket server;
    private Received received;
    private volatile Error arrayFailure;

    /** Its buffers fail when the frame filter asks for their arrays, if the test wants it. */
    private final class FailingMemory extends HeapMemoryManager {
        @Override
        public HeapBuffer allocate(int bytes) {
            return new HeapBuffer(new byte[bytes], 0, bytes) {
                @Override
                public boolean hasArray() {
                    if (arrayFailure != null) {
                        throw arrayFailure;
                    }
                    return true;
                }
            };
        }
    }

    @BeforeMethod
    void listen() throws Exception {
        arrayFailure = null;
        received = new Received();
        server = new ServerSocket(0, 10, InetAddress.getLoopbackAddress());
    }

    @AfterMethod(alwaysRun = true)
    void stop() throws Exception {
        server.close();
        transport.shutdownNow();
        threads.shutdown();
    }

    /** Connects with the given filters between the first and the last one, and accepts the connection. */
    private Socket connect(Filter... between) throws Exception {
        threads = new ClientThreads(UniqueName.of("reads"), 1, 1, System::nanoTime);
        transport = TCPNIOTransportBuilder.newInstance()
                .setProcessor(FilterChainBuilder.stateless()
                        .add(new SocketReadFilter(DirectBuffers.OF_PROCESS))
                        .addAll(between)
                        .add(new ConnectionEventFilter())
                        .build())
                .setMemoryManager(new FailingMemory())
                .build();
        threads.install(transport);
        transport.start();
        TcpConnector connector = new TcpConnector(
                transport,
                threads,
                System::nanoTime,
                Duration.ofMinutes(1),
                Duration.ofMinutes(1),
                Optional.empty(),
                host -> new InetAddress[] {InetAddress.getLoopbackAddress()});
        connector.connect(received, "server", server.getLocalPort());
        return server.accept();
    }

    public void readsAloneRunNoChain() throws Exception {
        try (Socket peer = connect(frames)) {
            peer.getOutputStream().write(FRAME);
            assertEquals(received.next(), new Read(1, false));
        }
    }

    public void theChainRunsAFilterBelowTheFrames() throws Exception {
        try (Socket peer = connect(new BaseFilter(), frames)) {
            peer.getOutputStream().write(FRAME);
            assertEquals(received.next(), new Read(1, true));
        }
    }

    public void theChainRunsAFilterAboveTheFrames() throws Exception {
        try (Socket peer = connect(frames, new BaseFilter())) {
            peer.getOutputStream().write(FRAME);
            assertEquals(received.next(), new Read(1, true));
        }
    }

    public void bytesThatTheListenerRefusesAreDropped() throws Exception {
        received.refuse = true;
        try (Socket peer = connect(frames)) {
            peer.getOutputStream().write(FRAME);
            Await.that("nothing was read", () -> received.reads.get() > 0);
        }
        assertEquals(received.closed().getClass(), EOFException.class);
        assertEquals(received.delivered.size(), 0);
    }

    public void anErrorOfAReadBreaksTheConnection() throws Exception {
        received.failure = new StackOverflowError("as the test wants");
        try (Socket peer = connect(frames)) {
            peer.getOutputStream().write(FRAME);
            assertSame(received.broken(), received.failure);
        }
    }

    public void anErrorOfTheFrameFilterIsTheReasonOfTheClose() throws Exception {
        arrayFailure = new StackOverflowError("as the test wants");
        try (Socket peer = connect(frames)) {
            peer.getOutputStream().write(FRAME);
            assertSame(received.closed().getCause(), arrayFailure);
        }
    }

    public void whatIsNoFrameTerminatesTheConnection() throws Exception {
        try (Socket peer = connect(frames)) {
            peer.getOutputStream().write(new byte[] {0x7f, 0, 0, 0, 1});
            received.closed();
            assertEquals(peer.getInputStream().read(), -1);
        }
        assertEquals(frames.rejectedFrames(), 1);
    }

    private record Read(int frames, boolean byChain) {}

    /** Records what each read delivers. */
    private static final class Received implements ConnectionListener {
        private final BlockingQueue<Read> delivered = new LinkedBlockingQueue<>();
        private final AtomicInteger reads = new AtomicInteger();
        private final CompletableFuture<Throwable> closed = new CompletableFuture<>();
        private final CompletableFuture<Throwable> broken = new CompletableFuture<>();
        private volatile boolean refuse;
        private volatile Error failure;

        Read next() throws InterruptedException {
            return delivered.poll(30, TimeUnit.SECONDS);
        }

        Throwable closed() throws Exception {
            return closed.get(30, TimeUnit.SECONDS);
        }

        Throwable broken() throws Exception {
            return broken.get(30, TimeUnit.SECONDS);
        }

        @Override
        public void opened(TCPNIOConnection opened) {}

        @Override
        public void connectFailed(Throwable cause) {}

        @Override
        public boolean bytesRead() {
            reads.incrementAndGet();
            if (failure != null) {
                throw failure;
            }
            return !refuse;
        }

        @Override
        public void replies(FrameBatch batch) {
            boolean byChain = StackWalker.getInstance()
                    .walk(frames ->
                            frames.anyMatch(frame -> frame.getClassName().endsWith("FilterChain")));
            delivered.add(new Read(batch.size(), byChain));
        }

        @Override
        public void closed(CloseReason reason) {
            closed.complete(reason.getCause());
        }

        @Override
        public void broken(Throwable thrown) {
            broken.complete(thrown);
        }
    }
}
