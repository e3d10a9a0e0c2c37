package io.grizzlythrift.scorecard.hostile;

import static io.grizzlythrift.scorecard.hostile.HostileBytes.replied;

import io.grizzlythrift.scorecard.peer.HeaderFrames;
import io.grizzlythrift.scorecard.peer.RawDialect;
import io.grizzlythrift.scorecard.peer.RawMessage;
import java.io.ByteArrayOutputStream;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.zip.Deflater;
import org.apache.thrift.protocol.TType;

/**
 * Payloads that are small on the wire and decompress to a large size. Written from the formats, with the JDK's zlib.
 */
final class Bombs {
    private static final int MEGABYTES = 1024;

    /** 1 MB of zeros. */
    private static final byte[] ZEROS = new byte[1 << 20];

    /** The largest block of zstd: 128 KB. */
    private static final int ZSTD_BLOCK_BYTES = 128 * 1024;

    private static final int ZSTD_BLOCKS_PER_MEGABYTE = 8;
    private static final int ZSTD_RUN = 1;
    private static final int BYTE_MASK = 0xff;
    private static final String TOO_LARGE = "when it is decompressed";

    private Bombs() {}

    /** Returns payloads of a few KB that decompress to up to a GB, truncated payloads, and garbage. */
    static List<HostileBytes> of(RawDialect dialect) {
        byte[] garbage = new byte[300];
        new Random(41).nextBytes(garbage);
        return List.of(
                bomb(dialect, "4 MB in zlib", zlibOfZeros(4), TOO_LARGE, HeaderFrames.ZLIB),
                bomb(
                        dialect,
                        "1 GB in zlib in zlib",
                        zlib(zlibOfZeros(MEGABYTES)),
                        TOO_LARGE,
                        HeaderFrames.ZLIB,
                        HeaderFrames.ZLIB),
                bomb(dialect, "100 MB in zstd", zstdOfZeros(100), TOO_LARGE, HeaderFrames.ZSTD),
                bomb(
                        dialect,
                        "1 GB in zstd in zlib",
                        zlib(zstdOfZeros(MEGABYTES)),
                        TOO_LARGE,
                        HeaderFrames.ZSTD,
                        HeaderFrames.ZLIB),
                bomb(dialect, "a window of 2 GB in zstd", zstdOfWindow(31), "is empty", HeaderFrames.ZSTD),
                bomb(
                        dialect,
                        "zlib without its end",
                        Arrays.copyOf(zlib(garbage), 200),
                        "ends within its zlib data",
                        HeaderFrames.ZLIB),
                bomb(dialect, "no zlib", garbage, "is not zlib data", HeaderFrames.ZLIB),
                bomb(dialect, "no zstd", garbage, "is not zstd data", HeaderFrames.ZSTD));
    }

    private static HostileBytes bomb(
            RawDialect dialect, String name, byte[] payload, String replied, int... transforms) {
        return replied(name, HeaderFrames.transformed(dialect.protocolId(), payload, transforms), replied);
    }

    /**
     * Returns a call of an unknown method, compressed with zlib, whose size and ratio are just within the limits.
     *
     * @param bytes size of the call
     * @param compressedBytes compressed size, at least a hundredth of that
     */
    static byte[] withinLimits(RawDialect dialect, int sequenceId, int bytes, int compressedBytes) {
        byte[] incompressible = new byte[compressedBytes];
        new Random(42).nextBytes(incompressible);
        RawMessage message = RawMessage.call(dialect.protocol(), "nobody knows it", sequenceId)
                .field(TType.STRING, 1)
                .length(bytes)
                .put(incompressible)
                .put(new byte[bytes - compressedBytes])
                .stop();
        return HeaderFrames.transformed(dialect.protocolId(), zlib(message.bytes()), HeaderFrames.ZLIB);
    }

    private static byte[] zlib(byte[] payload) {
        Deflater deflater = new Deflater(Deflater.BEST_COMPRESSION);
        deflater.setInput(payload);
        deflater.finish();
        byte[] all = drain(deflater, Deflater.NO_FLUSH);
        deflater.end();
        return all;
    }

    /** Repeats an independent block of 1 MB. There is no end marker, because no reader must get that far. */
    private static byte[] zlibOfZeros(int megabytes) {
        Deflater deflater = new Deflater(Deflater.BEST_COMPRESSION, true);
        deflater.setInput(ZEROS);
        byte[] block = drain(deflater, Deflater.FULL_FLUSH);
        deflater.end();
        ByteArrayOutputStream all = new ByteArrayOutputStream();
        all.write(0x78); // of RFC 1950: deflate, a window of 32 KB
        all.write(0x9c);
        for (int i = 0; i < megabytes; i++) {
            all.writeBytes(block);
        }
        return all.toByteArray();
    }

    private static byte[] drain(Deflater deflater, int flush) {
        ByteArrayOutputStream all = new ByteArrayOutputStream();
        byte[] chunk = new byte[8192];
        for (int count = deflater.deflate(chunk, 0, chunk.length, flush);
                count > 0;
                count = deflater.deflate(chunk, 0, chunk.length, flush)) {
            all.write(chunk, 0, count);
        }
        return all.toByteArray();
    }

    /** Returns blocks that repeat a single byte: 4 bytes for 128 KB. */
    private static byte[] zstdOfZeros(int megabytes) {
        ByteArrayOutputStream all = zstdFrame(20);
        for (int left = megabytes * ZSTD_BLOCKS_PER_MEGABYTE; left > 0; left--) {
            int header = (left == 1 ? 1 : 0) | (ZSTD_RUN << 1) | (ZSTD_BLOCK_BYTES << 3);
            for (int shift = 0; shift < 3 * Byte.SIZE; shift += Byte.SIZE) {
                all.write(header >>> shift & BYTE_MASK);
            }
            all.write(0);
        }
        return all.toByteArray();
    }

    private static byte[] zstdOfWindow(int log) {
        ByteArrayOutputStream all = zstdFrame(log);
        all.writeBytes(new byte[] {1, 0, 0}); // the last block, empty
        return all.toByteArray();
    }

    /** Starts a frame of RFC 8878: magic number, a descriptor with only a window, and its size as a power of 2. */
    private static ByteArrayOutputStream zstdFrame(int windowLog) {
        ByteArrayOutputStream all = new ByteArrayOutputStream();
        all.writeBytes(new byte[] {0x28, (byte) 0xb5, 0x2f, (byte) 0xfd, 0});
        all.write((windowLog - 10) << 3);
        return all;
    }
}
