package io.grizzlythrift.internal.header;

import java.io.ByteArrayOutputStream;
import java.io.InputStream;
import java.util.zip.DataFormatException;
import java.util.zip.Deflater;
import java.util.zip.Inflater;
import java.util.zip.InflaterInputStream;

/** Compresses and decompresses payloads with the zlib of the JDK. */
final class Zlib implements Codec {
    private static final int CHUNK_BYTES = 8192;

    /** The largest ratio of compressed to decompressed bytes of a beginning, beyond some that are always allowed. */
    private static final int MAX_EXPANSION = 4;

    private static final int FREE_BYTES = 4096;

    /**
     * {@return how many compressed bytes may be read for the beginning of a payload} Empty blocks, and blocks that define
     * codes for a few bytes, take time and yield little. What a compressor writes is hardly ever larger than its content.
     */
    static long maxCompressedBytes(int bytes) {
        return FREE_BYTES + (long) MAX_EXPANSION * bytes;
    }

    @Override
    public byte[] compress(byte[] payload, int offset, int length) {
        Deflater deflater = new Deflater(Deflater.BEST_SPEED);
        try {
            deflater.setInput(payload, offset, length);
            deflater.finish();
            ByteArrayOutputStream compressed = new ByteArrayOutputStream(length / 2 + 64);
            byte[] chunk = new byte[Math.min(CHUNK_BYTES, length + 64)];
            while (!deflater.finished()) {
                compressed.write(chunk, 0, deflater.deflate(chunk));
            }
            return compressed.toByteArray();
        } finally {
            deflater.end();
        }
    }

    @Override
    public InputStream decompressing(InputStream compressed) {
        return new InflaterInputStream(compressed);
    }

    @Override
    public void decompress(byte[] compressed, int offset, int length, InflatedPayload into) throws TransformException {
        Inflater inflater = new Inflater();
        try {
            inflater.setInput(compressed, offset, length);
            while (!inflater.finished()) {
                byte[] array = into.arrayWithRoom();
                int count = inflater.inflate(array, into.size(), array.length - into.size());
                into.added(count);
                if (count == 0 && !inflater.finished() && (inflater.needsInput() || inflater.needsDictionary())) {
                    throw new TransformException("the payload of a frame ends within its zlib data");
                }
            }
        } catch (DataFormatException e) {
            throw new TransformException("the payload of a frame is not zlib data", e);
        } finally {
            inflater.end();
        }
    }
}
