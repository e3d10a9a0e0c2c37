package io.grizzlythrift.internal.memory;

import static org.testng.Assert.assertEquals;
import static org.testng.Assert.assertTrue;

import io.grizzlythrift.limits.LimitType;
import io.grizzlythrift.limits.ServerLimits;
import io.grizzlythrift.memory.MemoryPart;
import io.grizzlythrift.message.ThriftProtocol;
import io.grizzlythrift.server.ThriftServer;
import io.grizzlythrift.test.Await;
import io.grizzlythrift.test.LogCapture;
import io.grizzlythrift.test.server.HeldProcessor;
import io.grizzlythrift.test.server.RawClient;
import io.grizzlythrift.test.server.SizedProcessor;
import io.grizzlythrift.test.server.Strategies;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.apache.thrift.TProcessor;
import org.testng.annotations.Test;

/**
 * Tests maxBufferedBytes over real sockets: which peers must wait, which are disconnected, and that all memory is
 * released.
 */
@Test(timeOut = 60_000)
public final class BufferedBytesTest {
    private static final ThriftProtocol PROTOCOL = ThriftProtocol.COMPACT;
    private static final int MEGABYTE = 1 << 20;

    /** More than both socket buffers hold. */
    private static final int REPLY_BYTES = 16 * MEGABYTE;

    private static ThriftServer start(Strategies strategy, TProcessor processor, long maxBufferedBytes) {
        return strategy.builder(processor)
                .protocol(PROTOCOL)
                .limits(Strategies.patient()
                        .maxBufferedBytes(maxBufferedBytes)
                        .maxReplyBytes(ServerLimits.MAX_REPLY_BYTES)
                        .build())
                .build()
                .start();
    }

    private static byte[] call(String method, int sequenceId) throws Exception {
        return HeldProcessor.call(PROTOCOL, method, sequenceId);
    }

    private static void awaitNothingHeld(ThriftServer server) {
        Await.that("memory is not released", () -> server.counters().bufferedBytes() == 0);
        for (MemoryPart part : MemoryPart.values()) {
            assertEquals(server.counters().bufferedBytes(part), 0, part.toString());
        }
        Await.that("calls stay in flight", () -> server.counters().inFlight() == 0);
    }

    private static long reached(ThriftServer server, LimitType limit) {
        return server.counters().reached(limit);
    }

    /** Only the connection that requested the reply is terminated. */
    @Test(dataProvider = "strategies", dataProviderClass = Strategies.class)
    public void aReplyLargerThanTheBudget(Strategies strategy) throws Exception {
        try (LogCapture log = LogCapture.start();
                ThriftServer server = start(strategy, new SizedProcessor(REPLY_BYTES), MEGABYTE);
                RawClient greedy = new RawClient(server);
                RawClient idle = new RawClient(server)) {
            greedy.sendFrames(call("fast", 1));
            Await.that("it is not counted", () -> reached(server, LimitType.MAX_BUFFERED_BYTES) == 1);
            greedy.readUntilClosedByServer();
            Await.that("it is not logged", () -> log.count("; maxBufferedBytes is " + MEGABYTE) == 1);
            Await.that("not exactly one is closed", () -> server.counters().openConnections() == 1);
            idle.send(new byte[] {0}); // the beginning of a frame: the connection is still open
            awaitNothingHeld(server);
        }
    }

    /** Of two peers that read nothing, one is disconnected; the other gets its reply. */
    @Test(dataProvider = "strategies", dataProviderClass = Strategies.class)
    public void theGreediestIsTerminated(Strategies strategy) throws Exception {
        try (LogCapture quiet = LogCapture.start();
                ThriftServer server = start(strategy, new SizedProcessor(REPLY_BYTES), 17 * MEGABYTE)) {
            int survivors = 0;
            try (RawClient first = new RawClient(server);
                    RawClient second = new RawClient(server)) {
                first.sendFrames(call("fast", 1));
                Await.that("nothing waits", () -> server.counters().bufferedBytes(MemoryPart.UNSENT_REPLIES) > 0);
                second.sendFrames(call("fast", 2));
                Await.that("neither is terminated", () -> reached(server, LimitType.MAX_BUFFERED_BYTES) == 1);
                assertTrue(server.counters().bufferedBytes() <= 17 * MEGABYTE, quiet.text());
                for (RawClient client : List.of(first, second)) {
                    try {
                        client.readReply(PROTOCOL);
                        survivors++;
                    } catch (IOException closed) {
                        Await.that(
                                "not exactly one is closed",
                                () -> server.counters().openConnections() == 1);
                    }
                }
            }
            assertEquals(survivors, 1);
            awaitNothingHeld(server);
        }
    }

    /**
     * Calls of a peer with too many waiting replies are rejected, each in order. All are in one read, so that reading
     * does not pause between them.
     */
    @Test(dataProvider = "strategies", dataProviderClass = Strategies.class)
    public void callsOfOneRead(Strategies strategy) throws Exception {
        int calls = 80;
        long budget = 40 * MEGABYTE;
        try (LogCapture quiet = LogCapture.start();
                ThriftServer server = start(strategy, new SizedProcessor(MEGABYTE), budget)) {
            try (RawClient greedy = new RawClient(server)) {
                byte[][] frames = new byte[calls][];
                for (int i = 0; i < calls; i++) {
                    frames[i] = call("fast", i);
                }
                greedy.sendFrames(frames);
                Await.that("all are run", () -> reached(server, LimitType.BUFFERED_BYTES_CALL_REJECTED) > 0);
                assertTrue(server.counters().bufferedBytes() <= budget, quiet.text());
                int rejected = 0;
                for (int i = 0; i < calls; i++) {
                    byte[] reply = greedy.readFrame();
                    if (reply.length < MEGABYTE) {
                        String text = new String(reply, StandardCharsets.ISO_8859_1);
                        assertTrue(text.contains("bytes are left of maxBufferedBytes, " + budget), text);
                        rejected++;
                    }
                }
                assertTrue(rejected > 0 && rejected < calls, rejected + " are rejected");
            }
            awaitNothingHeld(server);
        }
    }

    /** Bytes that the server does not read wait at the peer. */
    @Test(dataProvider = "strategiesOfSeveralThreads", dataProviderClass = Strategies.class)
    public void framesThatDoNotArriveWhole(Strategies strategy) throws Exception {
        HeldProcessor processor = new HeldProcessor();
        try (LogCapture quiet = LogCapture.start();
                ThriftServer server = start(strategy, processor, 8 * MEGABYTE)) {
            List<RawClient> greedy = new ArrayList<>();
            try (RawClient other = new RawClient(server)) {
                other.sendFrames(call("hold", 1));
                processor.awaitStart(1);
                for (int i = 0; i < 4; i++) {
                    RawClient client = new RawClient(server);
                    greedy.add(client);
                    Thread sender = new Thread(() -> beginFrame(client), "greedy");
                    sender.setDaemon(true);
                    sender.start();
                }
                Await.that("reading does not pause", () -> reached(server, LimitType.BUFFERED_BYTES_READ_PAUSED) > 0);
                assertTrue(server.counters().bufferedBytes() <= 8 * MEGABYTE, quiet.text());
                processor.release(1);
                assertEquals(other.readReply(PROTOCOL).sequenceId(), 1);
                other.sendFrames(call("fast", 2));
                assertEquals(other.readReply(PROTOCOL).sequenceId(), 2);
                assertEquals(reached(server, LimitType.MAX_BUFFERED_BYTES), 0, quiet.text());
            } finally {
                for (RawClient client : greedy) {
                    client.close();
                }
            }
            // While reading is paused, the server does not notice that a peer has disconnected.
            server.shutdown(Duration.ZERO);
            awaitNothingHeld(server);
        }
    }

    /** Sends the beginning of a frame. */
    private static void beginFrame(RawClient client) {
        try {
            client.send(ByteBuffer.allocate(Integer.BYTES).putInt(10 * MEGABYTE).array());
            client.send(new byte[4 * MEGABYTE]);
        } catch (IOException e) {
            return; // closed by the test
        }
    }

    public void heapSharesAreSummed() {
        long before = HeapCheck.totalBudgetBytes();
        HeapCheck share = HeapCheck.begin("share", 1000, 1);
        assertEquals(HeapCheck.totalBudgetBytes(), before + 1000);
        share.end();
        share.end();
        assertEquals(HeapCheck.totalBudgetBytes(), before);
    }

    public void aBudgetThatFitsNeitherHeapNorFrame() {
        long half = Runtime.getRuntime().maxMemory() / 2;
        try (LogCapture log = LogCapture.start()) {
            HeapCheck.begin("large", half + 1, 1).end();
            assertEquals(log.awaitCount("maxBufferedBytes is " + (half + 1) + ", more than half"), 1, log.text());
            HeapCheck first = HeapCheck.begin("first", half, 1);
            HeapCheck.begin("second", half, 1).end();
            first.end();
            assertEquals(log.awaitCount("server 'second': maxBufferedBytes of all servers"), 1, log.text());
            HeapCheck.begin("small", 999, 1000).end();
            assertEquals(
                    log.awaitCount("server 'small': maxBufferedBytes is 999, so no frame of maxFrameBytes, 1000"), 1);
        }
    }
}
