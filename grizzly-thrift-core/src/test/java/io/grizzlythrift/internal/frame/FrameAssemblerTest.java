package io.grizzlythrift.internal.frame;

import static org.testng.Assert.assertEquals;
import static org.testng.Assert.assertFalse;
import static org.testng.Assert.assertNotEquals;
import static org.testng.Assert.assertNotNull;
import static org.testng.Assert.assertSame;
import static org.testng.Assert.assertThrows;
import static org.testng.Assert.assertTrue;
import static org.testng.Assert.expectThrows;

import io.grizzlythrift.frame.Dialect;
import io.grizzlythrift.internal.memory.MemoryBudget;
import io.grizzlythrift.memory.MemoryPart;
import io.grizzlythrift.test.server.RawClient;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.atomic.AtomicLong;
import org.testng.annotations.DataProvider;
import org.testng.annotations.Test;

/** Tests that byte streams give the same frames however they are split. */
public class FrameAssemblerTest {
    private static final int MAX_FRAME_BYTES = 1 << 20;

    private static byte[] frame(int length, int seed) {
        byte[] frame = new byte[4 + length];
        new Random(seed).nextBytes(frame);
        ByteBuffer.wrap(frame).putInt(length);
        return frame;
    }

    private static byte[] join(byte[]... parts) {
        ByteBuffer joined = ByteBuffer.allocate(
                Arrays.stream(parts).mapToInt(part -> part.length).sum());
        for (byte[] part : parts) {
            joined.put(part);
        }
        return joined.array();
    }

    /** Returns each frame as one array, with its length prefix, as it was sent. */
    private static void collect(FrameBatch batch, List<byte[]> into) {
        if (batch == null) {
            return;
        }
        assertTrue(batch.size() > 0);
        for (int i = 0; i < batch.size(); i++) {
            ByteBuffer frame = ByteBuffer.allocate(4 + batch.length(i));
            frame.putInt(batch.length(i)).put(batch.array(i), batch.offset(i), batch.length(i));
            into.add(frame.array());
        }
    }

    private static byte[] received(FrameAssembler assembler, byte[] stream, int... cuts) throws FrameException {
        List<byte[]> frames = new ArrayList<>();
        int from = 0;
        for (int i = 0; i <= cuts.length; i++) {
            int to = i < cuts.length ? cuts[i] : stream.length;
            byte[] read = join(new byte[7], Arrays.copyOfRange(stream, from, to), new byte[3]);
            collect(assembler.take(read, 7, 7 + to - from), frames);
            from = to;
        }
        return join(frames.toArray(byte[][]::new));
    }

    @Test
    void everyPairOfCutsGivesTheSameFrames() throws FrameException {
        byte[] stream = join(frame(1, 1), frame(5, 2), frame(17, 3), frame(2, 4));
        for (int first = 0; first <= stream.length; first++) {
            for (int second = first; second <= stream.length; second++) {
                FrameAssembler assembler = new FrameAssembler(MAX_FRAME_BYTES);
                assertEquals(received(assembler, stream, first, second), stream, first + ", " + second);
                assertFalse(assembler.hasPartialFrame());
            }
        }
    }

    @Test
    void byteByByte() throws FrameException {
        byte[] stream = join(frame(300, 1), frame(1, 2), frame(5000, 3));
        int[] cuts = new int[stream.length - 1];
        Arrays.setAll(cuts, i -> i + 1);
        assertEquals(received(new FrameAssembler(MAX_FRAME_BYTES), stream, cuts), stream);
    }

    @Test
    void randomStreams() throws FrameException {
        Random random = new Random(20261121);
        for (int round = 0; round < 300; round++) {
            byte[][] frames = new byte[1 + random.nextInt(40)][];
            for (int i = 0; i < frames.length; i++) {
                frames[i] = frame(1 + (random.nextInt(10) == 0 ? random.nextInt(100_000) : random.nextInt(400)), i);
            }
            byte[] stream = join(frames);
            int[] cuts = random.ints(random.nextInt(30), 0, stream.length + 1)
                    .sorted()
                    .toArray();
            assertEquals(received(new FrameAssembler(MAX_FRAME_BYTES), stream, cuts), stream, "round " + round);
        }
    }

    @Test
    void wholeFramesAreNotCopied() throws FrameException {
        byte[] read = join(frame(10, 1), frame(20, 2));
        FrameBatch batch = new FrameAssembler(MAX_FRAME_BYTES).take(read, 0, read.length);
        assertEquals(batch.size(), 2);
        assertSame(batch.array(0), read);
        assertSame(batch.array(1), read);
        assertEquals(batch.offset(1), 18);
    }

    @DataProvider
    Object[][] badLengths() {
        return new Object[][] {{0}, {-1}, {Integer.MIN_VALUE}, {MAX_FRAME_BYTES + 1}, {Integer.MAX_VALUE}};
    }

    @Test(dataProvider = "badLengths")
    void badLengthIsRejectedHoweverItIsSplit(int length) {
        byte[] stream = join(frame(3, 1), ByteBuffer.allocate(4).putInt(length).array());
        for (int cut = 0; cut < stream.length; cut++) {
            int at = cut;
            FrameException thrown =
                    expectThrows(FrameException.class, () -> received(new FrameAssembler(MAX_FRAME_BYTES), stream, at));
            assertTrue(thrown.getMessage().contains(Integer.toString(length)), thrown.getMessage());
            assertTrue(
                    thrown.getMessage().matches(".*maxFrameBytes(, which)? is " + MAX_FRAME_BYTES),
                    thrown.getMessage());
        }
    }

    @Test
    void largestFrameIsAccepted() throws FrameException {
        byte[] stream = frame(MAX_FRAME_BYTES, 1);
        assertEquals(received(new FrameAssembler(MAX_FRAME_BYTES), stream, 4, 5, 70_000), stream);
    }

    /** The frame timeout depends only on these two values. */
    @Test
    void aFrameIsIncompleteFromItsFirstByteToItsLast() throws FrameException {
        AtomicLong clock = new AtomicLong(100);
        FrameAssembler assembler = new FrameAssembler(
                MAX_FRAME_BYTES, Set.of(Dialect.FRAMED), new MemoryBudget(Long.MAX_VALUE).open(), clock::get);
        byte[] frame = frame(10, 1);
        assertEquals(assembler.incompleteNumber(), 0);
        assembler.take(frame, 0, 1);
        long first = assembler.incompleteNumber();
        assertNotEquals(first, 0);
        clock.set(200);
        assembler.take(frame, 1, 13);
        assertEquals(assembler.incompleteNumber(), first);
        assertEquals(assembler.incompleteSince(), 100);
        assertNotNull(assembler.take(frame, 13, 14));
        assertEquals(assembler.incompleteNumber(), 0, "the frame is complete");
        assembler.take(frame, 0, 5);
        assertNotEquals(assembler.incompleteNumber(), 0);
        assertNotEquals(assembler.incompleteNumber(), first, "a new frame has the number of the one before");
        assertEquals(assembler.incompleteSince(), 200);
    }

    @Test
    void memoryFollowsWhatArrivedNotWhatIsClaimed() throws FrameException {
        FrameAssembler assembler = new FrameAssembler(1 << 30);
        byte[] header = ByteBuffer.allocate(4).putInt(1 << 30).array();
        assembler.take(header, 0, 4);
        assertEquals(assembler.capacity(), 0);
        byte[] part = new byte[1000];
        for (int received = 1000; received <= 1_000_000; received += 1000) {
            assembler.take(part, 0, part.length);
            assertTrue(assembler.capacity() <= Math.max(4096, 4 * received), assembler.capacity() + " for " + received);
        }
    }

    @DataProvider
    Object[][] likenesses() {
        return new Object[][] {
            {new byte[] {(byte) 0x80, 1, 0, 1}, "unframed message of the binary protocol"},
            {new byte[] {(byte) 0x82, 0x21, 1, 4}, "unframed message of the compact protocol"},
            {new byte[] {'[', '1', ',', '"'}, "unframed message of the JSON protocol"},
            {new byte[] {0x16, 3, 1, 2}, "TLS"},
            {"GET / HTTP/1.1".getBytes(java.nio.charset.StandardCharsets.US_ASCII), "HTTP"},
            {"POST /x".getBytes(java.nio.charset.StandardCharsets.US_ASCII), "HTTP"},
            {"PRI * HTTP/2.0".getBytes(java.nio.charset.StandardCharsets.US_ASCII), "HTTP"}
        };
    }

    @Test(dataProvider = "likenesses")
    void otherProtocolsAreNamed(byte[] bytes, String likeness) {
        FrameException thrown =
                expectThrows(FrameException.class, () -> new FrameAssembler(16_384_000).take(bytes, 0, bytes.length));
        assertTrue(thrown.getMessage().contains(likeness), thrown.getMessage());
    }

    /** Of a frame that is too large, a client gets the beginning, wherever reads end; the rest takes no memory. */
    @Test
    void beginningsOfFramesThatAreTooLarge() throws Exception {
        byte[] small = {1, 2, 3};
        byte[] large = new byte[100];
        large[0] = (byte) 0x80;
        byte[] stream = RawClient.framed(small, large, small, large, large, small);
        for (int cut = 0; cut < stream.length; cut++) {
            for (int rest : new int[] {1, 3, stream.length}) {
                MemoryBudget budget = new MemoryBudget(Long.MAX_VALUE);
                FrameAssembler assembler =
                        new FrameAssembler(50, 20, Set.of(Dialect.FRAMED), budget.open(), System::nanoTime);
                List<String> frames = new ArrayList<>();
                int from = 0;
                while (from < stream.length) {
                    int to = from < cut ? cut : Math.min(stream.length, from + rest);
                    if (from > cut && assembler.missingBytes() > 0) {
                        to = from + Math.min(assembler.missingBytes(), stream.length - from);
                        assembler.append(ByteBuffer.wrap(stream, from, to - from));
                        describe(assembler.takeIfComplete(), frames);
                    } else {
                        describe(assembler.take(stream, from, to), frames);
                    }
                    from = to;
                }
                List<String> expected = List.of("3/0", "20/100", "3/0", "20/100", "20/100", "3/0");
                assertEquals(frames, expected, "cut at " + cut + ", then " + rest);
                assertEquals(budget.usedBytes(MemoryPart.PARTIAL_FRAMES), 0);
                assertEquals(assembler.missingBytes(), 0);
            }
        }
    }

    /** Anything else than a message is garbage, not a frame that is too large, as soon as its first byte is there. */
    @Test
    void garbageIsNotSkipped() throws Exception {
        byte[] garbage = "SSH-2.0-OpenSSH_9.2".getBytes(StandardCharsets.US_ASCII);
        for (int cut = 0; cut <= Integer.BYTES; cut++) {
            FrameAssembler assembler = new FrameAssembler(
                    50, 20, Set.of(Dialect.FRAMED), new MemoryBudget(Long.MAX_VALUE).open(), System::nanoTime);
            assembler.take(garbage, 0, cut);
            int from = cut;
            assertThrows(FrameException.class, () -> assembler.take(garbage, from, Integer.BYTES + 1));
        }
    }

    private static void describe(FrameBatch batch, List<String> into) {
        for (int i = 0; batch != null && i < batch.size(); i++) {
            into.add(batch.length(i) + "/" + batch.oversizedBytes(i));
        }
    }
}
