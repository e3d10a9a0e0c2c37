package io.grizzlythrift.internal.header;

import static org.testng.Assert.assertEquals;
import static org.testng.Assert.assertTrue;

import com.github.luben.zstd.Zstd;
import io.grizzlythrift.header.Transform;
import io.grizzlythrift.internal.message.OnewayDetector;
import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.zip.Deflater;
import org.apache.thrift.protocol.TMessageType;
import org.testng.annotations.DataProvider;
import org.testng.annotations.Test;

/** Tests that the type of a compressed message is found without decompressing it. */
public final class PayloadPeekTest {
    private static final int[] SIZES = {0, 1, 7, 30, 100, 1000, 5_000, 100_000};

    private enum Content {
        TEXT,
        ZEROS,
        RANDOM
    }

    /** Returns a message in the binary or compact protocol. */
    private static byte[] message(boolean binary, int type, Content content, int size) {
        Random random = new Random(size);
        ByteArrayOutputStream message = new ByteArrayOutputStream();
        byte[] name = "method".getBytes(StandardCharsets.US_ASCII);
        if (binary) {
            message.writeBytes(new byte[] {(byte) 0x80, 1, 0, (byte) type, 0, 0, 0, (byte) name.length});
            message.writeBytes(name);
            message.writeBytes(new byte[] {0, 0, 0, 9});
        } else {
            message.writeBytes(new byte[] {(byte) 0x82, (byte) (type << 5 | 1), 9, (byte) name.length});
            message.writeBytes(name);
        }
        for (int i = 0; i < size; i++) {
            message.write(
                    switch (content) {
                        case TEXT -> 'a' + random.nextInt(20);
                        case ZEROS -> 0;
                        case RANDOM -> random.nextInt(256);
                    });
        }
        message.write(0);
        return message.toByteArray();
    }

    private static byte[] deflate(byte[] message, int level, int strategy) {
        Deflater deflater = new Deflater(level);
        deflater.setStrategy(strategy);
        deflater.setInput(message);
        deflater.finish();
        byte[] compressed = new byte[message.length * 2 + 100];
        int length = 0;
        while (!deflater.finished()) {
            length += deflater.deflate(compressed, length, compressed.length - length);
        }
        deflater.end();
        return Arrays.copyOf(compressed, length);
    }

    private static boolean isOneway(List<Transform> transforms, byte[] payload) throws HeaderException {
        byte[] header = new OutgoingHeader(0, 0, 0, transforms, Map.of("k", "v"), Map.of()).encode();
        byte[] frame = ByteBuffer.allocate(header.length + payload.length)
                .put(header)
                .put(payload)
                .array();
        byte[] first = FrameHeader.parse(frame, 0, frame.length).peek(OnewayDetector.TYPE_BYTES, false);
        return OnewayDetector.isOneway(first, 0, first.length);
    }

    @DataProvider
    Object[][] messages() {
        Object[][] rows = new Object[2 * Content.values().length * SIZES.length][];
        int row = 0;
        for (boolean binary : new boolean[] {true, false}) {
            for (Content content : Content.values()) {
                for (int size : SIZES) {
                    rows[row++] = new Object[] {binary, content, size};
                }
            }
        }
        return rows;
    }

    @Test(dataProvider = "messages")
    void zlib(boolean binary, Content content, int size) throws Exception {
        byte[] oneway = message(binary, TMessageType.ONEWAY, content, size);
        byte[] call = message(binary, TMessageType.CALL, content, size);
        for (int level = 0; level <= 9; level++) {
            for (int strategy = Deflater.DEFAULT_STRATEGY; strategy <= Deflater.HUFFMAN_ONLY; strategy++) {
                String options = "level " + level + ", strategy " + strategy;
                assertTrue(isOneway(List.of(Transform.ZLIB), deflate(oneway, level, strategy)), options);
                assertEquals(isOneway(List.of(Transform.ZLIB), deflate(call, level, strategy)), false, options);
            }
        }
    }

    /** Larger ones than about 60 different bytes are found if they are not compressible. */
    @Test(dataProvider = "messages")
    void zstd(boolean binary, Content content, int size) throws Exception {
        byte[] oneway = message(binary, TMessageType.ONEWAY, content, size);
        byte[] call = message(binary, TMessageType.CALL, content, size);
        for (int level = 1; level <= 19; level++) {
            boolean found = isOneway(List.of(Transform.ZSTD), Zstd.compress(oneway, level));
            if (content != Content.TEXT || size <= 30) {
                assertTrue(found, "level " + level);
            }
            assertEquals(isOneway(List.of(Transform.ZSTD), Zstd.compress(call, level)), false);
        }
    }

    @Test
    void severalTransforms() throws Exception {
        byte[] oneway = message(true, TMessageType.ONEWAY, Content.TEXT, 30);
        byte[] zlib = deflate(oneway, 6, Deflater.DEFAULT_STRATEGY);
        assertTrue(isOneway(List.of(Transform.ZLIB, Transform.ZSTD), Zstd.compress(zlib)));
        byte[] zstd = Zstd.compress(oneway);
        assertTrue(isOneway(List.of(Transform.ZSTD, Transform.ZLIB), deflate(zstd, 6, Deflater.DEFAULT_STRATEGY)));
        assertTrue(isOneway(List.of(), oneway));
    }

    /** Blocks without content in front of the message have no end. */
    @Test
    void emptyBlocks() throws Exception {
        byte[] message = deflate(message(true, TMessageType.ONEWAY, Content.TEXT, 30), 6, Deflater.DEFAULT_STRATEGY);
        for (int blocks = 0; blocks < 4; blocks++) {
            ByteArrayOutputStream payload = new ByteArrayOutputStream();
            payload.write(message, 0, 2);
            for (int i = 0; i < blocks; i++) {
                payload.writeBytes(new byte[] {0, 0, 0, (byte) 0xff, (byte) 0xff});
            }
            payload.write(message, 2, message.length - 2);
            assertEquals(isOneway(List.of(Transform.ZLIB), payload.toByteArray()), blocks < 2);
        }
    }

    /** Whatever is changed or missing, nothing is thrown. */
    @Test
    void malformedPayloads() throws Exception {
        Random random = new Random(1);
        for (Content content : Content.values()) {
            for (int size : new int[] {0, 30, 1000}) {
                byte[] message = message(true, TMessageType.ONEWAY, content, size);
                for (Transform transform : Transform.values()) {
                    byte[] compressed = transform == Transform.ZLIB
                            ? deflate(message, 9, Deflater.DEFAULT_STRATEGY)
                            : Zstd.compress(message);
                    for (int i = 0; i < 5_000; i++) {
                        byte[] damaged = Arrays.copyOf(compressed, 1 + random.nextInt(compressed.length));
                        for (int changes = random.nextInt(4); changes > 0; changes--) {
                            damaged[random.nextInt(damaged.length)] = (byte) random.nextInt(256);
                        }
                        isOneway(List.of(transform), damaged);
                    }
                }
            }
        }
    }
}
