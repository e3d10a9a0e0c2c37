package io.grizzlythrift.client.internal.call;

import static org.testng.Assert.assertEquals;
import static org.testng.Assert.assertTrue;

import io.grizzlythrift.client.testing.CallResults;
import io.grizzlythrift.client.testing.scripted.Messages;
import io.grizzlythrift.header.Transform;
import io.grizzlythrift.internal.frame.WireFormat;
import io.grizzlythrift.internal.header.FrameHeader;
import io.grizzlythrift.internal.header.OutgoingHeader;
import io.grizzlythrift.message.ThriftProtocol;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.apache.thrift.TException;
import org.testng.annotations.Test;

/** Tests that large compressed replies, of which one alone fits into the memory for them, do not starve each other. */
@Test(timeOut = 120_000)
public final class ConcurrentRepliesTest {
    private static final int REPLY_BYTES = 4_000_000;
    private static final int THREADS = 3;
    private static final int ROUNDS = 40;

    /** Returns a reply of which about one byte in fifty is random, as it is received without its length. */
    private static byte[] reply() throws TException {
        SplittableRandom random = new SplittableRandom(7);
        StringBuilder text = new StringBuilder(REPLY_BYTES);
        while (text.length() < REPLY_BYTES) {
            for (int i = 0; i < 20; i++) {
                text.append((char) ('a' + random.nextInt(26)));
            }
            text.append("0".repeat(980));
        }
        byte[] message = Messages.reply(ThriftProtocol.BINARY, "echo", 1, text.toString());
        OutgoingHeader header = new OutgoingHeader(0, 1, 0, List.of(Transform.ZLIB), Map.of(), Map.of());
        byte[] start = header.encode();
        byte[] payload = header.transform(message, 0, message.length);
        byte[] frame = new byte[start.length + payload.length];
        System.arraycopy(start, 0, frame, 0, start.length);
        System.arraycopy(payload, 0, frame, start.length, payload.length);
        return frame;
    }

    private static CallCodec codec(ByteLimit limit) {
        return new CallCodec(ThriftProtocol.BINARY, WireFormat.HEADER_BINARY, 2 * REPLY_BYTES, limit);
    }

    /** Returns the bytes that were taken, or 0 if there was no memory. */
    private static long restore(byte[] frame, ByteLimit limit) throws Exception {
        CallCodec codec = codec(limit);
        codec.read(FrameHeader.parse(frame, 0, frame.length), frame, 0, frame.length);
        try {
            codec.resume(codec.message());
            return limit.bytes();
        } catch (TException e) {
            assertTrue(e.getMessage().contains("no memory is left"), e.getMessage());
            return 0;
        } finally {
            codec.release();
        }
    }

    public void oneOfSeveralIsRestored() throws Exception {
        byte[] frame = reply();
        long needed = restore(frame, new ByteLimit(Long.MAX_VALUE));
        assertTrue(needed > REPLY_BYTES, needed + " bytes");
        assertEquals(restore(frame, new ByteLimit(needed - 1)), 0);
        ByteLimit limit = new ByteLimit(needed);
        AtomicLong restored = new AtomicLong();
        for (int round = 0; round < ROUNDS; round++) {
            long before = restored.get();
            CyclicBarrier begin = new CyclicBarrier(THREADS);
            List<CompletableFuture<Void>> threads = new ArrayList<>();
            for (int i = 0; i < THREADS; i++) {
                threads.add(CompletableFuture.runAsync(() -> restoreAtOnce(begin, frame, limit, restored), task -> {
                    new Thread(task).start();
                }));
            }
            for (CompletableFuture<Void> thread : threads) {
                CallResults.result(thread);
            }
            assertTrue(restored.get() > before, "none in round " + round);
            assertEquals(limit.bytes(), 0);
        }
    }

    private static void restoreAtOnce(CyclicBarrier begin, byte[] frame, ByteLimit limit, AtomicLong restored) {
        try {
            begin.await(CallResults.TIMEOUT_SECONDS, TimeUnit.SECONDS);
            restored.addAndGet(restore(frame, limit) > 0 ? 1 : 0);
        } catch (Exception e) {
            throw new IllegalStateException(e);
        }
    }
}
