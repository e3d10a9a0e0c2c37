package io.grizzlythrift.internal.frame;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;

/** The fuzz target for splitting bytes into frames: any bytes, divided at any places. */
public final class FrameFuzz {
    private FrameFuzz() {}

    /**
     * Called by the fuzzer.
     *
     * @param input see {@link FrameCut}
     */
    public static void fuzzerTestOneInput(byte[] input) {
        new FrameCut(input).check();
    }

    /**
     * Returns streams of valid frames of many sizes, each divided in several ways, and each again with an invalid
     * length at the end.
     *
     * @return the initial corpus of the fuzzer
     */
    public static List<byte[]> seeds() {
        byte[][] streams = {
            {},
            {0, 0, 0},
            stream(1),
            stream(1, 2, 3, 4, 5),
            stream(16, 1, 400, 17, 2),
            stream(5000, 3),
            stream(1, 9000),
            Arrays.copyOf(stream(1 << 14), 10_000),
        };
        byte[][] cuts = {{}, {1}, {1, 1, 1, 1, 1, 1}, {2, 0, 3}, {40, (byte) 0x85, (byte) 0xbf, 30}, many(200)};
        List<byte[]> seeds = new ArrayList<>(List.of(new byte[0], new byte[1], new byte[2]));
        for (byte[] stream : streams) {
            for (byte[] cut : cuts) {
                seeds.add(FrameCut.input(14, cut, stream));
                seeds.add(FrameCut.input(14, cut, join(stream, new byte[] {-1, -1, -1, -1})));
                seeds.add(FrameCut.input(4, cut, join(stream, new byte[4])));
            }
        }
        return seeds;
    }

    private static byte[] stream(int... lengths) {
        byte[] stream = {};
        for (int length : lengths) {
            byte[] frame = new byte[Integer.BYTES + length];
            new Random(length).nextBytes(frame);
            ByteBuffer.wrap(frame).putInt(length);
            stream = join(stream, frame);
        }
        return stream;
    }

    private static byte[] many(int reads) {
        byte[] cuts = new byte[reads];
        for (int i = 0; i < reads; i++) {
            cuts[i] = (byte) (i % 12 | i << 7);
        }
        return cuts;
    }

    private static byte[] join(byte[] first, byte[] second) {
        return ByteBuffer.allocate(first.length + second.length)
                .put(first)
                .put(second)
                .array();
    }
}
