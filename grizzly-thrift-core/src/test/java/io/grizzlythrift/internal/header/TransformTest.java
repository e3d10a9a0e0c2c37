package io.grizzlythrift.internal.header;

import static org.testng.Assert.assertEquals;
import static org.testng.Assert.assertThrows;
import static org.testng.Assert.assertTrue;
import static org.testng.Assert.expectThrows;

import com.github.luben.zstd.ZstdOutputStream;
import io.grizzlythrift.header.Transform;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.zip.DeflaterOutputStream;
import org.testng.annotations.DataProvider;
import org.testng.annotations.Test;

/** Tests that compressed payloads are restored, and that none needs more memory than its bound. */
public class TransformTest {
    private static final int MAX_BYTES = 1 << 20;

    /** Counts the charged bytes, up to a limit. */
    private static final class Memory {
        private long charged;
        private final long limit;

        Memory(long limit) {
            this.limit = limit;
        }

        boolean charge(int bytes) {
            assertTrue(bytes > 0, bytes + " bytes");
            if (charged + bytes > limit) {
                return false;
            }
            charged += bytes;
            return true;
        }
    }

    @DataProvider
    Object[][] chains() {
        return new Object[][] {
            {List.of(Transform.ZLIB)},
            {List.of(Transform.ZSTD)},
            {List.of(Transform.ZLIB, Transform.ZSTD)},
            {List.of(Transform.ZSTD, Transform.ZLIB)},
            {List.of(Transform.ZLIB, Transform.ZLIB, Transform.ZLIB, Transform.ZLIB)},
        };
    }

    private static byte[] frame(List<Transform> transforms, byte[] payload) {
        OutgoingHeader header = new OutgoingHeader(0, 0, 0, transforms, Map.of("k", "v"), Map.of());
        return join(header, header.transform(payload, 0, payload.length));
    }

    private static byte[] join(OutgoingHeader header, byte[] transformed) {
        byte[] encoded = header.encode();
        return ByteBuffer.allocate(encoded.length + transformed.length)
                .put(encoded)
                .put(transformed)
                .array();
    }

    /** Returns a frame whose header states that the payload is compressed. */
    private static byte[] frameOf(Transform transform, byte[] compressed) {
        return join(new OutgoingHeader(0, 0, 0, List.of(transform), Map.of(), Map.of()), compressed);
    }

    private static byte[] text(int bytes) {
        byte[] text = new byte[bytes];
        Random random = new Random(bytes);
        for (int i = 0; i < bytes; i++) {
            text[i] = (byte) ('a' + random.nextInt(4));
        }
        return text;
    }

    private static byte[] restore(byte[] frame, int maxBytes, Memory memory) throws IOException {
        return RawHeader.parse(frame).restore(maxBytes, memory::charge);
    }

    @Test(dataProvider = "chains")
    void roundTrip(List<Transform> transforms) throws Exception {
        for (int size : new int[] {1, 2, 63, 255, 256, 257, 4096, 65_535, 65_536, 65_537, 500_000, MAX_BYTES}) {
            byte[] payload = text(size);
            Memory memory = new Memory(Long.MAX_VALUE);
            assertEquals(restore(frame(transforms, payload), MAX_BYTES, memory), payload);
            assertTrue(memory.charged >= size, memory.charged + " bytes for " + size);
            assertTrue(memory.charged <= 16L * size + 2048, memory.charged + " bytes for " + size);
        }
    }

    /** Noise becomes larger when it is compressed. */
    @Test(dataProvider = "chains")
    void noise(List<Transform> transforms) throws Exception {
        byte[] payload = new byte[100_000];
        new Random(1).nextBytes(payload);
        assertEquals(restore(frame(transforms, payload), MAX_BYTES, new Memory(Long.MAX_VALUE)), payload);
    }

    @Test(dataProvider = "chains")
    void partOfAnArray(List<Transform> transforms) throws Exception {
        byte[] array = text(1000);
        OutgoingHeader header = new OutgoingHeader(0, 0, 0, transforms, Map.of(), Map.of());
        byte[] frame = join(header, header.transform(array, 100, 300));
        assertEquals(restore(frame, MAX_BYTES, new Memory(Long.MAX_VALUE)), Arrays.copyOfRange(array, 100, 400));
        byte[] within = new byte[frame.length + 30];
        System.arraycopy(frame, 0, within, 17, frame.length);
        assertEquals(
                FrameHeader.parse(within, 17, frame.length).restore(MAX_BYTES, bytes -> true),
                Arrays.copyOfRange(array, 100, 400));
    }

    @Test(dataProvider = "chains")
    void largestPayload(List<Transform> transforms) throws Exception {
        for (int size : new int[] {1000, 65_536, 100_000}) {
            byte[] frame = frame(transforms, text(size));
            assertEquals(restore(frame, size, new Memory(Long.MAX_VALUE)), text(size));
            String message = expectThrows(
                            TransformException.class, () -> restore(frame, size - 1, new Memory(Long.MAX_VALUE)))
                    .getMessage();
            assertTrue(message.contains("the limit is maxFrameBytes, which is " + (size - 1)), message);
        }
    }

    /** A gigabyte of zeros takes no more memory than its few compressed kilobytes allow. */
    @DataProvider
    Object[][] bombs() throws IOException {
        return new Object[][] {
            {Transform.ZLIB, zeros(Transform.ZLIB, 10 << 20)},
            {Transform.ZSTD, zeros(Transform.ZSTD, 10 << 20)},
            {Transform.ZSTD, streamOfZeros(10 << 20, 0)},
        };
    }

    private static byte[] zeros(Transform transform, int bytes) {
        return Codecs.of(transform).compress(new byte[bytes], 0, bytes);
    }

    /**
     * Compresses zeros without stating their size, with a window of 2 to the power of {@code windowLog} unless that is
     * 0.
     */
    private static byte[] streamOfZeros(int bytes, int windowLog) throws IOException {
        ByteArrayOutputStream compressed = new ByteArrayOutputStream();
        try (ZstdOutputStream stream = new ZstdOutputStream(compressed)) {
            if (windowLog > 0) {
                stream.setLong(windowLog);
            }
            stream.write(new byte[bytes]);
        }
        return compressed.toByteArray();
    }

    @Test(dataProvider = "bombs")
    void bombs(Transform transform, byte[] compressed) {
        assertTrue(compressed.length < 60_000, compressed.length + " bytes");
        int bound = Math.max(InflatedPayload.FREE_BYTES, InflatedPayload.MAX_RATIO * compressed.length);
        Memory memory = new Memory(Long.MAX_VALUE);
        String message = expectThrows(
                        TransformException.class,
                        () -> restore(frameOf(transform, compressed), Integer.MAX_VALUE, memory))
                .getMessage();
        assertTrue(message.contains("has more than " + bound), message);
        assertTrue(memory.charged <= bound + 1, memory.charged + " bytes charged, the bound is " + bound);

        Memory small = new Memory(Long.MAX_VALUE);
        assertThrows(TransformException.class, () -> restore(frameOf(transform, compressed), 1000, small));
        assertTrue(small.charged <= 1001, small.charged + " bytes");
    }

    /** If the stated size of the content is too large, it is rejected without allocating memory. */
    @Test
    void statedSizeAboveTheBound() {
        byte[] frame = frameOf(Transform.ZSTD, zeros(Transform.ZSTD, InflatedPayload.FREE_BYTES + 1));
        Memory memory = new Memory(Long.MAX_VALUE);
        assertThrows(TransformException.class, () -> restore(frame, MAX_BYTES, memory));
        assertEquals(memory.charged, 0);
    }

    /** Each step of a chain is bounded. */
    @Test
    void bombWithinABomb() {
        byte[] inner = zeros(Transform.ZLIB, 100 << 20);
        byte[] outer = Codecs.of(Transform.ZLIB).compress(inner, 0, inner.length);
        assertTrue(outer.length < 10_000, outer.length + " bytes");
        OutgoingHeader header =
                new OutgoingHeader(0, 0, 0, List.of(Transform.ZLIB, Transform.ZLIB), Map.of(), Map.of());
        Memory memory = new Memory(Long.MAX_VALUE);
        assertThrows(TransformException.class, () -> restore(join(header, outer), MAX_BYTES, memory));
        assertTrue(memory.charged <= 2 * MAX_BYTES, memory.charged + " bytes");
    }

    /** No step of this chain expands its input a hundredfold, but together they do. */
    @Test
    void ratioOfAChain() {
        byte[] part = new byte[64 * 1024];
        byte[] noise = new byte[1300];
        new Random(2).nextBytes(noise);
        System.arraycopy(noise, 0, part, 0, noise.length);
        byte[] once = Codecs.of(Transform.ZSTD).compress(part, 0, part.length);
        ByteArrayOutputStream inner = new ByteArrayOutputStream();
        for (int i = 0; i < 10; i++) {
            inner.writeBytes(once); // each is a frame of zstd
        }
        byte[] outer = Codecs.of(Transform.ZLIB).compress(inner.toByteArray(), 0, inner.size());
        OutgoingHeader header =
                new OutgoingHeader(0, 0, 0, List.of(Transform.ZSTD, Transform.ZLIB), Map.of(), Map.of());
        assertTrue(100 * outer.length < 10 * part.length, outer.length + " bytes");
        assertThrows(
                TransformException.class, () -> restore(join(header, outer), MAX_BYTES, new Memory(Long.MAX_VALUE)));
    }

    /** Payloads of up to 64 KiB are accepted at any ratio, larger ones up to the maximum ratio. */
    @Test
    void ratio() throws Exception {
        for (Transform transform : Transform.values()) {
            byte[] compressed = zeros(transform, InflatedPayload.FREE_BYTES);
            assertEquals(
                    restore(frameOf(transform, compressed), MAX_BYTES, new Memory(Long.MAX_VALUE)),
                    new byte[InflatedPayload.FREE_BYTES]);
            byte[] larger = zeros(transform, InflatedPayload.FREE_BYTES + 1);
            assertThrows(
                    TransformException.class,
                    () -> restore(frameOf(transform, larger), MAX_BYTES, new Memory(Long.MAX_VALUE)));
            byte[] atRatio = new byte[100_000];
            new Random(1).nextBytes(atRatio);
            byte[] noise = Arrays.copyOf(atRatio, 1100); // more than a hundredth
            System.arraycopy(noise, 0, atRatio, 0, noise.length);
            Arrays.fill(atRatio, noise.length, atRatio.length, (byte) 0);
            byte[] frame = frameOf(transform, Codecs.of(transform).compress(atRatio, 0, atRatio.length));
            assertEquals(restore(frame, MAX_BYTES, new Memory(Long.MAX_VALUE)), atRatio);
        }
    }

    /** Blocks without content take time and yield nothing: only a thread of calls reads as many as there are. */
    @Test
    void emptyBlocks() throws Exception {
        byte[] text = text(1000);
        FrameHeader few = RawHeader.parse(frameOf(Transform.ZLIB, withEmptyBlocks(100, text)));
        assertEquals(few.restore(MAX_BYTES, bytes -> true), text);
        assertEquals(few.restoreBeginning(10), Arrays.copyOf(text, 10));
        for (List<Transform> transforms : List.of(List.of(Transform.ZLIB), List.of(Transform.ZLIB, Transform.ZLIB))) {
            byte[] payload = withEmptyBlocks(10_000, transforms.size() == 1 ? text : withEmptyBlocks(100, text));
            FrameHeader many =
                    RawHeader.parse(join(new OutgoingHeader(0, 0, 0, transforms, Map.of(), Map.of()), payload));
            assertEquals(many.restore(MAX_BYTES, bytes -> true), text);
            assertThrows(TransformException.class, () -> many.restoreBeginning(10));
        }
    }

    /** Returns zlib data that begins with empty blocks. */
    private static byte[] withEmptyBlocks(int blocks, byte[] content) {
        byte[] compressed = Codecs.of(Transform.ZLIB).compress(content, 0, content.length);
        ByteArrayOutputStream all = new ByteArrayOutputStream();
        all.write(compressed, 0, 2);
        for (int i = 0; i < blocks; i++) {
            all.writeBytes(new byte[] {0, 0, 0, (byte) 0xff, (byte) 0xff});
        }
        all.write(compressed, 2, compressed.length - 2);
        return all.toByteArray();
    }

    /** A compressor that is flushed often writes more than others. */
    @Test
    void flushedOften() throws Exception {
        byte[] text = text(100_000);
        ByteArrayOutputStream compressed = new ByteArrayOutputStream();
        try (DeflaterOutputStream deflater = new DeflaterOutputStream(compressed, true)) {
            for (int i = 0; i < text.length; i += 20) {
                deflater.write(text, i, 20);
                deflater.flush();
            }
        }
        FrameHeader header = RawHeader.parse(frameOf(Transform.ZLIB, compressed.toByteArray()));
        assertEquals(header.restore(MAX_BYTES, bytes -> true), text);
        assertEquals(header.restoreBeginning(512), Arrays.copyOf(text, 512));
    }

    /** A window is native memory of a size that the peer chooses; decompression does without it. */
    @Test
    void windows() throws Exception {
        for (int windowLog : new int[] {10, 20, 27, 30}) {
            byte[] compressed = streamOfZeros(1000, windowLog);
            assertEquals(
                    restore(frameOf(Transform.ZSTD, compressed), MAX_BYTES, new Memory(Long.MAX_VALUE)),
                    new byte[1000]);
        }
    }

    /** The size stated before the content is false. */
    @Test
    void statedSizes() {
        byte[] honest = Codecs.of(Transform.ZSTD).compress(text(300), 0, 300);
        assertEquals(honest[4] & 0xe0, 0x60, "one segment, its size minus 256 in 2 bytes");
        for (int stated : new int[] {1, 299, 301, 60_000, 65_000}) {
            byte[] lie = honest.clone();
            lie[5] = (byte) (stated - 256);
            lie[6] = (byte) ((stated - 256) >> 8);
            Memory memory = new Memory(Long.MAX_VALUE);
            assertThrows(TransformException.class, () -> restore(frameOf(Transform.ZSTD, lie), MAX_BYTES, memory));
            assertTrue(memory.charged <= InflatedPayload.FREE_BYTES + 1, memory.charged + " bytes");
        }
    }

    @DataProvider
    Object[][] transforms() {
        return new Object[][] {{Transform.ZLIB}, {Transform.ZSTD}};
    }

    @Test(dataProvider = "transforms")
    void truncatedPayloads(Transform transform) {
        byte[] compressed = Codecs.of(transform).compress(text(500), 0, 500);
        for (int length = 1; length < compressed.length; length++) {
            byte[] frame = frameOf(transform, Arrays.copyOf(compressed, length));
            assertThrows(TransformException.class, () -> restore(frame, MAX_BYTES, new Memory(Long.MAX_VALUE)));
        }
    }

    /** Corrupt data causes an exception, or yields different bytes if no checksum covers it. */
    @Test(dataProvider = "transforms")
    void corruptPayloads(Transform transform) throws Exception {
        byte[] compressed = Codecs.of(transform).compress(text(300), 0, 300);
        int rejected = 0;
        for (int bit = 0; bit < 8 * compressed.length; bit++) {
            byte[] corrupt = compressed.clone();
            corrupt[bit / 8] ^= (byte) (1 << bit % 8);
            Memory memory = new Memory(Long.MAX_VALUE);
            try {
                restore(frameOf(transform, corrupt), MAX_BYTES, memory);
            } catch (TransformException e) {
                rejected++;
            }
            assertTrue(memory.charged <= 4 * InflatedPayload.FREE_BYTES, memory.charged + " bytes");
        }
        assertTrue(rejected > 10, rejected + " are rejected");
    }

    @Test(dataProvider = "transforms")
    void emptyPayload(Transform transform) {
        byte[] frame = frameOf(transform, Codecs.of(transform).compress(new byte[0], 0, 0));
        String message = expectThrows(
                        TransformException.class, () -> restore(frame, MAX_BYTES, new Memory(Long.MAX_VALUE)))
                .getMessage();
        assertEquals(message, "the payload of a frame is empty when it is decompressed");
    }

    /** The data needs a preset dictionary, which does not exist. */
    @Test
    void zlibDictionary() {
        byte[] frame = frameOf(Transform.ZLIB, new byte[] {0x78, (byte) 0xbb, 1, 2, 3, 4, 5, 6});
        assertThrows(TransformException.class, () -> restore(frame, MAX_BYTES, new Memory(Long.MAX_VALUE)));
    }

    @Test(dataProvider = "chains")
    void noMemory(List<Transform> transforms) throws Exception {
        byte[] payload = text(100_000);
        byte[] frame = frame(transforms, payload);
        Memory all = new Memory(Long.MAX_VALUE);
        restore(frame, MAX_BYTES, all);
        for (long limit = 0; limit < all.charged; limit += 10_000) {
            Memory memory = new Memory(limit);
            String message = expectThrows(TransformException.class, () -> restore(frame, MAX_BYTES, memory))
                    .getMessage();
            assertEquals(message, "no memory is left to decompress a payload");
        }
        assertEquals(restore(frame, MAX_BYTES, new Memory(all.charged)), payload);
    }

    @Test
    void unknownTransforms() throws Exception {
        for (long id : new long[] {0, 2, 3, 4, 6, 127, 0xffff_ffffL}) {
            byte[] frame = new RawHeader().bytes(0, 2, 1).varint(id).padded().frame((byte) 1);
            FrameHeader header = RawHeader.parse(frame);
            assertTrue(header.isTransformed());
            String message =
                    expectThrows(TransformException.class, header::transforms).getMessage();
            assertEquals(message, "transform " + id + " is not known");
            assertThrows(TransformException.class, () -> header.restore(MAX_BYTES, bytes -> true));
        }
    }

    /** The result is a copy even without transforms. */
    @Test
    void noTransform() throws Exception {
        byte[] frame = new RawHeader().bytes(0, 0, 0, 0).frame((byte) 7, (byte) 8);
        Memory memory = new Memory(Long.MAX_VALUE);
        assertEquals(restore(frame, MAX_BYTES, memory), new byte[] {7, 8});
        assertEquals(memory.charged, 2);
    }

    @Test
    void ids() {
        assertEquals(Codecs.transformOf(1).orElseThrow(), Transform.ZLIB);
        assertEquals(Codecs.transformOf(5).orElseThrow(), Transform.ZSTD);
        assertTrue(Codecs.transformOf(2).isEmpty());
        assertTrue(Transform.ZLIB.isAvailable());
        assertTrue(Transform.ZSTD.isAvailable());
    }
}
