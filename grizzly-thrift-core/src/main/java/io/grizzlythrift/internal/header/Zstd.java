package io.grizzlythrift.internal.header;

import com.github.luben.zstd.ZstdCompressCtx;
import com.github.luben.zstd.ZstdDecompressCtx;
import com.github.luben.zstd.ZstdException;
import com.github.luben.zstd.ZstdInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.Arrays;

/** Compresses and decompresses payloads with zstd-jni, which is optional. Loaded only if the library is present. */
final class Zstd implements Codec {
    static final Codec CODEC = new Zstd();

    /** The result of {@code decompress} if the array is too small for the payload. */
    private static final int TOO_LITTLE_ROOM = -1;

    /** The largest window of a stream, as a power of 2: 16 MiB of native memory. */
    private static final int MAX_WINDOW_LOG = 24;

    private Zstd() {}

    @Override
    public byte[] compress(byte[] payload, int offset, int length) {
        byte[] compressed = new byte[(int) com.github.luben.zstd.Zstd.compressBound(length)];
        try (ZstdCompressCtx context = new ZstdCompressCtx()) {
            int size = context.compressByteArray(compressed, 0, compressed.length, payload, offset, length);
            return Arrays.copyOf(compressed, size);
        }
    }

    @Override
    public InputStream decompressing(InputStream compressed) throws IOException {
        return new ZstdInputStream(compressed).setLongMax(MAX_WINDOW_LOG);
    }

    /**
     * Decompresses everything at once, and again with more room if there was too little. Unlike a stream, this needs no
     * window: native memory whose size the peer chooses.
     */
    @Override
    public void decompress(byte[] compressed, int offset, int length, InflatedPayload into) throws TransformException {
        // facts-wire.md#compressed-payloads-need-bounds
        into.expect(contentBytes(compressed, offset, length));
        try (ZstdDecompressCtx context = new ZstdDecompressCtx()) {
            int size = decompress(context, compressed, offset, length, into.arrayWithRoom());
            while (size == TOO_LITTLE_ROOM) {
                into.growEmpty();
                size = decompress(context, compressed, offset, length, into.array());
            }
            into.added(size);
        } catch (ZstdException e) {
            throw new TransformException("the payload of a frame is not zstd data", e);
        }
    }

    /** Returns what the frame says of its size; below 0 if it says nothing, for which some versions throw an exception. */
    private static long contentBytes(byte[] compressed, int offset, int length) {
        try {
            return com.github.luben.zstd.Zstd.getFrameContentSize(compressed, offset, length);
        } catch (ZstdException e) {
            return -1;
        }
    }

    private static int decompress(ZstdDecompressCtx context, byte[] compressed, int offset, int length, byte[] into) {
        try {
            return context.decompressByteArray(into, 0, into.length, compressed, offset, length);
        } catch (ZstdException e) {
            if (e.getErrorCode() == com.github.luben.zstd.Zstd.errDstSizeTooSmall()) {
                return TOO_LITTLE_ROOM;
            }
            throw e;
        }
    }
}
