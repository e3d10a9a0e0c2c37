package io.grizzlythrift.internal.header;

import static org.testng.Assert.assertEquals;
import static org.testng.Assert.assertThrows;
import static org.testng.Assert.assertTrue;
import static org.testng.Assert.expectThrows;

import io.grizzlythrift.header.Transform;
import java.nio.ByteBuffer;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.testng.annotations.DataProvider;
import org.testng.annotations.Test;

/** Tests that headers are encoded in a form that other implementations can read, and can be decoded again. */
public class OutgoingHeaderTest {
    private static final List<Transform> NONE = List.of();

    @Test
    void bytes() {
        assertEncoded(new OutgoingHeader(0, 0, 0, NONE, Map.of(), Map.of()), "0fff 0000 00000000 0001 00 00 0000");
        assertEncoded(
                new OutgoingHeader(1, -2, 2, List.of(Transform.ZLIB, Transform.ZSTD), Map.of(), Map.of()),
                "0fff 0001 fffffffe 0001 02 02 01 05");
        assertEncoded(
                new OutgoingHeader(0, 3, 2, NONE, Map.of("a", "b"), Map.of()),
                "0fff 0000 00000003 0002 02 00 01 01 0161 0162");
        assertEncoded(
                new OutgoingHeader(0, 3, 2, NONE, Map.of("a", "é"), Map.of("p", "")),
                "0fff 0000 00000003 0004 02 00 01 01 0161 02c3a9 02 01 0170 00 0000");
    }

    private static void assertEncoded(OutgoingHeader header, String hex) {
        assertEquals(HexFormat.of().formatHex(header.encode()), hex.replace(" ", ""));
    }

    @DataProvider
    Object[][] headers() {
        Map<String, String> many = new LinkedHashMap<>();
        for (int i = 0; i < 100; i++) {
            many.put("name-" + i, "x".repeat(i));
        }
        return new Object[][] {
            {NONE, Map.of(), Map.of()},
            {NONE, Map.of("", ""), Map.of()},
            {NONE, many, Map.of()},
            {NONE, Map.of(), many},
            {List.of(Transform.ZLIB), many, many},
            {List.of(Transform.ZSTD, Transform.ZLIB), Map.of("k", "v"), Map.of("Ключ", "\uD83D\uDE00")},
        };
    }

    @Test(dataProvider = "headers")
    void roundTrip(List<Transform> transforms, Map<String, String> headers, Map<String, String> persistent)
            throws Exception {
        for (int padding = 0; padding < 4; padding++) {
            Map<String, String> padded = new LinkedHashMap<>(headers);
            padded.put("padding", "p".repeat(padding));
            OutgoingHeader out = new OutgoingHeader(1, Integer.MIN_VALUE, 2, transforms, padded, persistent);
            byte[] encoded = out.encode();
            byte[] frame = ByteBuffer.allocate(encoded.length + 1)
                    .put(encoded)
                    .put((byte) 42)
                    .array();
            FrameHeader in = RawHeader.parse(frame);
            assertEquals(in.flags(), 1);
            assertEquals(in.sequenceId(), Integer.MIN_VALUE);
            assertEquals(in.protocolId(), 2);
            assertEquals(in.transforms(), transforms);
            assertEquals(in.headers(), padded);
            assertEquals(List.copyOf(in.headers().keySet()), List.copyOf(padded.keySet()));
            assertEquals(in.persistentHeaders(), persistent);
            assertEquals(RawHeader.payload(frame, in), new byte[] {42});
            assertEquals(out.isTransformed(), !transforms.isEmpty());
        }
    }

    @Test
    void largestHeader() throws Exception {
        // protocol, transforms, info, count, length and name, length of 3 bytes
        String largest = "v".repeat(OutgoingHeader.MAX_BYTES - 9);
        byte[] encoded = withValue(largest).encode();
        assertEquals(encoded.length, FrameHeader.FIXED_BYTES + OutgoingHeader.MAX_BYTES);
        byte[] frame = ByteBuffer.allocate(encoded.length + 1).put(encoded).array();
        assertThrows(HeaderException.class, () -> RawHeader.parse(frame)); // more than this library reads
        String message = expectThrows(
                        IllegalArgumentException.class,
                        () -> withValue(largest + "v").encode())
                .getMessage();
        assertEquals(message, "the headers have 262141 bytes, must be at most 262140");
    }

    private static OutgoingHeader withValue(String value) {
        return new OutgoingHeader(0, 0, 0, NONE, Map.of("k", value), Map.of());
    }

    @Test
    void nullsAreRejected() {
        assertThrows(NullPointerException.class, () -> new OutgoingHeader(0, 0, 0, null, Map.of(), Map.of()));
        assertThrows(NullPointerException.class, () -> new OutgoingHeader(0, 0, 0, NONE, null, Map.of()));
        assertThrows(NullPointerException.class, () -> new OutgoingHeader(0, 0, 0, NONE, Map.of(), null));
    }

    /** A payload without transforms is left unchanged. */
    @Test
    void noTransform() {
        byte[] payload = {1, 2, 3};
        OutgoingHeader header = new OutgoingHeader(0, 0, 0, NONE, Map.of(), Map.of());
        assertTrue(!header.isTransformed());
        assertEquals(header.transform(payload, 1, 2), new byte[] {2, 3});
    }

    /** A payload that compresses so well that a receiver would take it for a bomb is sent uncompressed. */
    @Test
    void payloadsThatBecomeTooSmall() throws Exception {
        OutgoingHeader header =
                new OutgoingHeader(1, 2, 2, List.of(Transform.ZLIB), Map.of("k", "v"), Map.of("p", "q"));
        OutgoingHeader plain = new OutgoingHeader(1, 2, 2, NONE, Map.of("k", "v"), Map.of("p", "q"));
        assertEquals(header.forPayload(64 * 1024, 1), header);
        assertEquals(header.forPayload(64 * 1024 + 1, 655), plain);
        assertEquals(header.forPayload(64 * 1024 + 1, 656), header);
        assertEquals(header.forPayload(Integer.MAX_VALUE, Integer.MAX_VALUE), header);
        assertEquals(plain.forPayload(1 << 20, 1 << 20), plain);
    }
}
