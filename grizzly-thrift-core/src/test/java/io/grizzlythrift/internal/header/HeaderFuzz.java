package io.grizzlythrift.internal.header;

import io.grizzlythrift.header.Transform;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;

/**
 * The fuzz target for frames with a header: any bytes. The decoded header must lie within the frame, and be the same
 * after it is encoded and decoded again. A payload is restored within its bounds, or not at all.
 *
 * <p>Byte 0 of the input chooses the largest payload. The rest is the frame without its length.
 */
public final class HeaderFuzz {
    private static final int POWERS = 21;
    private static final int MAX_TRANSFORMS = 4;

    private final int maxBytes;
    private final byte[] input;
    private final int length;
    private long charged;

    private HeaderFuzz(byte[] input) {
        maxBytes = 1 << (input.length > 0 ? input[0] & 0xff : 0) % POWERS;
        this.input = input;
        length = Math.max(0, input.length - 1);
    }

    /**
     * Called by the fuzzer.
     *
     * @param input as described for the class
     */
    public static void fuzzerTestOneInput(byte[] input) {
        new HeaderFuzz(input).check();
    }

    /**
     * Returns frames with all combinations of headers, persistent headers and transforms.
     *
     * @return the initial corpus of the fuzzer
     */
    public static List<byte[]> seeds() {
        List<byte[]> seeds = new ArrayList<>(List.of(new byte[0], new byte[1], new byte[2]));
        List<Map<String, String>> maps =
                List.of(Map.of(), Map.of("a", "b"), Map.of("name", "value", "", "", "long", "x".repeat(200)));
        List<List<Transform>> chains = List.of(
                List.of(),
                List.of(Transform.ZLIB),
                List.of(Transform.ZSTD),
                List.of(Transform.ZLIB, Transform.ZSTD),
                List.of(Transform.ZLIB, Transform.ZLIB, Transform.ZLIB, Transform.ZLIB));
        for (Map<String, String> headers : maps) {
            for (Map<String, String> persistent : maps) {
                for (List<Transform> chain : chains) {
                    for (byte[] payload :
                            List.of(new byte[1], new byte[5000], "text".getBytes(StandardCharsets.UTF_8))) {
                        OutgoingHeader header = new OutgoingHeader(1, 2, 2, chain, headers, persistent);
                        seeds.add(input(20, header.encode(), header.transform(payload, 0, payload.length)));
                    }
                }
            }
        }
        return seeds;
    }

    private static byte[] input(int power, byte[] header, byte[] payload) {
        return ByteBuffer.allocate(1 + header.length + payload.length)
                .put((byte) power)
                .put(header)
                .put(payload)
                .array();
    }

    private void check() {
        FrameHeader header;
        try {
            header = FrameHeader.parse(input, 1, length);
        } catch (HeaderException e) {
            return;
        }
        int end = header.payloadOffset() + header.payloadLength();
        require(header.payloadLength() > 0 && end == input.length, "a payload up to " + end);
        Map<String, String> headers = header.headers();
        Map<String, String> persistent = header.persistentHeaders();
        require(header.hasPersistent() || persistent.isEmpty(), "persistent headers that are not announced");
        require(header.detached().headers().equals(headers), "detached headers");
        require(header.detached().persistentHeaders().equals(persistent), "detached persistent headers");
        List<Transform> transforms = restore(header);
        checkEncoded(
                header,
                new OutgoingHeader(
                        header.flags(), header.sequenceId(), header.protocolId(), transforms, headers, persistent));
    }

    /** Returns the transforms, or none if one is unknown. */
    private List<Transform> restore(FrameHeader header) {
        List<Transform> transforms;
        try {
            transforms = header.transforms();
        } catch (TransformException e) {
            transforms = List.of();
        }
        try {
            byte[] payload = header.restore(maxBytes, this::charge);
            require(header.isTransformed() || payload.length == header.payloadLength(), "another payload");
            require(!header.isTransformed() || payload.length <= maxBytes, payload.length + " bytes");
        } catch (TransformException e) {
            require(header.isTransformed(), "no transform, but " + e);
        }
        // one array for each transform, and a copy of the last one
        long bound = (MAX_TRANSFORMS + 1) * Math.max(InflatedPayload.FREE_BYTES, (long) maxBytes) + length;
        require(charged <= bound, charged + " bytes were charged, the bound is " + bound);
        return transforms;
    }

    private boolean charge(int bytes) {
        require(bytes > 0, bytes + " bytes are charged");
        charged += bytes;
        return true;
    }

    private static void checkEncoded(FrameHeader header, OutgoingHeader outgoing) {
        byte[] encoded = outgoing.encode();
        byte[] frame = Arrays.copyOf(encoded, encoded.length + 1);
        try {
            FrameHeader again = FrameHeader.parse(frame, 0, frame.length);
            require(again.payloadOffset() == encoded.length, "a payload at " + again.payloadOffset());
            require(again.flags() == header.flags(), "flags");
            require(again.sequenceId() == header.sequenceId(), "sequence id");
            require(again.protocolId() == header.protocolId(), "protocol id");
            require(again.headers().equals(outgoing.headers()), "headers");
            require(again.persistentHeaders().equals(outgoing.persistentHeaders()), "persistent headers");
            require(again.transforms().equals(outgoing.transforms()), "transforms");
        } catch (HeaderException | TransformException e) {
            throw new AssertionError("what was encoded cannot be decoded", e);
        }
    }

    private static void require(boolean condition, String otherwise) {
        if (!condition) {
            throw new AssertionError(otherwise);
        }
    }
}
