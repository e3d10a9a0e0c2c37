package io.grizzlythrift.client.internal.call;

import static org.testng.Assert.assertEquals;
import static org.testng.Assert.assertNull;
import static org.testng.Assert.assertTrue;

import io.grizzlythrift.client.internal.io.Connector;
import io.grizzlythrift.client.testing.RecordedCall;
import io.grizzlythrift.internal.util.DirectBuffers;
import io.grizzlythrift.test.Await;
import java.io.BufferedInputStream;
import java.io.DataInputStream;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.StandardSocketOptions;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicIntegerArray;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.atomic.AtomicReferenceArray;
import org.glassfish.grizzly.Connection;
import org.glassfish.grizzly.filterchain.FilterChainBuilder;
import org.glassfish.grizzly.filterchain.TransportFilter;
import org.glassfish.grizzly.nio.transport.TCPNIOConnection;
import org.glassfish.grizzly.nio.transport.TCPNIOConnectorHandler;
import org.glassfish.grizzly.nio.transport.TCPNIOTransport;
import org.glassfish.grizzly.nio.transport.TCPNIOTransportBuilder;
import org.glassfish.grizzly.threadpool.WorkerThread;
import org.testng.annotations.AfterMethod;
import org.testng.annotations.BeforeMethod;
import org.testng.annotations.Test;

/**
 * Tests a socket that takes only a small part of each write, so that the role of the writer keeps passing to the selector
 * thread and back, while calls are added, replied to and abandoned. Frames arrive whole, each once, and those of one thread in
 * order, although each is overwritten as soon as it is reported as copied.
 */
public class WriteQueueShortWritesTest {
    private static final int PRODUCERS = 4;
    private static final int CALLS_EACH = 2_000;
    private static final int MAX_IN_FLIGHT = 30;
    private static final int SEND_BUFFER = 128 * 1024;
    private static final int RECEIVE_BUFFER = 256 * 1024;
    private static final int LARGEST_BODY = 150_000;
    private static final int ONEWAY = -1;
    private static final int LIMIT_SECONDS = 60;

    private final byte[] pattern = new byte[LARGEST_BODY + 256];
    private final AtomicInteger sent = new AtomicInteger();
    private final AtomicInteger skipped = new AtomicInteger();
    private final AtomicInteger writesOfSelectors = new AtomicInteger();
    private final AtomicReference<Throwable> failure = new AtomicReference<>();
    private final AtomicIntegerArray onewaysSent = new AtomicIntegerArray(PRODUCERS * CALLS_EACH);
    private final AtomicIntegerArray received = new AtomicIntegerArray(PRODUCERS * CALLS_EACH);
    private final AtomicInteger receivedCount = new AtomicInteger();
    private final PendingCall[] calls = new PendingCall[PRODUCERS * CALLS_EACH];
    private final AtomicReferenceArray<CallBuffer> buffers = new AtomicReferenceArray<>(PRODUCERS * CALLS_EACH);
    private WriteQueue writeQueue;
    private TCPNIOTransport transport;
    private ServerSocket listener;
    private Socket server;

    private final class Listening implements WriteQueue.Listener {
        @Override
        public void sent(int count) {
            sent.addAndGet(count);
            if (Thread.currentThread() instanceof WorkerThread) {
                writesOfSelectors.incrementAndGet();
            }
        }

        @Override
        public void released(long bytes) {}

        @Override
        public void onewaySent(PendingCall call) {
            onewaysSent.incrementAndGet(call.sequenceId());
        }

        @Override
        public void skipped() {
            skipped.incrementAndGet();
        }

        @Override
        public void writeFailed(Throwable cause) {
            failure.compareAndSet(null, cause);
        }
    }

    /** Shrinks the send buffer of the socket before it connects. */
    @SuppressWarnings("rawtypes") // as in the methods of Grizzly's
    private static final class Connector extends TCPNIOConnectorHandler {
        Connector(TCPNIOTransport transport) {
            super(transport);
        }

        @Override
        protected void preConfigure(Connection started) {
            try {
                ((SocketChannel) ((TCPNIOConnection) started).getChannel())
                        .setOption(StandardSocketOptions.SO_SNDBUF, SEND_BUFFER);
            } catch (IOException e) {
                throw new IllegalStateException(e);
            }
        }
    }

    @BeforeMethod
    void open() throws Exception {
        new Random(3).nextBytes(pattern);
        listener = new ServerSocket();
        listener.setReceiveBufferSize(RECEIVE_BUFFER);
        listener.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
        transport = TCPNIOTransportBuilder.newInstance()
                .setProcessor(FilterChainBuilder.stateless()
                        .add(new TransportFilter())
                        .build())
                .setOptimizedForMultiplexing(false)
                .build();
        transport.setTcpNoDelay(true);
        transport.start();
        writeQueue = new WriteQueue(MAX_IN_FLIGHT, new Listening());
        TCPNIOConnection connection = (TCPNIOConnection) new Connector(transport)
                .connect(new InetSocketAddress(InetAddress.getLoopbackAddress(), listener.getLocalPort()))
                .get(LIMIT_SECONDS, TimeUnit.SECONDS);
        server = listener.accept();
        writeQueue.open(connection, true, DirectBuffers.OF_PROCESS);
        writeQueue.begin();
    }

    @AfterMethod(alwaysRun = true)
    void close() throws IOException {
        server.close();
        listener.close();
        transport.shutdownNow();
    }

    @Test(timeOut = 5 * 60_000)
    void framesArriveWholeOnceAndInOrder() throws Exception {
        start("read", this::read);
        List<Thread> producers = new ArrayList<>();
        for (int p = 0; p < PRODUCERS; p++) {
            int producer = p;
            producers.add(start("produce", () -> produce(producer)));
        }
        for (Thread producer : producers) {
            producer.join(TimeUnit.SECONDS.toMillis(LIMIT_SECONDS));
        }
        Await.that(
                "calls are left behind",
                () -> failure.get() != null || receivedCount.get() + skipped.get() == calls.length);
        assertNull(failure.get());
        assertTrue(skipped.get() > 0, "no call was abandoned in the queue");
        assertTrue(writesOfSelectors.get() > 0, "no write stopped half-way");
        assertEquals(sent.get(), receivedCount.get());
        for (PendingCall call : calls) {
            boolean wasSent = call.state() == PendingCall.SENT || call.state() == PendingCall.ABANDONED;
            assertEquals(received.get(call.sequenceId()), wasSent ? 1 : 0, "arrivals of a call that was sent or not");
            assertEquals(buffers.get(call.sequenceId()).copied(), wasSent ? 1 : 0, "copies of that call");
            Await.that(
                    "a oneway call never ends",
                    () -> onewaysSent.get(call.sequenceId()) == (wasSent && call.isOneway() ? 1 : 0));
        }
    }

    private Thread start(String name, Runnable task) {
        Thread thread = new Thread(
                () -> {
                    try {
                        task.run();
                    } catch (Throwable t) {
                        failure.compareAndSet(null, t);
                    }
                },
                name);
        thread.setDaemon(true);
        thread.start();
        return thread;
    }

    // ---- the client's side

    private void produce(int producer) {
        Random random = new Random(producer);
        for (int i = 0; i < CALLS_EACH; i++) {
            int id = producer * CALLS_EACH + i;
            PendingCall call = new RecordedCall(random.nextInt(4) == 0, Long.MAX_VALUE, 0);
            call.assign(null, id);
            byte[] frame = frame(call, random.nextInt(random.nextInt(4) == 0 ? LARGEST_BODY : 200));
            CallBuffer buffer = new CallBuffer(frame);
            call.frame(buffer, 3, frame.length - 3, 0);
            calls[id] = call;
            buffers.set(id, buffer);
            writeQueue.add(call);
            writeQueue.flush();
            overwriteIfCopied(buffer);
            overwriteIfCopied(buffers.get(id - random.nextInt(Math.min(i + 1, 100))));
            if (random.nextInt(5) == 0) {
                calls[id - random.nextInt(Math.min(i + 1, 5))].abandon();
                writeQueue.flush();
            }
        }
    }

    private static void overwriteIfCopied(CallBuffer buffer) {
        if (buffer.copied() > 0) {
            Arrays.fill(buffer.array(), (byte) -1);
        }
    }

    /**
     * Creates a frame after three bytes of another one: the length, the id, whether it is oneway, and bytes derived from the
     * id.
     */
    private byte[] frame(PendingCall call, int bodyLength) {
        return ByteBuffer.allocate(3 + 12 + bodyLength)
                .position(3)
                .putInt(8 + bodyLength)
                .putInt(call.sequenceId())
                .putInt(call.isOneway() ? ONEWAY : 0)
                .put(pattern, call.sequenceId() & 0xff, bodyLength)
                .array();
    }

    // ---- the server's side

    private void read() {
        int[] latest = new int[PRODUCERS];
        Arrays.fill(latest, -1);
        try {
            DataInputStream in = new DataInputStream(new BufferedInputStream(server.getInputStream(), RECEIVE_BUFFER));
            while (true) {
                byte[] body = new byte[in.readInt() - 8];
                int id = in.readInt();
                boolean oneway = in.readInt() == ONEWAY;
                in.readFully(body);
                int from = id & 0xff;
                assertTrue(Arrays.equals(body, 0, body.length, pattern, from, from + body.length), "bytes of " + id);
                assertEquals(
                        buffers.get(id).copied(), 1, "copies of " + id + " that were reported before it was written");
                assertTrue(latest[id / CALLS_EACH] < id, id + " came after " + latest[id / CALLS_EACH]);
                latest[id / CALLS_EACH] = id;
                received.incrementAndGet(id);
                receivedCount.incrementAndGet();
                if (!oneway) {
                    writeQueue.countReplies(1);
                    writeQueue.flush();
                }
            }
        } catch (IOException e) {
            return; // the test is over
        }
    }
}
