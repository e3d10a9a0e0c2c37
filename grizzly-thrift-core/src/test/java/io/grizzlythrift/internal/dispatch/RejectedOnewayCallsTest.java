package io.grizzlythrift.internal.dispatch;

import static org.testng.Assert.assertEquals;
import static org.testng.Assert.assertFalse;

import io.grizzlythrift.internal.header.FrameHeader;
import io.grizzlythrift.message.ThriftProtocol;
import io.grizzlythrift.server.ThriftServer;
import io.grizzlythrift.strategy.AdaptiveStrategy;
import io.grizzlythrift.strategy.ProcessingStrategy;
import io.grizzlythrift.test.Await;
import io.grizzlythrift.test.server.HeaderFrame;
import io.grizzlythrift.test.server.HeldProcessor;
import io.grizzlythrift.test.server.RawClient;
import io.grizzlythrift.test.server.Strategies;
import java.io.ByteArrayOutputStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.apache.thrift.TApplicationException;
import org.testng.annotations.DataProvider;
import org.testng.annotations.Test;

/**
 * Tests that a rejected oneway call has no reply, also if it is compressed: a peer would take the reply for that of its
 * next call.
 */
@Test(timeOut = 60_000)
public final class RejectedOnewayCallsTest {
    private static final int HELD = 100;
    private static final int CALLS = 20;
    private static final int[] NOT_COMPRESSED = {};

    @DataProvider
    static Object[][] cases() {
        List<Object[]> rows = new ArrayList<>();
        int[][] all = {
            NOT_COMPRESSED,
            {HeaderFrame.ZLIB},
            {HeaderFrame.ZSTD},
            {HeaderFrame.ZLIB, HeaderFrame.ZSTD},
            {HeaderFrame.ZSTD, HeaderFrame.ZLIB}
        };
        for (Strategies strategy : List.of(Strategies.WORKER_THREAD, Strategies.LEADER_FOLLOWER)) {
            for (int[] transforms : all) {
                for (ThriftProtocol protocol : List.of(ThriftProtocol.BINARY, ThriftProtocol.COMPACT)) {
                    rows.add(new Object[] {strategy.ofThreads(2), protocol, transforms});
                }
            }
        }
        for (int[] transforms : all) {
            rows.add(new Object[] {AdaptiveStrategy.ofThreads(2), ThriftProtocol.BINARY, transforms});
        }
        return rows.toArray(Object[][]::new);
    }

    private static HeaderFrame frame(ThriftProtocol protocol, int id, boolean oneway, int[] transforms)
            throws Exception {
        byte[] message = oneway ? HeldProcessor.oneway(protocol, "fast", id) : HeldProcessor.call(protocol, "fast", id);
        HeaderFrame frame = HeaderFrame.of(protocol, id, message).flags(FrameHeader.OUT_OF_ORDER);
        for (int transform : transforms) {
            frame.compress(transform);
        }
        return frame;
    }

    /** Each second call is oneway; exactly the others have a reply. */
    @Test(dataProvider = "cases")
    void overTheLimit(ProcessingStrategy strategy, ThriftProtocol protocol, int[] transforms) throws Exception {
        HeldProcessor processor = new HeldProcessor();
        try (ThriftServer server = Strategies.WORKER_THREAD
                        .builder(processor)
                        .strategy(strategy)
                        .limits(Strategies.patient().maxInFlight(1).build())
                        .build()
                        .start();
                RawClient busy = new RawClient(server);
                RawClient client = new RawClient(server)) {
            busy.sendFrames(HeldProcessor.call(ThriftProtocol.BINARY, "hold", HELD));
            processor.awaitStart(HELD);
            byte[][] calls = new byte[CALLS][];
            for (int id = 1; id <= CALLS; id++) {
                calls[id - 1] = frame(protocol, id, id % 2 == 1, transforms).bytes();
            }
            client.sendFrames(calls);
            for (int id = 2; id <= CALLS; id += 2) {
                HeaderFrame reply = HeaderFrame.read(client.readFrame());
                assertEquals(reply.sequenceId(), id);
                String method = transforms.length == 0 ? "fast" : "";
                reply.reply().assertFailure(method, id, TApplicationException.INTERNAL_ERROR);
            }
            Await.that("all calls end", () -> server.counters().rejectedCalls() == CALLS);
            assertFalse(client.hasBytes());
            processor.release(HELD);
            busy.readReply(ThriftProtocol.BINARY);
        }
    }

    /** Its type cannot be found at a small cost; its header says that it is oneway, as fbthrift's clients do. */
    @Test
    void markedInTheHeader() throws Exception {
        HeldProcessor processor = new HeldProcessor();
        try (ThriftServer server = Strategies.WORKER_THREAD
                        .builder(processor)
                        .limits(Strategies.patient().maxInFlight(1).build())
                        .build()
                        .start();
                RawClient busy = new RawClient(server);
                RawClient client = new RawClient(server)) {
            busy.sendFrames(HeldProcessor.call(ThriftProtocol.BINARY, "hold", HELD));
            processor.awaitStart(HELD);
            HeaderFrame oneway = HeaderFrame.of(ThriftProtocol.BINARY, FrameHeader.ONEWAY_SEQUENCE_ID, largeOneway())
                    .compress(HeaderFrame.ZSTD);
            HeaderFrame call = frame(ThriftProtocol.BINARY, 2, false, new int[] {HeaderFrame.ZSTD});
            client.sendFrames(oneway.bytes(), call.bytes());
            assertEquals(HeaderFrame.read(client.readFrame()).sequenceId(), 2);
            assertEquals(server.counters().rejectedCalls(), 2);
            processor.release(HELD);
            busy.readReply(ThriftProtocol.BINARY);
        }
    }

    private static byte[] largeOneway() throws Exception {
        ByteArrayOutputStream message = new ByteArrayOutputStream();
        byte[] empty = HeldProcessor.oneway(ThriftProtocol.BINARY, "fast", 1);
        message.write(empty, 0, empty.length - 1);
        Random random = new Random(1);
        message.writeBytes(new byte[] {11, 0, 1, 0, 0, 4, 0}); // field 1, a string of 1024 bytes
        for (int i = 0; i < 1024; i++) {
            message.write('a' + random.nextInt(20));
        }
        message.write(0);
        return message.toByteArray();
    }
}
